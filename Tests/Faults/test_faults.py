"""Runs every *_tests.py beside it in one guest of its own: python3 Tests/Faults/test_faults.py [--write] [-f] [-k PATTERN].

--write writes the table of docs/reliability.md, if every test has passed; with -k the rows of these tests only.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "Kernel"), str(HERE)]

import counted  # noqa: E402
import shared_guest  # noqa: E402
import table  # noqa: E402
from machine import Machine  # noqa: E402

is_writing = "--write" in sys.argv
sys.argv = [word for word in sys.argv if word != "--write"]
shared_guest.choose(Machine(name="faults"))
status = counted.main("faults", HERE)
if is_writing and status == 0:
    table.write(is_whole=len(sys.argv) == 1)
sys.exit(status)
