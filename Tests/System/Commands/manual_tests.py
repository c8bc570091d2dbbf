"""Tests of the installed man pages: each command has a page, the page has its options, and man accepts the pages."""

import pathlib
import re
import subprocess
import tempfile
import unittest

from with_daemon import BINARY, DEADLINE, ROOT


def output(*command):
    """Returns the output of a command, with its error messages."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=DEADLINE, check=True)
    return done.stdout


class Manuals(unittest.TestCase):
    """Tests of the pages, which are installed in a temporary folder."""

    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.place = pathlib.Path(place.name)
        output(ROOT / "scripts/build/manuals", cls.place)
        cls.commands = re.findall(r"^  ([a-z]+) {2,}\S", output(BINARY, "--help"), re.M)

    def test_each_command_has_a_page_with_every_option_of_its_help(self):
        count = 0
        for command in self.commands:
            page = output("man", "-M", self.place, "-P", "cat", "1", f"tiltpad-{command}")
            *options, common = re.findall(r"^  (?:-\w, |    )(--[a-z-]+)", output(BINARY, command, "--help"), re.M)
            self.assertEqual(common, "--help", "this one is in the overview")
            for option in options:
                self.assertTrue(re.search(rf"^ +(-\w, )?{option}([ \[]|$)", page, re.M), f"{command} {option}")
            count += len(options)
        self.assertGreater(count, 100)

    def test_each_command_is_a_name_of_its_page(self):
        for command in self.commands:
            names = output("lexgrog", self.place / f"man1/tiltpad-{command}.1")
            self.assertIn(f'"tiltpad-{command} - ', names)

    def test_man_has_no_warning_of_any_page(self):
        pages = sorted(path for path in self.place.rglob("*.[1-8]") if not path.read_text().startswith(".so "))
        self.assertIn("tiltpad-protocol.7", [page.name for page in pages])
        for page in pages:
            for width in ("66", "80", "120"):
                done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page], stdout=subprocess.DEVNULL,
                                      stderr=subprocess.PIPE, text=True, env={"MANWIDTH": width, "PATH": "/usr/bin:/bin"}, check=True)
                self.assertEqual(done.stderr, "", f"{page.name}, {width} columns")

    def test_the_tables_of_the_protocol_are_columns_as_wide_as_their_texts(self):
        page = output("env", "MANWIDTH=80", "man", "-M", self.place, "-P", "cat", "7", "tiltpad-protocol")
        self.assertRegex(page, r"(?m)^ +0xD0 {3}PROBE {9}controller {3}120$")
