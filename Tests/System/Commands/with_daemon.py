"""A base for tests that have a daemon without kernel pads, on loopback.

The environment variable BINARY names the program; the default is .build/debug/tiltpad.
"""

import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import unittest

from ports import free_port
from stillness import LONGEST_seconds, STILL_seconds, Lookout

ROOT = pathlib.Path(__file__).resolve().parents[3]
BINARY = os.environ.get("BINARY", str(ROOT / ".build/debug/tiltpad"))
DEADLINE = 60


class WithDaemon(unittest.TestCase):
    """A test that has its own daemon, with a free port, and with pads in memory."""

    CONFIGURATION = ""
    program = BINARY
    controller_program = BINARY

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = pathlib.Path(place.name)
        self.socket = str(self.place / "bridge.sock")
        self.surroundings = {**os.environ, "STATE_DIRECTORY": str(self.place / "state")}
        self.host = f"127.0.0.1:{free_port()}"
        self.start_daemon()

    def start_daemon(self):
        """Starts the daemon. The configuration is CONFIGURATION."""
        configuration = self.place / "tiltpad.conf"
        configuration.write_text(self.CONFIGURATION)
        self.daemon = self.start(
            "serve", "--pads", "memory", "--allow-plain", "127.0.0.0/8", "--socket", self.socket,
            "--port", self.host.split(":")[1], "--config", str(configuration), "--web", "no",
        )
        self.assertIn("listening", self.daemon.stderr.readline())

    def start(self, *arguments):
        child = subprocess.Popen(
            [self.program, *arguments], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=self.surroundings)
        self.addCleanup(self.end, child)
        return child

    def end(self, child, number=signal.SIGTERM):
        """Ends `child` by the signal `number`; returns its exit status, its output and its error messages."""
        if child.poll() is None:
            child.send_signal(number)
        try:
            output, messages = child.communicate(timeout=DEADLINE) if not child.stdout.closed else ("", "")
        except subprocess.TimeoutExpired:
            child.kill()
            raise
        return child.returncode, output, messages

    def run_command(self, *arguments):
        return subprocess.run(
            [self.program, *arguments], capture_output=True, text=True, timeout=DEADLINE, stdin=subprocess.DEVNULL,
            env=self.surroundings,
        )

    def order(self, *arguments, status=0):
        """Runs a command with the daemon's socket; returns its output, or its error messages if `status` is not 0."""
        result = self.run_command(*arguments, "--socket", self.socket)
        self.assertEqual(result.returncode, status, result.stderr)
        return result.stdout if status == 0 else result.stderr

    def undisturbed(self, play, still=STILL_seconds):
        """Plays a scene; if the machine stood still for `still` seconds meanwhile, plays it again with a fresh daemon. Returns the result."""
        limit = time.monotonic() + LONGEST_seconds
        while True:
            lookout = Lookout(self.socket)
            result = play()
            if lookout.end() < still:
                return result
            self.assertLess(time.monotonic(), limit, "the machine stands still again and again")
            self.end(self.daemon)
            self.start_daemon()

    def players(self):
        """Returns the players, as `monitor --json` shows them."""
        return json.loads(self.order("monitor", "--once", "--json"))["players"]

    def until_playing(self, count=1):
        """Waits until there are `count` players."""
        limit = time.monotonic() + DEADLINE
        while len(self.players()) != count:
            self.assertLess(time.monotonic(), limit)

    def press(self, terminal, keys, pattern):
        """Types `keys`, one of which is a button, in a sender's terminal until it shows `pattern`; returns the number of the button's edges.

        A sender holds a key for 120 ms. If the sender stands still for that time, it does not draw the pattern, but its edges still arrive.
        """
        limit, edges = time.monotonic() + DEADLINE, 0
        while not re.search(pattern, terminal.text):
            terminal.type(keys)
            edges += 2
            while sum(player["counts"]["edges"] for player in self.players()) < edges:
                self.assertLess(time.monotonic(), limit)
                terminal.read(0.05)
            terminal.read(0.05)
        return edges

    def phone(self, number, *arguments):
        """Starts controller `number` with its own key; returns its process, which ends with the test."""
        child = subprocess.Popen(
            [self.controller_program, "send", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True,
            env={**self.surroundings, "XDG_STATE_HOME": str(self.place / f"phone{number}")})
        self.addCleanup(self.end_phone, child)
        return child

    def end_phone(self, child):
        """Ends a controller that still runs."""
        child.terminate()
        child.wait(DEADLINE)
        child.stdout.close()

    def said(self, child, words):
        """Reads a program's output up to a line with these words; returns all lines read."""
        lines = []
        for line in child.stdout:
            lines.append(line)
            if words in line:
                return lines
        self.fail(f"it has ended without {words!r}: {lines}")
