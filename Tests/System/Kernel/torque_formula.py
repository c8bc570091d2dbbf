"""Compares the torques that a controller gets with the formulas of docs/wheels.md, calculated by the code of scripts/build/forces-vectors.py."""

import bisect
import collections
import importlib.machinery
import importlib.util
import pathlib

REFERENCE = pathlib.Path(__file__).resolve().parents[3] / "scripts/build/forces-vectors.py"
# The greatest error of a torque, as a share of the full one.
ERROR = 0.01
# The time between two moments of the calculation, and the time by which a torque may come too early, both in s. It may be early because an effect
# that is uploaded while the daemon works may count from the beginning of that work.
GRID_SECONDS, EARLY_SECONDS = 0.00025, 0.004
# The share of the formula's range that the torques of each effect have to cover.
COVERED = 0.5
SHAPES = {"CONSTANT": "constant", "RAMP": "ramp", "SINE": "sine", "SQUARE": "square", "TRIANGLE": "triangle", "SAW_UP": "sawUp",
          "SAW_DOWN": "sawDown"}
ENVELOPE = ("attackLength", "attackLevel", "fadeLength", "fadeLevel")
# An effect that was played: its fields for force_probe, the gain (0 to 65535), and the time just before the play, in s.
Play = collections.namedtuple("Play", "fields gain began")


def loaded():
    """Returns the reference program as a module. `import` cannot load it, because its name has a "-"."""
    loader = importlib.machinery.SourceFileLoader("forces_vectors", str(REFERENCE))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


reference = loaded()


def torque(fields, gain, time_ms, place):
    """Returns the torque of an effect as a share of the full one, `time_ms` after its beginning, on a wheel that is held at `place` (−1 to 1)."""
    kind = fields["kind"]
    if kind in SHAPES:
        effect = {"level": 0, "end": 0, "offset": 0, "period": 0, "phase": 0, **fields, "kind": SHAPES[kind],
                  "envelope": dict(zip(ENVELOPE, fields.get("envelope", ())))}
        return max(-1, min(1, reference.push(effect, time_ms))) * gain / 65535
    if kind != "SPRING":
        # Dampers, friction and inertia do nothing to a wheel that stands still.
        return 0
    effect = reference.condition("spring", 0) | {"right": fields["right"], "left": fields["left"]}
    effect |= {name: fields[given] for name, given in (("band", "band"), ("center", "center"), ("rightSaturation", "right_saturation"),
                                                       ("leftSaturation", "left_saturation")) if given in fields}
    return reference.spring(effect, place) * gain / 65535


class Story:
    """The calculated torque over time, while effects are played one after the other with pauses."""

    def __init__(self, plays, place=0):
        """Calculates the torque for a wheel that is held still at `place`, −1 to 1."""
        self.plays = plays
        # For each moment: its time, its torque, and the number of its effect, which is −1 before the first effect.
        self.times, self.torques, self.numbers = [plays[0].began - 1], [0], [-1]
        for number, play in enumerate(plays):
            length = play.fields["length"] / 1000
            for step in range(round(length / GRID_SECONDS)):
                self._add(play.began + step * GRID_SECONDS, torque(play.fields, play.gain, step * GRID_SECONDS * 1000, place), number)
            self._add(play.began + length, 0, number)

    def _add(self, time, torque, number):
        """Adds a moment."""
        self.times.append(time)
        self.torques.append(torque)
        self.numbers.append(number)

    def follow(self, told):
        """Compares a controller's torques, as (time, torque), with the formula; returns how late each came, in s, by the number of the effect.

        Each torque belongs to a moment at which the formula has it. The moments are in the order of the torques. A torque that has no such
        moment, or comes before it, is an AssertionError.
        """
        late, heights, at = collections.defaultdict(list), collections.defaultdict(lambda: [0]), 0
        for time, height in told:
            begin = at
            while at < len(self.times) and abs(self.torques[at] - height) > ERROR:
                at += 1
            if at == len(self.times) or self.times[at] > time + EARLY_SECONDS:
                raise AssertionError(self._story(begin, at, time, height))
            nearest = max(at, bisect.bisect_right(self.times, time) - 1)
            newest = nearest
            while abs(self.torques[nearest] - height) > ERROR:
                nearest -= 1
            # A value of the formula lasts until the next moment.
            late[self.numbers[nearest]].append(0 if nearest == newest else time - self.times[nearest + 1])
            heights[self.numbers[nearest]].append(height)
        self._check_span(heights)
        return late

    def _story(self, begin, at, time, height):
        """Returns the reason why a torque does not fit the formula."""
        number = max(0, self.numbers[begin])
        when = "never" if at == len(self.times) else f"{1000 * (self.times[at] - time):.1f} ms later, in effect {self.numbers[at]}"
        play = self.plays[number]
        return (f"{height:.3f} was told {1000 * (time - play.began):.1f} ms after the beginning of effect {number}, {play}; "
                f"after {self.torques[begin]:.3f} the formula has it {when}")

    def _check_span(self, heights):
        """Fails if the torques of an effect cover much less than the formula's range. The torques and the formula both begin and end at 0."""
        for number, play in enumerate(self.plays):
            wanted = [torque for torque, owner in zip(self.torques, self.numbers) if owner == number]
            span, found = max(wanted) - min(wanted), max(heights[number]) - min(heights[number])
            if span > ERROR and found < COVERED * span:
                raise AssertionError(f"of a span of {span:.3f}, {found:.3f} were told: effect {number}, {play}")
