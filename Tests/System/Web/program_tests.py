"""Tests of tiltpad-web, the gateway's own program. `tiltpad web` executes it, and `tiltpad doctor` asks it about certificates."""

import os
import pathlib
import subprocess

from with_daemon import DEADLINE
from with_gateway import WithGateway

LIBRARIES = ("libssl", "libcrypto", "libusrsctp", "libz.")


class Program(WithGateway):
    def run_program(self, *arguments, settings=""):
        """Runs the gateway's program with `settings` as its standard input; returns the result."""
        return subprocess.run([f"{self.program}-web", *arguments], input=settings, capture_output=True, text=True, timeout=DEADLINE)

    def libraries(self, process):
        """Returns the LIBRARIES that a process has loaded."""
        maps = pathlib.Path(f"/proc/{process}/maps").read_text()
        return [name for name in LIBRARIES if f"/{name}" in maps]

    def test_only_the_gateway_loads_the_libraries_that_read_the_bytes_of_browsers(self):
        self.assertEqual(self.libraries(self.daemon.pid), [])
        self.assertEqual(self.libraries(self.gateway.pid), list(LIBRARIES))
        self.assertEqual(os.path.basename(os.readlink(f"/proc/{self.gateway.pid}/exe")), "tiltpad-web")

    def test_the_state_of_a_certificate_is_an_exit_status(self):
        """The statuses: 0 good, 10 unreadable, 11 no certificate, 13 without a name or address of the machine.

        The other statuses are tested in WebCertificateTests.
        """
        certificate = next(self.place.rglob("web.crt"))
        machine = os.uname().nodename
        judged = self.run_program("--judge", certificate, machine, "127.0.0.1")
        self.assertEqual((judged.returncode, judged.stdout, judged.stderr), (0, "", ""))
        self.assertEqual(self.run_program("--judge", certificate, "another").returncode, 13)
        self.assertEqual(self.run_program("--judge", certificate, machine, "203.0.113.9").returncode, 13)
        damaged = self.place / "damaged.crt"
        damaged.write_text("no certificate\n")
        self.assertEqual(self.run_program("--judge", damaged, machine).returncode, 11)
        self.assertEqual(self.run_program("--judge", self.place / "missing.crt", machine).returncode, 10)

    def test_an_address_that_is_none_is_a_mistake(self):
        wrong = self.run_program("--judge", "x", "den", "nonsense")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("nonsense is no address", wrong.stderr)

    def test_without_settings_it_does_not_start(self):
        for settings in ("", "[web]\nport = 1\n", '[["web", "port"]]'):
            wrong = self.run_program(settings=settings)
            self.assertEqual(wrong.returncode, 2, settings)
            self.assertIn("there are no settings on standard input\n  while reading the command line of tiltpad-web\n", wrong.stderr)

    def test_a_setting_that_is_not_understood_is_named(self):
        wrong = self.run_program(settings='[["web", "port", "1"], ["web", "guests", "15"]]')
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("the setting guests of [web] is not understood\n", wrong.stderr)

    def test_it_has_no_settings_on_its_command_line(self):
        line = pathlib.Path(f"/proc/{self.gateway.pid}/cmdline").read_bytes().split(b"\0")
        self.assertEqual((len(line), line[1]), (2, b""))

    def test_its_help_is_its_own(self):
        told = self.run_program("--help")
        self.assertEqual(told.returncode, 0)
        self.assertTrue(told.stdout.startswith("Usage: tiltpad-web [OPTION]..."), told.stdout)
