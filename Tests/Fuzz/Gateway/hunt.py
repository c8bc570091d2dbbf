"""Searches for scripts that cause a fault in a gateway, and makes a script that does so as small as it can."""

import hashlib
import pathlib
import time

from house import House
from making import made
from script import parsed, written

ROOT = pathlib.Path(__file__).resolve().parents[3]
FINDS = ROOT / "Tests/Fuzz/Crashes/Gateway"
# The folder for scripts that caused a fault once, but not in a second try.
DOUBTS = ROOT / ".cache/fuzz/Gateway"
# The number of scripts that run at the same time, before the gateway is checked.
BATCH = 12
# The least time between two checks that the gateway becomes idle, in s.
REST = 5
# The time for making a script smaller, in s.
SHRINKING = 60
# The number of runs without a fault after which scripts count as harmless.
TRIES = 3
# The number of descriptors that an idle gateway may have in addition to those at the start.
SPARE_DESCRIPTORS = 3
# The allowed growth of the gateway's memory after the first third of the run, in KiB.
SPARE_MEMORY = 4096


class Found(Exception):
    """The error that the gateway has a fault."""


def opened():
    """Starts and returns a new house with a gateway."""
    house = House()
    house.setUp()
    return house


def hurts(scripts, tries=TRIES):
    """Runs the scripts up to `tries` times on a new gateway; returns its fault, or None if it has none."""
    house = opened()
    try:
        own = house.descriptors() + SPARE_DESCRIPTORS
        for _ in range(tries):
            house.speaker.play_together(scripts)
            if fault := house.fault():
                return fault
        return house.unrest(own)
    finally:
        house.leave()


def lesser(script):
    """Yields copies of the script, each without one part. The largest parts come first: a connection, then a step, then some of the bytes sent."""
    for link in sorted({step.link for step in script}):
        yield [step for step in script if step.link != link]
    for place in range(len(script)):
        yield script[:place] + script[place + 1:]
    size = max((len(step.payload or b"") for step in script), default=0) // 2
    while size:
        for place, step in enumerate(script):
            for start in range(0, len(step.payload or b""), size):
                rest = step.payload[:start] + step.payload[start + size:]
                yield [*script[:place], step._replace(payload=rest), *script[place + 1:]]
        size //= 2


def fewer(scripts):
    """Yields copies of the list of scripts in which some scripts are missing, or one script is shorter."""
    if len(scripts) > 1:
        half = len(scripts) // 2
        yield from (scripts[half:], scripts[:half])
        yield from (scripts[:place] + scripts[place + 1:] for place in range(len(scripts)))
    for place, script in enumerate(scripts):
        yield from ([*scripts[:place], less, *scripts[place + 1:]] for less in lesser(script) if less)


def guilty(scripts, limit):
    """Returns a list with the one script that causes a fault alone, or all scripts if only all together do so; None if they cause no fault again."""
    for script in reversed(scripts):
        if time.monotonic() < limit and hurts([script]):
            return [script]
    return scripts if hurts(scripts) else None


def smaller(scripts):
    """Returns the scripts without the parts that the fault does not need, as far as the time allows; None if they cause no fault again."""
    limit = time.monotonic() + SHRINKING
    scripts = guilty(scripts, limit)
    is_smaller = scripts is not None
    while is_smaller:
        is_smaller = False
        for less in fewer(scripts):
            if time.monotonic() > limit:
                return scripts
            if hurts(less, tries=1):
                scripts, is_smaller = less, True
                break
    return scripts


def kept(scripts, why, seed):
    """Writes the smallest scripts that cause the fault to a file, or all scripts if they cause no fault again; returns the file's path."""
    least = smaller(scripts)
    folder = FINDS if least else DOUBTS
    text = written(least or scripts, [why, f"found with {seed}"])
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{hashlib.sha256(text.encode()).hexdigest()[:12]}.txt"
    path.write_text(text)
    return path


class Run:
    """A run of scripts on one gateway."""

    def __init__(self, seed, seconds):
        """Prepares a run of about `seconds` s; `seed` determines the scripts."""
        self.seed, self.seconds = seed, seconds
        self.number = 0
        self.rests = []

    def old(self):
        """Returns the scripts that caused a fault in earlier runs."""
        return [script for path in sorted(FINDS.glob("*.txt")) for script in parsed(path.read_text())]

    def play(self):
        """Runs scripts until the time is over; raises `Found` with the path of a file if the gateway has a fault."""
        self.house = opened()
        self.begun = time.monotonic()
        old = self.old()
        self.own = self.house.descriptors() + SPARE_DESCRIPTORS
        last, rested = [], time.monotonic()
        while time.monotonic() - self.begun < self.seconds:
            batch = [made(self.seed, self.number + place, old) for place in range(BATCH)]
            self.house.speaker.play_together(batch)
            self.number += BATCH
            why = self.house.fault()
            if not why and time.monotonic() - rested > REST:
                why, rested = self.rest(), time.monotonic()
            if why:
                self.tell(why, last + batch)
            last = (last + batch)[-2 * BATCH:]
        if why := self.rest():
            self.tell(why, last)

    def rest(self):
        """Waits until the gateway is idle, and records its descriptors and memory; returns the fault if it does not become idle."""
        why = self.house.unrest(self.own)
        if not why:
            self.rests.append((time.monotonic() - self.begun, self.house.descriptors(), self.house.memory()))
        return why

    def tell(self, why, scripts):
        """Writes the scripts to a file, and raises `Found` with the fault `why` and the file's path."""
        spent = time.monotonic() - self.begun
        self.house.leave()
        path = kept(scripts, why, f"seed {self.seed}, script {self.number - BATCH} and following")
        raise Found(f"the gateway {why}: {path} (seed {self.seed}, after {self.number} scripts and {spent:.0f} s)")

    def growth(self):
        """Returns the growth of the gateway's memory after a third of the run, in KiB."""
        late = [memory for at, _, memory in self.rests if at > self.seconds / 3]
        return late[-1] - late[0] if late else 0

    def figures(self):
        """Returns a line with the figures of the run."""
        spent = time.monotonic() - self.begun
        first, last = self.rests[0], self.rests[-1]
        return (f"seed {self.seed}: {self.number} scripts, {self.house.speaker.opened} connections in {spent:.0f} s, "
                f"descriptors {first[1]} to {last[1]}, memory {first[2]} to {last[2]} KiB")
