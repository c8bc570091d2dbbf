"""Tests of shared pads: two controllers move one pad. One of them loses its network or leaves, or the daemon crashes."""

import json
import sys
import time
import unittest

import daemon_guest
import times
from daemon_guest import axis, changes, key, watch
from shared_guest import guest

ABS_X, BTN_A, BTN_B = 0, 0x130, 0x131
TURNED = 10000
BACK_SECONDS = 0.35
# The tolerance for a late wake-up of an emulated processor, and for the time between two packets. All times are by the kernel's clock.
TOLERANCE_SECONDS = 0.07
STEP_SECONDS, STEPS = 0.02, 40
REST_SECONDS = 0.2


def setUpModule():
    """Starts the daemon."""
    daemon_guest.ready()


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


def shares():
    """Returns the shared pads, as `tiltpad share` lists them."""
    return [json.loads(line) for line in guest().run("tiltpad share --json").stdout.splitlines()]


class Helping(unittest.TestCase):
    """Tests with a player and a helper."""

    def setUp(self):
        """Begins with two players, of whom the second helps the first."""
        daemon_guest.ready()
        self.main = self.enterContext(daemon_guest.controller(token=71).run())
        daemon_guest.wait_for_pads(1)
        self.helper = self.enterContext(daemon_guest.controller(token=72).run())
        daemon_guest.wait_for_pads(2)
        guest().run("tiltpad share help 1 2")
        self.assertEqual(list(daemon_guest.wait_for_pads(1)), ["tiltpad/pad1"], "the helper's pad is gone")

    def take_over(self, probe):
        """Lets the player steer to the right, and the helper to the left with a button held."""
        probe.until("ready")
        self.main.roll = 0.5
        probe.until(axis(ABS_X, lambda value: value > TURNED))
        self.helper.set("b", True)
        probe.until(key(BTN_B, 1))
        for step in range(STEPS):
            self.helper.roll = -0.4 - 0.002 * step
            time.sleep(STEP_SECONDS)
        probe.until(axis(ABS_X, lambda value: value < -TURNED))

    def test_a_helper_who_is_pulled_off_the_network_gives_the_pad_back(self):
        """The player steers again, and the button that the helper held is released."""
        with watch() as probe:
            self.take_over(probe)
            self.helper.stop()
            probe.until(key(BTN_B, 0))
            probe.until(axis(ABS_X, lambda value: value > TURNED))
            self.main.tap("a")
            probe.until(key(BTN_A, 0))
        moves = changes(probe.seen, ABS_X)
        last = max(at for at, value in moves if value < -TURNED)
        back = min(at for at, value in moves if value > TURNED and at > last)
        up = max(at for at, value in changes(probe.seen, BTN_B, "EV_KEY") if value == 0)
        print(f"kernel: the player steered {back - last:.3f} s after the helper's last movement, "
              f"and the helper's button was up after {up - last:.3f} s", file=sys.stderr)
        times.hold(self, "a player steers after the helper is gone", max(back, up) - last, BACK_SECONDS + TOLERANCE_SECONDS)
        self.assertEqual([value for _, value in changes(probe.seen, BTN_B, "EV_KEY")], [1, 0])

    def test_a_helper_who_leaves_has_a_pad_again(self):
        """The share has then ended, and each of the two has its own pad."""
        guest().run("tiltpad share leave 2")
        self.assertEqual(set(daemon_guest.wait_for_pads(2)), {"tiltpad/pad1", "tiltpad/pad2"})
        self.assertEqual(shares(), [])
        with watch("tiltpad/pad2") as probe:
            probe.until("ready")
            self.helper.tap("b")
            probe.until(key(BTN_B, 0))

    def test_a_share_survives_the_daemon(self):
        """After a crash of the daemon the pad is still there, and both players move it again. The helper gets no pad of its own."""
        before = daemon_guest.pads()
        with watch() as probe:
            probe.until("ready")
            daemon_guest.crash()
            # A press without a daemon would be too old when the next daemon could show it.
            daemon_guest.wait_until(lambda: guest().run("tiltpad share --json || true").stdout, what="a shared pad")
            time.sleep(REST_SECONDS)
            self.helper.tap("b")
            probe.until(key(BTN_B, 0))
            # The helper keeps control of the buttons for another quarter of a second.
            time.sleep(0.25 + REST_SECONDS)
            self.main.tap("a")
            probe.until(key(BTN_A, 0))
        self.assertEqual(daemon_guest.pads(), before)
        self.assertEqual([(share["player"], share["helpers"], share["preset"]) for share in shares()], [(1, [2], "help")])
