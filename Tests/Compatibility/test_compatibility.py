"""Runs every *_tests.py beside it in one guest, and compares docs/compatibility.md with the results.

python3 Tests/Compatibility/test_compatibility.py [--write] [-f] [-k PATTERN]
"""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "Kernel")]

import counted  # noqa: E402

if "--write" in sys.argv:
    sys.argv.remove("--write")
    os.environ["TILTPAD_WRITE_TABLE"] = "1"
sys.exit(counted.main("compatibility", HERE))
