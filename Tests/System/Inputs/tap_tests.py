"""Tests of taps of a button among many messages of a stick, with the real programs."""

import time

from droidpad_tests import TCPDroidPad, UDPDroidPad, WebSocketDroidPad
from ports import kernel_drops
from stranger_tests import WithDroidPad

TAPS = 40


class Taps(WithDroidPad):
    """Tests of presses among more messages than the gateway passes on to the daemon."""

    def check(self, speaker, readings):
        """Checks that the pad shows each of forty taps once, and that nothing stays down. `readings` messages of the stick precede each edge."""
        self.open()
        player = self.player(speaker)
        self.watch.undisturbed(lambda: self.tap(player, readings))
        self.assertEqual(self.taps(), TAPS)
        self.assertFalse(self.watch.pads[1].buttons)

    def settle(self, player):
        """Waits until all earlier messages are shown: presses and releases B, which the daemon shows after them."""
        pads = self.watch.pads
        self.watch.until(lambda: pads.get(1) and "b" in pads[1].buttons, lambda: player.say("B", "BUTTON", state="PRESS"))
        player.release()
        self.watch.until(lambda: pads.get(1) and not pads[1].buttons, lambda: player.say("B", "BUTTON", state="RELEASE"))

    def tap(self, player, readings):
        """Plays the taps, and waits until all messages are shown. If the kernel has dropped some, sets `stood`, so that the taps are repeated."""
        dropped = kernel_drops(self.port)
        self.watch.shown.clear()
        due = time.monotonic()
        for edge in range(2 * TAPS):
            for step in range(readings):
                player.say("l", "JOYSTICK", x=step / readings, y=0)
                # The daemon keeps no reports for a watcher that does not read, so the test reads meanwhile.
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
        """DroidPad at "Fastest" sends 640 messages a second. The test sends 1,240."""
        self.check(TCPDroidPad, 30)

    def test_forty_taps_are_shown_among_more_messages_than_are_passed_on_over_websocket(self):
        """The test sends 1,240 messages a second, as over TCP."""
        self.check(WebSocketDroidPad, 30)

    def test_forty_taps_are_shown_among_far_more_messages(self):
        """The test sends 100 readings of a stick before each press and release, far more than any app sends."""
        self.check(UDPDroidPad, 100)
