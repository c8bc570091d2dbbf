"""Programs in the guest that print the state of a pad, and comparisons of this state with the expected one."""

import re
import time

import steps
import views
from json_lines import JSONLines
from shared_guest import guest


class Reader:
    """A running program, and the state of the pad according to the program's output so far."""

    def __init__(self, command, fold, tolerance=0):
        """Starts a command in the guest; `fold(state, line)` adds a line of its output to the state."""
        self.lines = JSONLines(guest(), command)
        self.state = {}
        self._fold = fold
        self.tolerance = tolerance

    def __enter__(self):
        """Returns the reader."""
        return self

    def __exit__(self, *_):
        """Ends the program."""
        self.lines.close()

    def wait_for(self, pattern, timeout_seconds=60):
        """Waits for a text line with `pattern`; returns the match."""
        line = self.lines.until(lambda line: re.search(pattern, line.get("text", "")), timeout_seconds)
        return re.search(pattern, line["text"])

    def agreeing(self, expected, timeout_seconds):
        """Waits until the program shows one of the states in `expected`; returns the names of the states that it shows; none after the timeout."""
        deadline = time.monotonic() + timeout_seconds
        while not (names := [name for name, state in expected.items() if not self.missing(state)]):
            try:
                self.lines.until(self._is_taken, deadline - time.monotonic())
            except AssertionError:
                return []
        return names

    def missing(self, expected):
        """Returns the differences of the program's state from an expected one."""
        return views.differences(expected, self.state, self.tolerance)

    def _is_taken(self, line):
        """Adds a line to the state; returns True."""
        self._fold(self.state, line)
        return True


def play(player, identity, readers, timeout_seconds=30):
    """Shows every step to every reader; returns for each reader the name of the view that agreed with all steps.

    `readers` are pairs of a reader and its views by name. A view is a function of views.py. If several views agree, the name is that of the first.
    """
    remaining = [dict(views_by_name) for _, views_by_name in readers]
    for (reader, _), left in zip(readers, remaining):
        reader.state = {**next(iter(left.values()))(identity, steps.REST), **reader.state}
    for step in steps.of(identity):
        player.show(step)
        for (reader, _), left in zip(readers, remaining):
            expected = {name: view(identity, step) for name, view in left.items()}
            held = reader.agreeing(expected, timeout_seconds)
            if not held:
                raise AssertionError(f"{identity.name}: {step} is shown otherwise: " + "; ".join(
                    f"{name} would be {reader.missing(state)}" for name, state in expected.items()))
            for name in expected.keys() - set(held):
                del left[name]
    return [next(iter(left)) for left in remaining]
