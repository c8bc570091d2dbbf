"""Tests of commands that use a whole terminal: live views, and a sender that keys steer."""

import signal
import time

from terminal import Terminal
from with_daemon import WithDaemon

ESCAPE = "\x1b"


class LiveViews(WithDaemon):
    def terminal(self, *arguments):
        """Starts a command in a terminal of its own."""
        terminal = Terminal(*arguments, env={**self.surroundings, "TERM": "xterm"})
        self.addCleanup(terminal.close)
        return terminal

    def test_q_ends_a_live_view_and_other_keys_do_not(self):
        for words, sight in ((["monitor", "--socket", self.socket], "Nobody is playing yet"),
                             (["discover", self.host, "--port", self.host.split(":")[1]], r"available +0/4")):
            terminal = self.terminal(*words)
            terminal.until(sight)
            terminal.type("x" + ESCAPE)
            # A character right after Escape would count as a part of an escape sequence.
            time.sleep(0.1)
            terminal.text = ""
            terminal.until(sight)
            self.assertIsNone(terminal.child.poll())
            self.assertEqual(terminal.end_by("q"), 0, words)

    def test_a_signal_ends_a_live_view_and_a_monitor_waits_for_its_daemon(self):
        terminal = self.terminal("monitor", "--socket", self.socket)
        terminal.until("Nobody is playing yet")
        self.end(self.daemon)
        terminal.until("The daemon at .* is gone")
        self.start_daemon()
        terminal.until("Nobody is playing yet")
        self.assertEqual(terminal.wait(signal.SIGTERM), 0)

    def test_keys_steer_a_sender_until_escape(self):
        terminal = self.terminal("send", self.host)
        terminal.until("arrows=tilt")
        edges = self.press(terminal, "a" + ESCAPE + "[C", r"roll \+0\.[1-9]\d pitch .* rad +a ")
        terminal.type(ESCAPE)
        self.assertEqual(terminal.wait(), 0)
        terminal.until(f"{edges} edges: {edges} acknowledged, 0 unacknowledged")


del WithDaemon
