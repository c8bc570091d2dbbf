"""The common parts of the tests of all programs: a test for each identity."""

import pathlib

import shared_guest
from identities import ALL
from machine import Machine

HERE = pathlib.Path(__file__).resolve().parent
MACHINE = Machine(name="compatibility", suite=shared_guest.SUITE, memory_MiB=4096, processor="Haswell-noTSX",
                  image_arguments=("--more", str(HERE), "--size", "4096"))

shared_guest.choose(MACHINE)


# Tests that did not finish: a document is not written from half a run.
failed = []


def controls(identity, held, shows_share):
    """Returns the cell of the table for the view that held, of a program that shows the share button or not."""
    has_all = shows_share or "share" not in identity.keys
    return held if has_all else "all but share"


def for_each_identity(case):
    """Gives a test case a test for each identity, from its method `check`, or `check_sensors` for an identity of sensors only."""
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
