"""Runs every *_tests.py next to it in one guest, and compares docs/compatibility.md with the results.

python3 Tests/System/Compatibility/test_compatibility.py [--write] [-f] [-k PATTERN]
"""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "Support"), str(HERE.parent / "Kernel")]

import counted  # noqa: E402

if "--write" in sys.argv:
    sys.argv.remove("--write")
    os.environ["TILTPAD_WRITE_TABLE"] = "1"
# A run of some tests takes the results of the identities that it does not try from the document.
if "-k" in sys.argv:
    os.environ["TILTPAD_SELECTED"] = "1"
# With another release than bookworm, only the tests with the phone's page run.
PATTERN = "*_tests.py" if os.environ.get("TILTPAD_SUITE", "bookworm") == "bookworm" else "phone_tests.py"
sys.exit(counted.main("compatibility", HERE, PATTERN))
