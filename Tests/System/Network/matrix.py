"""The cells of the matrix. In each, one controller plays through a different network."""

import collections
import concurrent.futures
import dataclasses
import functools
import itertools
import math
import os
import time

import watch
from links import arrivals
from scene import Scene

IS_FULL = os.environ.get("TILTPAD_NETWORK") == "full"
# The length of a cell in s, and the number of cells at the same time. A cell causes some 900 short wake-ups a second.
SECONDS = 60 if IS_FULL else 8
SIDE_BY_SIDE = 12
BUTTONS = ("a", "b", "x", "y")
PRESS_SECONDS = 0.2
# The time between the last press and the controller's end, in s.
REST_SECONDS = 1.5
# Two frames of a game at 60 Hz, in ms.
TWO_FRAMES = 2000 / 60
# The age in ms that the host and the machine may add to the age that the network causes.
OWN_SHARE = 5
# A busy machine makes axes look older far more often than younger. So a cell whose axes are too old gets up to this many attempts.
ATTEMPTS = 3
# The time between two samples of the controller, in ms (125 Hz).
PERIOD = 8


@dataclasses.dataclass(frozen=True)
class Cell:
    """One kind of network: times in ms, shares in percent."""

    delay: int
    loss: int
    burst: int
    duplicate: int
    reorder: int
    longest: int = 0

    def faults(self):
        """Returns the faults other than the delay. They begin once the controller plays."""
        return {name: value for name, value in dataclasses.asdict(self).items() if name != "delay"}

    def __str__(self):
        """Returns the cell's faults in words."""
        return (f"delay {self.delay} ms, loss {self.loss} % in bursts of {self.burst} ms, "
                f"{self.duplicate} % twice, {self.reorder} % held back")


@dataclasses.dataclass
class Outcome:
    """The observations of a cell. Ages are in ms."""

    cell: Cell
    sent: int = 0
    acknowledged: int = 0
    taken: int = 0
    recovered: int = 0
    skipped: int = 0
    hurried: int = 0
    numbers: int = 0
    shown: int = 0
    down: int = 0
    blind: float = 0
    lost: float = 0
    ages: list = dataclasses.field(default_factory=list, repr=False)
    ideal: list = dataclasses.field(default_factory=list, repr=False)

    @functools.cached_property
    def age(self):
        """Returns the 99th percentile of the ages of the samples that the pad showed, in ms."""
        return watch.percentile(self.ages, 99)

    @functools.cached_property
    def ideal_age(self):
        """Returns the 99th percentile of the ages of the newest delivered samples, in ms. No host can show newer ones."""
        return watch.percentile(self.ideal, 99)

    @property
    def follows(self):
        """Returns whether the pad is as new as the newest delivered sample, apart from OWN_SHARE."""
        return self.age < self.ideal_age + OWN_SHARE

    @property
    def is_young(self):
        """Returns whether the axes are younger than the delay plus two frames. It is True for networks that are too bad for this goal."""
        return self.age < self.cell.delay + TWO_FRAMES or self.cell.loss > 3 or self.cell.burst > 1


# Without loss, the length of bursts has no effect, so only one is tested.
MATRIX = [Cell(delay, loss, burst, duplicate, reorder)
          for delay, loss, burst, duplicate, reorder in itertools.product(
              (1, 10, 50), (0, 1, 3, 10), (1, 30), (0, 5), (0, 10)) if loss > 0 or burst == 1]
WORSE = [Cell(delay, 20, burst, 0, 0, 400) for delay, burst in itertools.product((1, 10, 50), (1, 30, 100))]
WORSE += [Cell(50, 20, 30, 5, 10, 400)]


def play(cell, seed):
    """Lets a controller play through a cell; returns the outcome."""
    presses = int((SECONDS - REST_SECONDS) / PRESS_SECONDS / len(BUTTONS))
    with Scene(seed, delay=cell.delay) as scene:
        controller = scene.controller(
            "--swing", "--press", ",".join(BUTTONS), "--count", presses, "--duration", SECONDS)
        started = time.monotonic()
        scene.wait_for_player()
        scene.link.set(**cell.faults())
        start = time.monotonic_ns()
        scene.watch.listen(SECONDS - REST_SECONDS - (time.monotonic() - started))
        end = time.monotonic_ns()
        scene.watch.until(lambda: controller.process.poll() is not None, 10 + SECONDS, "the controller's end")
        tally, counts = controller.tally(), scene.link.counts()["near"]
        scene.link.close()
        return outcome(cell, scene, tally, counts, start, end)


def outcome(cell, scene, tally, counts, start, end):
    """Returns the outcome of a scene between the times `start` and `end`, in ns."""
    seen = scene.watch
    # The last complete status before the controller's goodbye.
    last = seen.players[-1]
    shown = [(arrival.time, arrival.sample) for arrival in seen.arrivals if arrival.sample]
    delivered = arrivals(scene.record)
    return Outcome(
        cell, sent=tally["edges"], acknowledged=tally["acknowledged"], taken=last.counts.edges,
        recovered=last.counts.recovered, skipped=last.counts.skipped, hurried=last.counts.hurried,
        numbers=len({number for arrival in seen.arrivals for number, _ in arrival.edges}),
        shown=watch.transitions(seen.players), down=last.buttons,
        blind=watch.longest_gap([time for time, _ in seen.hosts]),
        lost=100 * counts["lost"] / counts["taken"],
        ages=watch.ages(shown, start + int(cell.delay * 2e6), end),
        ideal=watch.ages(delivered, start + int(cell.delay * 2e6), end))


def run(cells):
    """Runs the cells. If few cells have axes that are too old, runs these again.

    Returns all outcomes, the last outcome of each cell, and the failures.
    """
    outcomes, latest, failures = [], {}, []
    while cells and (not outcomes or len(cells) <= SIDE_BY_SIDE):
        fresh, broken = play_all(cells, len(outcomes))
        outcomes += fresh
        failures += broken
        latest.update({one.cell: one for one in fresh})
        tries = collections.Counter(one.cell for one in outcomes)
        cells = [one.cell for one in fresh if not (one.follows and one.is_young) and tries[one.cell] < ATTEMPTS]
    return outcomes, list(latest.values()), failures


def play_all(cells, seed):
    """Runs the cells, SIDE_BY_SIDE at a time; returns the outcomes and the failures."""
    outcomes, failures = [], []
    with concurrent.futures.ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        waiting = {pool.submit(play, cell, number): cell for number, cell in enumerate(cells, seed + 1)}
        for future in concurrent.futures.as_completed(waiting):
            if error := future.exception():
                failures.append(f"{waiting[future]}: {error!r}")
            else:
                outcomes.append(future.result())
    return outcomes, failures


def arithmetic(loss, burst):
    """Returns the age in ms, on top of the delay, that bursts of loss alone make the axes exceed for 1 % of the time.

    In a burst of length L (exponentially distributed, with mean B), the newest sample is older than x for the time L + P - x, where P is the time
    between two samples. As a share of all time that is loss · exp(-(x - P)/B), which is 1 % at x = P + B · ln(loss / 1 %).
    """
    return PERIOD + burst * max(0.0, math.log(loss / 1)) if loss > 0 else PERIOD
