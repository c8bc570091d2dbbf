"""Tests of `tiltpad check` as a user runs it.

The tests of the page cover the rows about phones (Tests/System/Web/Real/both_check_tests.py).
"""

import json
import os
import subprocess
import tempfile
import unittest

from terminal import Terminal
from with_daemon import BINARY, DEADLINE

# The numbers to type at the questions about Steam.
ANSWERS = ["2", "1", "2", "3", "1", "1", "2", "3"]
# Words of these questions. The first question is asked again after a wrong number.
QUESTIONS = ["installed", "installed", "list the pad", "right ones", "vibrate", "play it", "count once", "keep them apart", "go on playing"]
# The cells of the row that the answers lead to.
CELLS = ["Flatpak", "yes", "some wrong", "not tried", "yes", "yes", "no", "not tried"]


class CheckTests(unittest.TestCase):
    """Tests of the command without a gateway, and of its questions about Steam."""

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.file = os.path.join(place.name, "tiltpad.conf")
        with open(self.file, "w") as file:
            file.write("[host]\nidentity = xboxone-bt\n")

    def check(self, *options, typed=""):
        """Runs `tiltpad check` without a terminal; `typed` is its standard input."""
        return subprocess.run([BINARY, "check", *options], capture_output=True, text=True, timeout=DEADLINE, input=typed)

    def test_without_a_gateway_it_says_how_to_start_one(self):
        done = self.check("--socket", self.file + ".sock")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("no web gateway listens", done.stderr)

    def test_options_that_do_not_go_together_are_refused(self):
        for options in (["--json", "--forget"], ["--forget", "--steam"], ["--config", self.file], ["row"]):
            self.assertEqual(self.check(*options).returncode, 2, options)

    def test_a_person_is_led_through_the_check_of_steam_and_a_wrong_number_is_asked_for_again(self):
        terminal = Terminal("check", "--steam", "--config", self.file, env=os.environ)
        self.addCleanup(terminal.close)
        for words, answer in zip(QUESTIONS, ["9", *ANSWERS], strict=True):
            terminal.until(words)
            terminal.until("> ")
            terminal.type(answer + "\n")
        terminal.until("xboxone-bt [|] Flatpak [|] yes [|] some wrong")
        self.assertEqual(terminal.wait(), 0)

    def test_only_the_row_is_on_the_standard_output(self):
        done = self.check("--steam", "--config", self.file, typed="\n".join(ANSWERS) + "\n")
        self.assertEqual(done.returncode, 0)
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in done.stdout.splitlines()]
        self.assertEqual([len(row) for row in rows], [11, 11, 11])
        self.assertEqual(rows[2][2:], ["xboxone-bt", *CELLS])
        with open(os.path.join(os.path.dirname(__file__), "../../../docs/steam.md")) as document:
            self.assertIn(done.stdout.splitlines()[0], document.read())
        asked = self.check("--steam", "--json", "--config", self.file, typed="\n".join(ANSWERS) + "\n")
        self.assertEqual(list(json.loads(asked.stdout).values()), rows[2])

    def test_without_an_answer_it_ends(self):
        done = self.check("--steam", "--config", self.file, typed="1\n")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
