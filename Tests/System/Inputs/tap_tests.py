"""Tests of taps of a button among many readings of a stick, with the real programs."""

import time

from droidpad_tests import TCPDroidPad, UDPDroidPad, WebSocketDroidPad
from ports import kernel_drops
from stranger_tests import WithDroidPad

TAPS = 40


class Taps(WithDroidPad):
    """Presses among more readings than the daemon gets."""

    def check(self, speaker, readings):
        """Checks that forty taps are shown, each once, with so many readings of a stick after each edge, and that nothing stays down."""
        self.open()
        player = self.player(speaker)
        self.watch.undisturbed(lambda: self.tap(player, readings))
        self.assertEqual(self.taps(), TAPS)
        self.assertFalse(self.watch.pads[1].buttons)

    def settle(self, player):
        """Waits until all that the player has said is shown: another button, said last, goes down and up again."""
        pads = self.watch.pads
        self.watch.until(lambda: pads.get(1) and "b" in pads[1].buttons, lambda: player.say("B", "BUTTON", state="PRESS"))
        player.release()
        self.watch.until(lambda: pads.get(1) and not pads[1].buttons, lambda: player.say("B", "BUTTON", state="RELEASE"))

    def tap(self, player, readings):
        """Plays the taps until all that was said is shown; a machine whose kernel drops a message stood still."""
        dropped = kernel_drops(self.port)
        self.watch.shown.clear()
        due = time.monotonic()
        for edge in range(2 * TAPS):
            for step in range(readings):
                player.say("l", "JOYSTICK", x=step / readings, y=0)
                # The daemon keeps no reports for a watcher that does not read.
                while step % 10 == 0 and self.watch.read(0):
                    pass
            player.release() if edge % 2 else player.press()
            due = max(due + 0.025, time.monotonic())
            while time.monotonic() < due:
                self.watch.read(due - time.monotonic())
        self.settle(player)
        if kernel_drops(self.port) != dropped:
            self.watch.stood = float("inf")

    def taps(self):
        """Returns how often the button has gone down."""
        states = [False] + ["a" in pad.buttons for _, pad in self.watch.shown if pad]
        return sum(now and not former for former, now in zip(states, states[1:]))

    def test_forty_taps_are_shown_among_more_messages_than_are_passed_on_over_tcp(self):
        """DroidPad at "Fastest" sends 640 a second; these are 1,240."""
        self.check(TCPDroidPad, 30)

    def test_forty_taps_are_shown_among_more_messages_than_are_passed_on_over_websocket(self):
        """The same."""
        self.check(WebSocketDroidPad, 30)

    def test_forty_taps_are_shown_among_far_more_messages(self):
        """No app sends as much."""
        self.check(UDPDroidPad, 100)
