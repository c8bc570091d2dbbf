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
# Other programs are compared in the guest of one release only.
PATTERN = "*_tests.py" if os.environ.get("TILTPAD_SUITE", "bookworm") == "bookworm" else "phone_tests.py"
sys.exit(counted.main("compatibility", HERE, PATTERN))
