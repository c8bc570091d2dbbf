"""Tests of settings that are tried and kept. The axes of the pad show their effect."""

import sys
import unittest

import daemon_guest
import long_run
import times
from daemon_guest import axis, changes, watch
from shared_guest import guest, start
from tables import KNOBS

ABS_X = 0
GOAL_SECONDS = 0.15
STATE = "/var/lib/tiltpad/dashboard.conf"
NUMBERS = {row[0]: number for number, row in enumerate(KNOBS, 1)}
# The settings that move an axis while the player holds everything still: for each, a value to try, as a number on the wire, and the axis.
TURNED = {
    "profile": (1, "x"), "full_lock": (900, "x"), "dead_zone": (500, "x"), "curve": (100, "x"), "invert": (1, "x"), "stick_dead_zone": (600, "rx"),
    "stick_anti_dead_zone": (500, "rx"), "stick_curve": (100, "rx"), "gyro": (1, "rx"), "flick": (1, "rx"),
}
# The further settings that move the right stick while the gyro is on.
GYRO = {"gyro_rate": (40, "rx"), "gyro_tighten": (500, "rx"), "turn_rate": (900, "rx"), "turn_power": (20, "rx"), "turn_inner": (200, "rx"),
        "turn_outer": (300, "rx")}


def tearDownModule():
    """Stops the daemon, and deletes the settings that it has kept."""
    daemon_guest.stop()
    guest().run(f"rm -f {STATE}")


class Knobs(unittest.TestCase):
    """Tests of settings. In the tests with knob_probe.py the player is in the guest, so that one clock times the order and the event."""

    def setUp(self):
        """Deletes the kept settings."""
        daemon_guest.installed().run(f"rm -f {STATE}")

    def turn(self, knobs, token, extra=""):
        """Tries each of the settings, and checks that the axis changes at once, and has its former value after the undo."""
        daemon_guest.start(extra)
        words = " ".join(f"{key}:{NUMBERS[key]}:{tried}:{name}" for key, (tried, name) in knobs.items())
        with start("knob_probe", f"--token {token} {words}") as probe:
            rows = probe.until("rows", timeout_seconds=120)["rows"]
        self.assertEqual([row[0] for row in rows], list(knobs))
        for key, name, before, shown, seconds, after in rows:
            print(f"kernel: {key}: {name} {before} → {shown} → {after}", file=sys.stderr)
            self.assertNotEqual(shown, before, key)
            self.assertEqual(after, before, key)
            self.assertIsNotNone(seconds, key)
            times.hold(self, f"from the order {key} to the event of the axis", seconds, GOAL_SECONDS)

    def test_each_knob_moves_its_axis_and_its_undo_brings_the_axis_back(self):
        """The settings are those of tilt and sticks."""
        self.turn(TURNED, 81, "[profile wheel]\nfilter = none\n")

    def test_each_knob_of_the_gyro_moves_the_right_stick(self):
        """The player turns at a constant 40 °/s."""
        self.turn(GYRO, 82, "[profile wheel]\ngyro = stick\n")

    def test_what_is_kept_outlives_a_restart_and_is_gone_with_its_file(self):
        """`tiltpad set` keeps a setting, and the daemon writes it to a file. When the file is deleted, a reload undoes the setting."""
        daemon_guest.start()
        player = self.enterContext(daemon_guest.controller(token=83).run())
        daemon_guest.wait_for_pads(1)
        with watch() as probe:
            probe.until("ready")
            player.roll = 0.4
            probe.until(axis(ABS_X, lambda value: value > 10000))
            guest().run("tiltpad set full_lock 180 --player 1")
            probe.until(axis(ABS_X, lambda value: 0 < value < 6000))
            guest().run("systemctl restart tiltpad")
            probe.until(axis(ABS_X, lambda value: value == 0))
            probe.until(axis(ABS_X, lambda value: value > 2000))
            values = [value for _, value in changes(probe.seen, ABS_X)]
            self.assertLess(max(values[-values[::-1].index(0):]), 6000)
            self.assertIn("full_lock = 180", guest().read(STATE)[STATE])
            guest().run(f"rm {STATE} && systemctl reload tiltpad")
            probe.until(axis(ABS_X, lambda value: value > 10000))

    @long_run.only
    def test_a_trial_ends_by_itself_after_a_minute(self):
        """`tiltpad set --try` ends when the trial ends. The setting then has its former value, and is not kept."""
        daemon_guest.start()
        player = self.enterContext(daemon_guest.controller(token=84).run())
        daemon_guest.wait_for_pads(1)
        with watch(seconds=180) as probe:
            probe.until("ready")
            player.roll = 0.4
            probe.until(axis(ABS_X, lambda value: value > 10000))
            guest().run("tiltpad set full_lock 180 --try", timeout_seconds=120)
            probe.until(axis(ABS_X, lambda value: value > 10000))
        values = [value for _, value in changes(probe.seen, ABS_X)]
        self.assertTrue(any(0 < value < 6000 for value in values[values.index(max(values)):]))
        self.assertNotIn(STATE, guest().read(STATE))


if __name__ == "__main__":
    unittest.main()
