"""Tests of the torque of each effect against its formula (docs/wheels.md, "Effects"), from a game to the TORQUE of a motor.

The wheel stands still, except in the test of friction and dampers, which swings it. The test of the formula plays a third of the cases, or all of
them with TILTPAD_LONG=yes.
"""

import itertools
import statistics
import sys
import unittest

import daemon_guest
import long_run
import times
import told_wheel
import torque_formula
from torque_formula import Play, Story

DIRECTIONS, GAINS = (0x4000, 0xC000, 0x2000, 0x8000), (0xFFFF, 0x4000)
LENGTH_ms, REST_SECONDS = 400, 0.1
WAVE = {"level": 22_000, "offset": 4_000, "period": 200, "phase": 0x2000}
PUSHES = {"CONSTANT": {"level": -24_000}, "RAMP": {"level": -30_000, "end": 20_000}, "SINE": WAVE, "SQUARE": WAVE, "TRIANGLE": WAVE,
          "SAW_UP": WAVE, "SAW_DOWN": WAVE}
CONDITION = {"right": 12_000, "left": 12_000}
CONDITIONS = dict.fromkeys(("SPRING", "DAMPER", "FRICTION"), CONDITION)
# SHAPES: the changes to the fields of a push. BOUNDS: the changes to the fields of a condition, which has no envelope.
SHAPES = ({}, {"envelope": [80, 0x1000, 120, 0x6000]})
BOUNDS = ({}, {"band": 4_000, "center": -12_000, "right_saturation": 0xA000})
TORQUE_GOAL_SECONDS = 0.006
STICK = 0.4


def cases():
    """Yields pairs of an effect's fields and a gain: each kind in each direction, with each gain, with and without an envelope or bounds."""
    for effects, changes in ((PUSHES, SHAPES), (CONDITIONS, BOUNDS)):
        for kind, direction, gain, change in itertools.product(effects, DIRECTIONS, GAINS, changes):
            yield {"kind": kind, "direction": direction, "length": LENGTH_ms, **effects[kind], **change}, gain


def setUpModule():
    """Starts the daemon, whose players have a G29 in a firm hand."""
    daemon_guest.ready(told_wheel.FIRM)


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


class Effects(told_wheel.Told):
    """Tests of a controller with a motor that measures its wheel's angle. The wheel stands still."""

    configuration = told_wheel.MEASURED
    abilities = "motor,measured"
    options = f"--sticks {STICK},0,0,0"

    def test_each_torque_is_that_of_the_formula(self):
        """Each torque differs from the formula by at most 1 % of the full torque. The torques come in the formula's order, and none too early."""
        place = self.place()
        self.assertAlmostEqual(place, STICK, delta=0.01)
        played = list(cases())[:: 1 if long_run.IS_LONG else 3]
        began = self.ask("series", played, REST_SECONDS, seconds=60 + len(played))
        self.player.until(lambda line: line.get("torque") == 0 and line["time"] > began[-1] + LENGTH_ms / 1000)
        told = [(line["time"], line["torque"]) for line in self.player.seen if line.get("time", 0) > began[0] and "torque" in line]
        late = Story([Play(*case, at) for case, at in zip(played, began)], place).follow(told)
        worst = 0
        # Dampers and friction do not push a wheel that stands still.
        for kind in (*PUSHES, "SPRING"):
            found = sorted(time for number, case in enumerate(played) if case[0]["kind"] == kind for time in late[number])
            worst = max(worst, found[-1])
            print(f"kernel: {kind}: {len(found)} torques, {1000 * statistics.median(found):.1f} ms after the formula, "
                  f"the worst {1000 * found[-1]:.1f} ms", file=sys.stderr)
        times.hold(self, f"a torque after its formula, the worst of {len(told)}", worst, TORQUE_GOAL_SECONDS)


class Resistances(told_wheel.Told):
    """Tests of a controller with a motor that swings its wheel to and fro."""

    abilities = "motor,measured"
    options = "--swing --amplitude 0.3 --frequency 0.5"

    def test_friction_and_a_damper_at_its_limit_push_against_the_motion(self):
        """Friction pushes with its coefficient, and the damper with its saturation, wherever the wheel is fast."""
        for kind, fields, size in (("FRICTION", {"right": 16_384, "left": 16_384}, 0.5),
                                   ("DAMPER", {"right": 32_767, "left": 32_767, "right_saturation": 0x4000, "left_saturation": 0x4000}, 0.25)):
            with self.subTest(kind=kind):
                number = self.play(kind, **fields)
                begin = len(self.player.seen)
                self.player.until(lambda line: line.get("acting"))
                signs = [0, 0]
                while min(signs) < 20:
                    self.player.until("torque")
                    signs = self.signs(self.player.seen[begin:], size)
                self.ask("erase", number)
                self.player.until(lambda line: line.get("torque") == 0 and not line["acting"])

    def signs(self, lines, size):
        """Checks each torque in the middle of a swing; returns how many torques of `size` push to the right and to the left."""
        lines, counts = [line for line in lines if line.get("acting")], [0, 0]
        for former, line in itertools.pairwise(lines):
            way = line["angle"] - former["angle"]
            # Near its ends the wheel is slow. At first, and after a long silence, it counts as still.
            if abs(line["angle"]) < 0.2 and abs(way) > 0.002 and line["torque"] != 0:
                self.assertLessEqual(abs(line["torque"]), size + told_wheel.PERCENT, (former, line))
                self.assertEqual(line["torque"] < 0, way > 0, (former, line))
                counts[way > 0] += abs(line["torque"]) > size - told_wheel.PERCENT
        return counts


class Formula(unittest.TestCase):
    """Tests of the comparison itself, without a guest."""

    def told(self, fields, late_seconds=0.004):
        """Returns the torques that a controller gets for an effect if all goes well, as (time, torque), `late_seconds` later than by the formula."""
        moments = [step * late_seconds for step in range(int(LENGTH_ms / 1000 / late_seconds))]
        found = [(at + late_seconds, torque_formula.torque(fields, 0xFFFF, 1000 * at, 0)) for at in moments]
        return [*found, (LENGTH_ms / 1000 + late_seconds, 0)]

    def test_a_torque_is_as_late_as_it_was_told(self):
        """Torques that come 4 ms later than by the formula fit it, and count as at most 5 ms late."""
        for kind, fields in PUSHES.items():
            fields = {"kind": kind, "direction": 0xC000, "length": LENGTH_ms, **fields}
            late = Story([Play(fields, 0xFFFF, 0)]).follow(self.told(fields))
            self.assertLessEqual(max(late[0]), 0.005, kind)

    def test_another_shape_gain_direction_or_no_torque_at_all_does_not_fit(self):
        """The comparison fails, because some torque never comes or comes too early."""
        base = {"direction": 0xC000, "length": LENGTH_ms}
        others = {kind: {"kind": kind, **base, **fields} for kind, fields in PUSHES.items()}
        for kind, fields in others.items():
            story = Story([Play(fields, 0xFFFF, 0)])
            wrong = [told for other, told in others.items() if other != kind]
            wrong += [{**fields, "direction": 0x4000}, {**fields, "level": fields["level"] * 1.05}, {**fields, "level": 0, "offset": 0, "end": 0}]
            for other in wrong:
                with self.subTest(kind=kind, other=other), self.assertRaises(AssertionError):
                    story.follow(self.told(other))


if __name__ == "__main__":
    unittest.main()
