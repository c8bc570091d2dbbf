"""Tests of the package's file, its desktop entry and its metainfo, with the programs by which Debian and desktops check them."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import long_run

ROOT = pathlib.Path(__file__).resolve().parents[3]
# The directory into which scripts/test/package has put the package.
PACKAGES = pathlib.Path(os.environ.get("TILTPAD_PACKAGES", ROOT / ".cache/package"))


def says(*command):
    """Runs a program; returns its output, without white space at both ends, and its exit status."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout.strip(), done.returncode


class ThePackage(unittest.TestCase):
    """Tests of the file that apt installs."""

    @classmethod
    def setUpClass(cls):
        """Unpacks the package."""
        cls.place = tempfile.TemporaryDirectory(prefix="tiltpad-package-")
        cls.addClassCleanup(cls.place.cleanup)
        cls.package = next(PACKAGES.glob("*.deb"))
        subprocess.run(["dpkg-deb", "-x", cls.package, cls.place.name], check=True)
        cls.share = pathlib.Path(cls.place.name, "usr/share")

    def test_lintian_has_nothing_to_say(self):
        self.assertEqual(says("lintian", "--allow-root", "--fail-on=error,warning,info", "--display-info", str(self.package)), ("", 0))

    def test_each_override_for_lintian_has_its_reason_and_is_needed(self):
        lines = (self.share / "lintian/overrides/tiltpad").read_text().splitlines()
        self.assertEqual(len(lines) % 2, 0)
        for reason, tag in zip(lines[::2], lines[1::2]):
            self.assertTrue(reason.startswith("# ") and tag.startswith("tiltpad: "), tag)
        said, _ = says("lintian", "--allow-root", "--display-info", "--show-overrides", str(self.package))
        for tag in lines[1::2]:
            self.assertIn(f"O: {' '.join(tag.split()[:2])}", said)

    def test_the_desktop_entry_is_valid_and_its_icon_is_there(self):
        entry = self.share / "applications/tiltpad.desktop"
        self.assertEqual(says("desktop-file-validate", str(entry)), ("", 0))
        self.assertIn("Icon=tiltpad\n", entry.read_text())
        self.assertTrue((self.share / "icons/hicolor/scalable/apps/tiltpad.svg").exists())

    def test_the_metainfo_is_valid(self):
        said, status = says("appstreamcli", "validate", "--no-net", str(self.share / "metainfo/org.tiltpad.Tiltpad.metainfo.xml"))
        self.assertEqual(status, 0, said)
        self.assertNotRegex(said, "(?m)^[EW]: ")

    def test_the_version_is_that_of_the_program_and_of_the_changelog(self):
        version = says("dpkg-deb", "--field", str(self.package), "Version")[0]
        self.assertEqual(says(f"{self.place.name}/usr/bin/tiltpad", "--version"), (f"tiltpad {version}", 0))
        newest = re.search(r"(?m)^## (\S+)", (ROOT / "CHANGELOG.md").read_text())[1]
        self.assertEqual(newest, version)

    @long_run.only
    def test_a_second_build_has_the_same_bytes(self):
        former = self.package.read_bytes()
        with tempfile.TemporaryDirectory(prefix="tiltpad-package-") as place:
            said, status = says("env", f"PACKAGES={place}", str(ROOT / "scripts/build/deb"))
            self.assertEqual(status, 0, said)
            self.assertEqual(pathlib.Path(place, self.package.name).read_bytes(), former)
