"""Tests of the effect that a change of the mode has on the pads that games read."""

import unittest

import daemon_guest
from daemon_guest import axis, changes, key, watch
from shared_guest import guest

ABS_X, BTN_A = 0, 0x130
TURNED = 10000


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


def mode(*arguments):
    """Changes the mode by `tiltpad mode`."""
    guest().run(f"tiltpad mode {' '.join(arguments)}")


class Changing(unittest.TestCase):
    """Tests with two players who hold a button and are tilted to a side."""

    def setUp(self):
        """Starts the daemon in the mode `play`, lets two players join, and makes both hold a button and tilt."""
        daemon_guest.start()
        self.first = self.enterContext(daemon_guest.controller(token=51).run())
        daemon_guest.wait_for_pads(1)
        self.second = self.enterContext(daemon_guest.controller(token=52).run())
        daemon_guest.wait_for_pads(2)
        self.left, self.right = (self.enterContext(watch(f"tiltpad/pad{number}")) for number in (1, 2))
        for player, probe in ((self.first, self.left), (self.second, self.right)):
            probe.until("ready")
            player.roll = 0.5
            player.set("a", True)
            probe.until(key(BTN_A, 1))
            probe.until(axis(ABS_X, lambda value: value > TURNED))

    def presses(self, probe):
        """Returns the values of button A on a pad so far, 1 for a press and 0 for a release."""
        return [value for _, value in changes(probe.seen, BTN_A, "EV_KEY")]

    def test_what_one_player_holds_goes_up_at_once_and_the_other_pad_is_not_touched(self):
        """Back in the mode `play`, the pad follows the tilt at once, but the button counts only after a new press."""
        mode("lobby", "--player 1")
        self.left.until(key(BTN_A, 0))
        self.left.until(axis(ABS_X, lambda value: value == 0))
        rested = len(self.left.seen)
        self.second.tap("b")
        self.right.until(key(0x131, 0))
        self.assertEqual(changes(self.left.seen[rested:], ABS_X), [], "the pad rests")
        mode("play", "--player 1")
        self.left.until(axis(ABS_X, lambda value: value > TURNED))
        self.assertEqual(self.presses(self.left), [1, 0], "it is held since before")
        self.first.set("a", False)
        self.first.tap("a")
        self.left.until(key(BTN_A, 0))
        self.assertEqual(self.presses(self.left), [1, 0, 1, 0])
        self.assertEqual(self.presses(self.right), [1], "the other player has held it all the while")
        self.assertGreater(min(value for _, value in changes(self.right.seen, ABS_X)), -TURNED)

    def test_the_mode_of_the_room_is_everybodys(self):
        """A mode that is set for the room brings both pads to rest."""
        mode("buzzer")
        for probe in (self.left, self.right):
            probe.until(key(BTN_A, 0))
            probe.until(axis(ABS_X, lambda value: value == 0))
