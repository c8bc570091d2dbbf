"""A hunt for scripts that hurt a gateway; it makes a find as small as it can."""

import hashlib
import pathlib
import time

from house import House
from making import made
from script import parsed, written

ROOT = pathlib.Path(__file__).resolve().parents[3]
FINDS = ROOT / "Tests/Fuzz/Crashes/Gateway"
# What hurt once and not again.
DOUBTS = ROOT / ".cache/fuzz/Gateway"
# Scripts at once, after which the gateway is checked, and seconds between two rests.
BATCH = 12
REST = 5
# Seconds to make a find smaller, and how often a script is tried before it counts as harmless.
SHRINKING = 60
TRIES = 3
# More than before a gateway may have when it rests: descriptors, and KiB after a third of the time.
SPARE_DESCRIPTORS = 3
SPARE_MEMORY = 4096


class Found(Exception):
    """The error that something is wrong with the gateway."""


def opened():
    """Returns a new gateway."""
    house = House()
    house.setUp()
    return house


def hurts(scripts, tries=TRIES):
    """Returns the fault of a fresh gateway after these scripts; None if it is well."""
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
    """Yields the scripts without a part, the largest first: a connection, a step, a part of the sent bytes."""
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
    """Yields lists in which some scripts are missing or shorter."""
    if len(scripts) > 1:
        half = len(scripts) // 2
        yield from (scripts[half:], scripts[:half])
        yield from (scripts[:place] + scripts[place + 1:] for place in range(len(scripts)))
    for place, script in enumerate(scripts):
        yield from ([*scripts[:place], less, *scripts[place + 1:]] for less in lesser(script) if less)


def guilty(scripts, limit):
    """Returns the one script that hurts by itself, or all of them; None if they do not hurt again."""
    for script in reversed(scripts):
        if time.monotonic() < limit and hurts([script]):
            return [script]
    return scripts if hurts(scripts) else None


def smaller(scripts):
    """Returns the scripts without needless parts, as far as the time goes; None if they do not hurt again."""
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
    """Writes the scripts to a file, and returns it: the smallest that hurt, or all if they do not hurt again."""
    least = smaller(scripts)
    folder = FINDS if least else DOUBTS
    text = written(least or scripts, [why, f"found with {seed}"])
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{hashlib.sha256(text.encode()).hexdigest()[:12]}.txt"
    path.write_text(text)
    return path


class Run:
    """A run against one gateway."""

    def __init__(self, seed, seconds):
        """Prepares scripts from the `seed` for so many seconds."""
        self.seed, self.seconds = seed, seconds
        self.number = 0
        self.rests = []

    def old(self):
        """Returns the scripts of old finds."""
        return [script for path in sorted(FINDS.glob("*.txt")) for script in parsed(path.read_text())]

    def play(self):
        """Plays; raises `Found` with a file when the gateway is hurt."""
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
        """Lets the gateway rest, and notes its size; returns the reason if it does not rest."""
        why = self.house.unrest(self.own)
        if not why:
            self.rests.append((time.monotonic() - self.begun, self.house.descriptors(), self.house.memory()))
        return why

    def tell(self, why, scripts):
        """Raises `Found`."""
        spent = time.monotonic() - self.begun
        self.house.leave()
        path = kept(scripts, why, f"seed {self.seed}, script {self.number - BATCH} and following")
        raise Found(f"the gateway {why}: {path} (seed {self.seed}, after {self.number} scripts and {spent:.0f} s)")

    def growth(self):
        """Returns the growth of the gateway since a third of the time was over, in KiB."""
        late = [memory for at, _, memory in self.rests if at > self.seconds / 3]
        return late[-1] - late[0] if late else 0

    def figures(self):
        """Returns a line about the run."""
        spent = time.monotonic() - self.begun
        first, last = self.rests[0], self.rests[-1]
        return (f"seed {self.seed}: {self.number} scripts, {self.house.speaker.opened} connections in {spent:.0f} s, "
                f"descriptors {first[1]} to {last[1]}, memory {first[2]} to {last[2]} KiB")
