"""Tests of `tiltpad discover` as a program uses it, against a daemon on loopback. They need no network."""

import json
import signal
import time

import times
from ports import free_port
from with_daemon import DEADLINE, WithDaemon


class Discover(WithDaemon):
    def found(self, *arguments):
        """Returns the lines of `discover --once`, decoded. Only this test's daemon answers, since no other has its port."""
        result = self.look("--once", "--json", "--timeout", "1", *arguments)
        return [json.loads(line) for line in result.stdout.splitlines()]

    def look(self, *arguments):
        """Runs `discover` until a host has answered in time; returns the result of the last run."""
        limit = time.monotonic() + DEADLINE
        while (result := self.run_command("discover", self.host, "--port", self.host.split(":")[1], *arguments)).returncode:
            self.assertLess(time.monotonic(), limit, result.stderr)
        return result

    def test_a_host_is_found_with_how_full_it_is(self):
        empty, = self.found()
        self.assertEqual((empty["change"], empty["state"], empty["reason"]), ("appeared", "available", "open"))
        self.assertEqual((empty["players"], empty["limit"]), (0, 4))
        self.assertRegex(empty["key"], r"^[\w-]{43}$")
        self.assertIn(self.host, empty["addresses"])
        self.start("send", self.host, "--swing")
        self.assertIn("joined", self.daemon.stderr.readline())
        busy, = self.found()
        self.assertEqual((busy["players"], busy["session"]), (1, empty["session"]))

    def test_each_change_is_a_line_until_a_signal(self):
        watcher = self.start("discover", self.host, "--port", self.host.split(":")[1], "--json")
        self.assertEqual(json.loads(watcher.stdout.readline())["change"], "appeared")
        sender = self.start("send", self.host, "--swing")
        while (line := json.loads(watcher.stdout.readline()))["players"] == 0:
            self.assertEqual(line["change"], "changed")
        self.assertEqual((line["change"], line["players"]), ("changed", 1))
        self.end(sender, signal.SIGINT)
        began = time.monotonic()
        status, _, messages = self.end(watcher, signal.SIGINT)
        self.assertEqual((status, messages), (0, ""))
        times.hold(self, "a signal ends discover", time.monotonic() - began, DEADLINE / 4)

    def test_a_timeout_ends_it_without_once_too(self):
        result = self.look("--timeout", "0.5")
        self.assertEqual(result.stderr, "")
        self.assertTrue(result.stdout.startswith("appeared "), result.stdout)
        self.assertIn(" available ", result.stdout)

    def test_nobody_is_a_failure_of_three_lines(self):
        port = str(free_port())
        result = self.run_command("discover", f"127.0.0.1:{port}", "--port", port, "--once", "--timeout", "0.3")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertEqual(len(result.stderr.splitlines()), 3)
        self.assertIn("no host was found within 0.3 s", result.stderr)
