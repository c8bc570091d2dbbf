"""Tests of the release archive's scripts with `--user`. Each test has its own home directory, and stand-ins for systemd's programs."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from file_tests import ROOT

# The stand-in for systemctl records its arguments. The scripts refuse `--user` for root, so the stand-in for `id` prints another user's number.
STAND_INS = {
    "systemctl": 'echo "systemctl $*" >>"$CALLS"; case "$*" in *restart*) exit "${START_STATUS:-0}" ;; esac',
    "journalctl": "echo 'the daemon says why'",
    "id": "echo 1000",
}


class ForOneUser(unittest.TestCase):
    """Tests of install.sh and uninstall.sh with `--user`."""

    def setUp(self):
        """Makes an unpacked archive with a few files, an empty home directory and the stand-ins."""
        place = tempfile.TemporaryDirectory(prefix="tiltpad-archive-")
        self.addCleanup(place.cleanup)
        self.place = pathlib.Path(place.name)
        self.home, self.calls = self.place / "home", self.place / "calls"
        self.archive = self.place / "archive"
        for name in ("bin/tiltpad", "lib/tiltpad/one.so", "lib/tiltpad/two.so", "libexec/tiltpad/activate", "share/tiltpad/web/page"):
            self.put(self.archive / name, name)
        self.put(self.archive / "units/tiltpad-user.service", "[Service]\nExecStart=@bindir@/tiltpad serve\n")
        self.put(self.archive / "tiltpad.conf", "# nothing\n")
        for script in ("install.sh", "uninstall.sh", "places.sh"):
            shutil.copy(ROOT / "packaging/archive" / script, self.archive)
        for name, text in STAND_INS.items():
            self.put(self.place / "programs" / name, f"#!/bin/sh\n{text}\n")
        self.home.mkdir()

    def put(self, path, text):
        """Writes an executable file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def run_script(self, name, *words, **variables):
        """Runs one of the scripts with `--user`; returns its output, and fails unless it succeeds."""
        environment = {"PATH": f"{self.place}/programs:{os.environ['PATH']}", "HOME": str(self.home), "CALLS": str(self.calls), **variables}
        done = subprocess.run([self.archive / name, "--user", *words], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def files(self):
        """Returns the paths of all files in the home directory."""
        return {str(path.relative_to(self.home)) for path in self.home.rglob("*") if path.is_file()}

    def test_a_version_replaces_the_one_before_and_leaves_nothing_of_it(self):
        self.run_script("install.sh")
        configuration = self.home / ".config/tiltpad/tiltpad.conf"
        configuration.write_text("players = 2\n")
        former = self.files()
        self.assertIn(".local/lib/tiltpad/two.so", former)
        (self.archive / "lib/tiltpad/two.so").unlink()
        self.put(self.archive / "lib/tiltpad/three.so", "three")
        self.run_script("install.sh")
        self.assertEqual(self.files(), former - {".local/lib/tiltpad/two.so"} | {".local/lib/tiltpad/three.so"})
        self.assertEqual(configuration.read_text(), "players = 2\n")
        self.run_script("uninstall.sh", "--purge")
        self.assertEqual(list(self.home.rglob("*")), [])

    @unittest.skipIf(os.access("/dev/uinput", os.W_OK), "/dev/uinput may be opened here")
    def test_without_uinput_it_is_enabled_and_says_what_to_do(self):
        """The daemon cannot start, because it may not open /dev/uinput. install.sh enables the unit, and prints how to get access and start it."""
        said = self.run_script("install.sh", START_STATUS="1")
        self.assertIn(f'"{self.archive}/units/61-tiltpad-seat.rules"\n', said)
        self.assertIn("\n  systemctl --user restart tiltpad\n", said)
        self.assertNotIn("Tiltpad runs", said)
        calls = self.calls.read_text().splitlines()
        self.assertIn("systemctl --user enable --quiet tiltpad", calls)
        self.assertIn("systemctl --user reset-failed tiltpad", calls)

    @unittest.skipIf(os.access("/dev/uinput", os.W_OK), "/dev/uinput may be opened here")
    def test_without_uinput_a_daemon_that_needs_none_runs(self):
        said = self.run_script("install.sh")
        self.assertIn("\n  systemctl --user restart tiltpad\n", said)
        self.assertIn("Tiltpad runs", said)

    def test_files_that_the_former_list_names_by_another_path_or_that_are_not_the_archives_stay(self):
        """The former list of files reaches the home directory by a symbolic link, and also names the configuration. install.sh keeps them."""
        self.run_script("install.sh")
        former = self.files()
        other = self.place / "other"
        other.symlink_to(self.home)
        listed = self.home / ".local/share/tiltpad/installed"
        names = listed.read_text().replace(str(self.home), str(other))
        listed.write_text(f"{names}{names}{other}/.config/tiltpad/tiltpad.conf\n{other}/.local/share/tiltpad/installed\n")
        self.run_script("install.sh")
        self.assertEqual(self.files(), former)
