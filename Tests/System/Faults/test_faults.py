"""Runs every *_tests.py next to it in one guest of its own: python3 Tests/System/Faults/test_faults.py [--steady] [--write] [-f] [-k PATTERN].

--steady uses a guest whose clock follows its work; without -k it runs only the tests about times. --write writes the table of
docs/reliability.md if every test has passed; with -k it writes only the rows of the chosen tests.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "Support"), str(HERE.parent / "Kernel"), str(HERE)]

import counted  # noqa: E402
import shared_guest  # noqa: E402
import table  # noqa: E402
from machine import Machine  # noqa: E402

# The tests whose losses depend on how long a start takes.
ABOUT_TIMES = ["-k", "Upgrades"]


def taken(option):
    """Removes an option from the arguments; returns whether it was there."""
    is_there = option in sys.argv
    sys.argv = [word for word in sys.argv if word != option]
    return is_there


is_writing, is_steady = taken("--write"), taken("--steady")
is_whole = len(sys.argv) == 1
if is_steady and is_whole:
    sys.argv += ABOUT_TIMES
shared_guest.choose(Machine(name="faults", is_steady=is_steady))
status = counted.main("faults", HERE)
if is_writing and status == 0:
    table.write(table.STEADY if is_steady else table.QUICK, is_whole)
sys.exit(status)
