"""Tests of environment variables that name directories. An empty or relative path counts as unset (XDG Base Directory Specification)."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from with_daemon import BINARY

NOBODY = 65534


@unittest.skipIf(os.geteuid() != 0, "only root can be another user")
class Environment(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory(prefix="tiltpad-environment-")
        self.addCleanup(place.cleanup)
        self.home = pathlib.Path(place.name, "home")
        (self.home / ".config/tiltpad").mkdir(parents=True)
        (self.home / ".config/tiltpad/tiltpad.conf").write_text("[host]\nplayers = wrong\n")
        # The folder of the build may not be accessible to a user other than root, so the program is copied.
        self.program = pathlib.Path(place.name, "tiltpad")
        shutil.copy(BINARY, self.program)
        for path in (pathlib.Path(place.name), *self.home.rglob("*"), self.home):
            shutil.chown(path, NOBODY, NOBODY)

    def check(self, **environment):
        """Runs `serve --check` as another user with these environment variables."""
        return subprocess.run([self.program, "serve", "--check"], env={"PATH": os.environ["PATH"]} | environment, user=NOBODY, group=NOBODY,
                              extra_groups=[], cwd=self.home, capture_output=True, text=True, check=False)

    def test_an_empty_or_relative_directory_hides_no_configuration(self):
        for value in ("", ".", "elsewhere", "../home/other"):
            with self.subTest(value=value):
                said = self.check(HOME=str(self.home), XDG_CONFIG_HOME=value)
                self.assertEqual(said.returncode, 1, said.stderr)
                self.assertIn(f"{self.home}/.config/tiltpad/tiltpad.conf:2: players is not", said.stderr)

    def test_an_empty_or_relative_directory_moves_no_state(self):
        (self.home / ".config/tiltpad/tiltpad.conf").write_text("[host]\ndiscovery = no\n")
        names = ("XDG_STATE_HOME", "XDG_RUNTIME_DIR", "STATE_DIRECTORY", "RUNTIME_DIRECTORY")
        for value in ("", ".", "elsewhere", "../home/other"):
            with self.subTest(value=value):
                daemon = subprocess.Popen(
                    [self.program, "serve", "--pads", "memory", "--port", "0", "--web", "no", "--socket", self.home / "bridge.sock"],
                    env={"PATH": os.environ["PATH"], "HOME": str(self.home)} | dict.fromkeys(names, value), user=NOBODY, group=NOBODY,
                    extra_groups=[], cwd=self.home, stderr=subprocess.PIPE, text=True)
                self.addCleanup(daemon.stderr.close)
                self.addCleanup(daemon.wait)
                self.addCleanup(daemon.kill)
                self.assertIn("listening", daemon.stderr.readline())
                daemon.terminate()
                self.assertEqual(daemon.wait(60), 0)
                state = self.home / ".local/state/tiltpad"
                self.assertTrue(list(state.iterdir()), "the host's file is there")
                shutil.rmtree(state)
                self.assertEqual({path.name for path in self.home.iterdir()} - {"bridge.sock"}, {".config", ".local"})

    def test_a_directory_that_is_named_is_used(self):
        own = self.home / "other"
        (own / "tiltpad").mkdir(parents=True)
        (own / "tiltpad/tiltpad.conf").write_text("[host]\nport = wrong\n")
        for path in (own, *own.rglob("*")):
            path.chmod(0o755)
        self.assertIn(f"{own}/tiltpad/tiltpad.conf:2: port is not", self.check(HOME=str(self.home), XDG_CONFIG_HOME=str(own)).stderr)
