"""Faults of the clock: it jumps by a year, or the machine is suspended."""

from faults_case import Faults, mended
from shared_guest import guest

YEAR_SECONDS = 365 * 86400
JUMP = "date -s @$(($(date +%s) + {0}))"
ASLEEP_SECONDS = 4


class Clock(Faults):
    """Tests of jumps of the time of day."""

    def test_the_clock_jumps_by_a_year_and_back(self):
        """The clock jumps four times: a year forwards, back, a year backwards, and forwards to the right time."""
        for seconds in (YEAR_SECONDS, -YEAR_SECONDS, -YEAR_SECONDS, YEAR_SECONDS):
            words = "forwards" if seconds > 0 else "backwards"
            self.suffer(f"the clock jumps {words} by a year", lambda seconds=seconds: mended(JUMP.format(seconds)))

    def test_both_are_killed_in_another_year(self):
        """Although the clock differs by a year, the players' tickets and keys are still valid, so they join again."""
        for seconds in (YEAR_SECONDS, -YEAR_SECONDS):
            guest().run(JUMP.format(seconds))
            try:
                self.suffer("daemon and gateway killed after the clock has jumped by a year", lambda: mended("systemctl kill -s KILL tiltpad tiltpad-web"))
            finally:
                guest().run(JUMP.format(-seconds))


class Sleep(Faults):
    """Tests of suspend to memory."""

    def test_the_machine_sleeps_and_wakes(self):
        """The kernel suspends to memory (S3). The machine's real-time clock wakes it up."""
        self.suffer(f"suspended to memory for {ASLEEP_SECONDS} s", lambda: mended(f"rtcwake -m mem -s {ASLEEP_SECONDS}"), times=3)
