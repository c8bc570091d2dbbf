"""Tests of `tiltpad setup` as a user runs it, and as a script does."""

import os
import pathlib
import subprocess
import tempfile
import unittest

from terminal import Terminal
from with_daemon import BINARY, DEADLINE


class Setup(unittest.TestCase):
    """Tests with a configuration in a temporary directory. The services of this machine are not touched."""

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.file = pathlib.Path(place.name, "tiltpad.conf")
        self.drop_in = pathlib.Path(f"{self.file}.d", "50-setup.conf")

    def run_setup(self, *options):
        """Runs `tiltpad setup` without a terminal."""
        return subprocess.run([BINARY, "setup", "--config", self.file, *options], capture_output=True, text=True, timeout=DEADLINE,
                              stdin=subprocess.DEVNULL)

    def settings(self):
        """Returns the lines of the drop-in file that set a key."""
        return [line for line in self.drop_in.read_text().splitlines() if "=" in line]

    def test_a_person_answers_by_numbers_and_a_wrong_one_is_asked_for_again(self):
        terminal = Terminal("setup", "--config", str(self.file), env=os.environ)
        self.addCleanup(terminal.close)
        for words, typed in [("Who may join", "7"), ("Who may join", "2"), ("several players", ""), ("Will Steam", ""),
                             ("phone's motion", "2"),
                             ("get the page from", "2"), ("its address", "https://pads.example/x/")]:
            terminal.until(words)
            terminal.until(r"\[1\] |…: ")
            terminal.type(typed + "\n")
        terminal.until("written: ")
        self.assertEqual(terminal.wait(), 0)
        self.assertEqual(self.settings(), ["admission = ask", "identity = dualsense", "page = https://pads.example/x/"])

    def test_a_script_gives_options_and_takes_defaults(self):
        done = self.run_setup("--browser", "yes", "--yes")
        self.assertEqual((done.returncode, done.stdout), (0, f"written: {self.drop_in}\n"))
        self.assertEqual(self.settings(), ["admission = open", "identity = xboxone-bt", "page = own"])

    def test_what_it_writes_is_a_good_configuration(self):
        self.run_setup("--join", "ask", "--page", "https://pads.example/", "--yes")
        self.file.touch()
        done = subprocess.run([BINARY, "serve", "--check", "--config", self.file], capture_output=True, text=True, timeout=DEADLINE)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_the_daemon_can_read_it_whatever_the_umask_of_the_person_is(self):
        former = os.umask(0o077)
        self.addCleanup(os.umask, former)
        self.run_setup("--yes")
        self.assertEqual([path.stat().st_mode & 0o777 for path in (self.drop_in.parent, self.drop_in)], [0o755, 0o644])

    def test_without_a_terminal_and_an_answer_it_says_which_option_is_missing(self):
        done = self.run_setup("--join", "open")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--browser", done.stderr)
        self.assertFalse(self.drop_in.exists())

    def test_an_answer_that_is_none_is_refused(self):
        for option, value in [("--join", "everyone"), ("--gyro", "maybe"), ("--page", "http://pads.example/")]:
            done = self.run_setup(option, value, "--yes")
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"{option} cannot be {value}", done.stderr)
        self.assertFalse(self.drop_in.exists())

    def test_a_place_that_cannot_be_written_is_said_in_three_lines(self):
        self.file = pathlib.Path("/proc/none/tiltpad.conf")
        done = self.run_setup("--yes")
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (1, 3))
