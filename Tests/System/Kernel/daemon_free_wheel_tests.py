"""Tests of the axis of a wheel that nobody holds. It swings in a spring, and a damper, friction or inertia change the swing.

The reference is the second calculation of scripts/build/forces-vectors.py. A swing begins where the wheel stands still under a constant force,
at the moment when that force ends.
"""

import bisect
import itertools
import sys
import unittest

import daemon_guest
import long_run
import times
import told_wheel
from torque_formula import reference

MIDDLE, STEPS, DEGREES = 32_768, 32_767, 900
# The greatest error of a turning point, as a share of its distance from the middle. Turning points closer to the middle than LEAST, as a share
# of half of the range, do not count.
ERROR, LEAST = 0.05, 0.008
SPRING, PUSH = ("SPRING", 0.5), 16_000
# The number of the reference's steps, of 20 µs each, and the time from one of its places to the next.
REFERENCE_STEPS, PLACE_SECONDS = 300_000, 0.01
# The greatest distance between the wheel and the reference, as a share of the range, if nothing is late.
TRACE_GOAL = 0.01


def setUpModule():
    """Starts the daemon, whose players have a G29."""
    daemon_guest.ready(told_wheel.FIRM)


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


def turns(places):
    """Returns the first of a wheel's places, those at which the wheel turns back, and the last one."""
    found = places[:1]
    for former, place, later in zip(places, places[1:], places[2:]):
        if (place - former) * (later - place) < 0:
            found.append(place)
    return [*found, places[-1]]


def halves(moments):
    """Returns the half periods of a list of (time, place): the times from one passage of the middle to the next, in s."""
    found = []
    for (former, begin), (time, end) in itertools.pairwise(moments):
        if begin * end < 0:
            found.append(former + (time - former) * begin / (begin - end))
    return [later - earlier for earlier, later in itertools.pairwise(found)]


def distinct(values):
    """Returns the values without repetitions in a row."""
    return [value for value, _ in itertools.groupby(values)]


class Swings(told_wheel.Told):
    """Tests of a drawn wheel that nobody holds."""

    abilities = "picture,grip"

    def swing(self, *effects):
        """Lets the wheel swing under effects, given as (kind, coefficient); returns two lists of (time, place), of the wheel and of the reference."""
        for kind, share in effects:
            coefficient = reference.condition(kind, share)["right"]
            self.play(kind, right=coefficient, left=coefficient)
        push = self.play("CONSTANT", level=PUSH)
        daemon_guest.wait_until(lambda: self.ask("settled") > MIDDLE + STEPS // 8, what="the wheel is turned")
        begin = (self.ask("settled") - MIDDLE) / STEPS
        wheel = [(0, begin)] + [(time, (value - MIDDLE) / STEPS) for time, value in self.ask("swing", push)]
        places = reference.trace(DEGREES, begin, 0, [reference.condition(kind.lower(), share) for kind, share in effects], steps=REFERENCE_STEPS)
        return wheel, [(PLACE_SECONDS * number, place) for number, place in enumerate(places)]

    def check(self, *effects):
        """Compares the turning points and the end of a swing with the reference, and reports the times; returns the turning points."""
        wheel, wanted = self.swing(SPRING, *effects)
        found, turned = (turns(distinct(place for _, place in moments)) for moments in (wheel, wanted))
        for place, goal in zip(found, turned):
            if abs(goal) > LEAST:
                self.assertAlmostEqual(place, goal, delta=ERROR * abs(goal), msg=f"{found} {turned}")
        print(f"kernel: {effects}: turned at {told(found[:4])}, wanted {told(turned[:4])}; stays at {found[-1]:.4f}", file=sys.stderr)
        self.tell(str(effects), wheel, wanted)
        return found

    def tell(self, what, wheel, wanted):
        """Compares and reports the half periods, and the greatest distance from the reference."""
        pairs = [(time, goal) for time, goal in zip(halves(wheel), halves(wanted))]
        times.check(self, f"{what}: half periods within {ERROR:.0%}", all(abs(time / goal - 1) <= ERROR for time, goal in pairs),
                    " ".join(f"{time:.3f} of {goal:.3f} s" for time, goal in pairs))
        moments = [time for time, _ in wanted]
        distance = max(abs(place - wanted[min(bisect.bisect(moments, time), len(wanted) - 1)][1]) / 2 for time, place in wheel)
        times.check(self, f"{what}: the wheel is never {TRACE_GOAL:.0%} of its range away from the reference", distance <= TRACE_GOAL,
                    f"{distance:.2%}")

    def test_a_spring_swings_the_wheel(self):
        """The wheel's own losses bring it to rest."""
        self.assertLess(abs(self.check()[-1]), LEAST)

    @long_run.only
    def test_a_damper_takes_energy_in_each_swing(self):
        """With a damper, the wheel turns back at a smaller distance from the middle."""
        self.check(("DAMPER", 0.1))

    def test_friction_holds_the_wheel_where_the_spring_is_weaker(self):
        """The wheel stops at a distance from the middle that is at most the friction divided by the spring's stiffness."""
        friction, stiffness = 0.05 * reference.TORQUE + reference.FRICTION, 4 * SPRING[1] * reference.TORQUE
        end = abs(self.check(("FRICTION", 0.05))[-1])
        self.assertLessEqual(end, (1 + ERROR) * friction / stiffness)

    @long_run.only
    def test_inertia_makes_the_swing_slower_and_longer(self):
        """The effect doubles the inertia of the wheel. So the same losses take a smaller part of each swing."""
        self.check(("INERTIA", 0.5))


def told(places):
    """Returns places as text."""
    return " ".join(f"{place:.4f}" for place in places)


if __name__ == "__main__":
    unittest.main()
