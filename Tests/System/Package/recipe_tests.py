"""Tests of all files of a release, and of the recipes for those other systems whose packaging programs Debian has. Only `make test-all` runs them."""

import hashlib
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import long_run
from file_tests import ROOT, says

FILES = ROOT / ".build/release-files"
# Stand-ins for the macros of Fedora that the spec file uses, and that Debian's rpm does not have.
MACROS = {
    "_unitdir": "/usr/lib/systemd/system", "_sysusersdir": "/usr/lib/sysusers.d", "_modulesloaddir": "/usr/lib/modules-load.d",
    "_udevrulesdir": "/usr/lib/udev/rules.d", "systemd_post()": "true", "systemd_preun()": "true", "systemd_postun_with_restart()": "true",
    "udev_rules_update": "true",
}
PROGRAMS = {"/usr/bin/tiltpad", "/usr/libexec/tiltpad/tiltpad-web", "/usr/libexec/tiltpad/tiltpad-inputs", "/usr/lib/systemd/system/tiltpad.service", "/usr/lib/udev/rules.d/60-tiltpad.rules",
            "/usr/lib/sysusers.d/tiltpad.conf", "/usr/lib/modules-load.d/tiltpad.conf", "/etc/tiltpad/tiltpad.conf", "/usr/lib/tiltpad/libsodium.so.23"}


def load_tests(_loader, tests, _pattern):
    """Returns the tests in a long run, otherwise none."""
    return tests if long_run.IS_LONG else unittest.TestSuite()


class TheRelease(unittest.TestCase):
    """Tests of the files that `make release` makes."""

    @classmethod
    def setUpClass(cls):
        """Makes the files of the release."""
        said, status = says(str(ROOT / "scripts/build/release-files"))
        if status != 0:
            raise AssertionError(said)

    def setUp(self):
        """Makes an empty directory in which a test builds its package."""
        place = tempfile.TemporaryDirectory(prefix="tiltpad-release-")
        self.addCleanup(place.cleanup)
        self.place = pathlib.Path(place.name)
        self.place.chmod(0o755)

    def test_every_file_has_its_checksum(self):
        sums = dict(reversed(line.split()) for line in (FILES / "SHA256SUMS").read_text().splitlines())
        self.assertEqual(set(sums), {file.name for file in FILES.iterdir()} - {"SHA256SUMS"})
        for name, digest in sums.items():
            self.assertEqual(hashlib.sha256((FILES / name).read_bytes()).hexdigest(), digest)

    def test_the_notes_are_those_of_the_newest_version(self):
        notes = (FILES / "notes.md").read_text()
        self.assertEqual(len(re.findall("(?m)^## ", notes)), 1)
        self.assertIn(next(FILES.glob("*.deb")).name.split("_")[1], notes.splitlines()[0])

    def test_makepkg_makes_a_package_for_arch(self):
        for file in ("PKGBUILD", "tiltpad.install", next(FILES.glob("*.tar.zst")).name):
            shutil.copy(FILES / file, self.place)
        subprocess.run(["chown", "-R", "nobody", self.place], check=True)
        said, status = says("runuser", "-u", "nobody", "--", "env", f"HOME={self.place}", "sh", "-c", f"cd {self.place} && makepkg -d")
        self.assertEqual(status, 0, said)
        listed, _ = says("tar", "-tf", str(next(self.place.glob("tiltpad-bin-*.pkg.tar*"))))
        self.assertLessEqual(PROGRAMS, {f"/{path}" for path in listed.splitlines()})

    def test_rpmbuild_makes_a_package_for_fedora(self):
        (self.place / "SOURCES").mkdir()
        shutil.copy(next(FILES.glob("*.tar.zst")), self.place / "SOURCES")
        defined = [word for name, value in MACROS.items() for word in ("--define", f"{name} {value}")]
        said, status = says("rpmbuild", "-bb", "--nodeps", "--define", f"_topdir {self.place}", *defined, str(FILES / "tiltpad.spec"))
        self.assertEqual(status, 0, said)
        listed, _ = says("rpm", "-qpl", str(next(self.place.glob("RPMS/*/*.rpm"))))
        self.assertLessEqual(PROGRAMS, set(listed.splitlines()))

    def test_nix_can_read_the_package_and_the_module(self):
        for name in ("package.nix", "module.nix"):
            _, status = says("nix-instantiate", "--parse", str(FILES / name))
            self.assertEqual(status, 0)
