"""Tests of a swing of the controller on the pad's axis: its size, its sign, and its delay."""

import sys
import time
import unittest

import daemon_guest
import expected_axis
import long_run
import times
from daemon_guest import ALLOWED
from shared_guest import guest, start

AMPLITUDE, FREQUENCY_Hz, SECONDS = 0.6, 0.5, 5
RATE_Hz = 100
# The delay that the kernel, the loopback and a shared emulated processor may add.
SCHEDULING_SECONDS = 0.015
WATCHDOG_SECONDS = 10
# The error of the measurement: a value may seem to come this much before it was sent, in s.
EARLIEST_SECONDS = 0.002


def setUpModule():
    """Starts the daemon."""
    daemon_guest.start()


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


class ASwing(unittest.TestCase):
    """Tests of a swing of ±0.6 rad at 0.5 Hz, sent 100 times a second. The sender runs in the guest, so that one clock times both ends."""

    def swing(self, filter_line, model, token):
        """Swings under a filter; returns the axis of the model, the axis of the pad, and the pad's lags behind the hand and the model, in s."""
        daemon_guest.configure(f"{ALLOWED}[profile wheel]\n{filter_line}\n")
        with start("swing_probe", f"--token {token} --amplitude {AMPLITUDE} --frequency {FREQUENCY_Hz} "
                                  f"--seconds {SECONDS}") as probe:
            swung = probe.until("sent", timeout_seconds=40)
        daemon_guest.wait_for_pads(0)
        sent, shown = swung["sent"], swung["shown"]
        begin, end = sent[0][0] + 0.5, sent[-1][0]
        hand = [(at, expected_axis.axis(roll)) for at, roll in sent]
        smoothed = [(at, expected_axis.axis(roll)) for at, roll in model(sent)]
        lags = [expected_axis.lag(reference, shown, begin, end) for reference in (hand, smoothed)]
        print(f"kernel: {filter_line}: {1000 * lags[0]:.1f} ms behind the hand, {1000 * lags[1]:.1f} ms behind "
              f"the model, {len(sent)} samples, {len(shown)} values", file=sys.stderr)
        times.check(self, "samples of a swing are sent in time", len(sent) > 0.8 * SECONDS * RATE_Hz, f"{len(sent)}")
        self.assertGreater(lags[1], -EARLIEST_SECONDS)
        return smoothed, shown, lags

    def check_shape(self, smoothed, shown):
        """Checks that the pad's axis has the same ends as the model, and is positive to the right."""
        for extreme in (max, min):
            expected = extreme(value for _, value in smoothed)
            self.assertAlmostEqual(extreme(value for _, value in shown), expected, delta=0.03 * abs(expected))
        first_turn = [value for at, value in shown if at < smoothed[0][0] + 0.9]
        self.assertGreater(min(first_turn), -200)
        self.assertGreater(max(first_turn), 20000)

    @long_run.only
    def test_unfiltered_it_arrives_as_it_was_sent(self):
        """Without a filter, the axis has only the response curve, and the machine's own delay."""
        smoothed, shown, lags = self.swing("filter = none", expected_axis.unfiltered, token=11)
        self.check_shape(smoothed, shown)
        self.assertAlmostEqual(max(value for _, value in shown), expected_axis.axis(AMPLITUDE), delta=100)
        times.hold(self, "the pad behind the hand without a filter", lags[0], SCHEDULING_SECONDS)

    @long_run.only
    def test_a_moving_average_of_n_lags_by_half_of_n_minus_one_samples(self):
        """The lag of a moving average of nine samples at 100 Hz is 40 ms."""
        average = expected_axis.moving_average(9)
        smoothed, shown, lags = self.swing("filter = moving-average 9", average, token=12)
        self.check_shape(smoothed, shown)
        times.hold(self, "the moving average of nine beside 40 ms", abs(lags[0] - (9 - 1) / 2 / RATE_Hz), SCHEDULING_SECONDS)

    def test_the_default_filter_lags_as_the_model_of_it_does(self):
        """A second implementation of the 1€ filter gives the lag. The daemon adds only the machine's delay."""
        smoothed, shown, lags = self.swing("# the default", expected_axis.one_euro, token=13)
        self.check_shape(smoothed, shown)
        times.hold(self, "the default filter behind its model", lags[1], SCHEDULING_SECONDS)
        times.hold(self, "the default filter behind the hand", lags[0], 0.05)

    def test_while_it_plays_it_satisfies_the_watchdog(self):
        """The daemon has run for longer than the watchdog's time, and was not restarted."""
        active = int(daemon_guest.show("ActiveEnterTimestampMonotonic")["ActiveEnterTimestampMonotonic"]) / 1e6
        while float(guest().run("cat /proc/uptime").stdout.split()[0]) - active < 1.5 * WATCHDOG_SECONDS:
            time.sleep(0.5)
        unit = daemon_guest.show("ActiveState", "NRestarts", "WatchdogUSec")
        self.assertEqual(unit, {"ActiveState": "active", "NRestarts": "0",
                                "WatchdogUSec": f"{WATCHDOG_SECONDS}s"})
