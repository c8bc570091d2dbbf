"""The parts that the tests of all programs have in common. They add a test for each identity to a test case."""

import pathlib

import shared_guest
from identities import ALL
from machine import Machine

HERE = pathlib.Path(__file__).resolve().parent
MACHINE = Machine(name="compatibility", suite=shared_guest.SUITE, memory_MiB=4096, processor="Haswell-noTSX",
                  image_arguments=("--more", str(HERE), "--size", "4096"))

shared_guest.choose(MACHINE)


# The tests that did not pass. If there are any, the document is not written.
failed = []


def controls(identity, held, shows_share):
    """Returns the cell for buttons and axes: `held`, the name of the view that agreed, or "all but share" if the pad's share button is not shown."""
    has_all = shows_share or "share" not in identity.keys
    return held if has_all else "all but share"


def for_each_identity(case):
    """Adds a test for each identity to a test case. It calls the method `check`, or `check_sensors` for an identity that has only sensors."""
    def make(identity):
        def test(self):
            failed.append(f"{identity.name} in {case.TITLE}")
            (self.check if identity.keys else self.check_sensors)(identity)
            failed.pop()
        test.__doc__ = f"Shows the {identity.name} pad."
        return test

    for identity in ALL:
        setattr(case, f"test_{identity.name.replace('-', '_')}_in_{case.TITLE}", make(identity))
    return case
