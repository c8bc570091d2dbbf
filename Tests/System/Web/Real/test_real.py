"""Runs the tests of the page at a real daemon and gateway: [ENGINE=firefox] python3 Tests/System/Web/Real/test_real.py [-f] [-k PATTERN].

Chromium runs all tests, in a long run the full Chromium and otherwise its headless shell. Firefox runs those that its driver supports:
both_*_tests.py.
"""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "Page"), str(HERE.parents[2] / "Support")]

import counted  # noqa: E402

ENGINE = os.environ.get("ENGINE", "chromium")
PATTERN = "both_*_tests.py" if ENGINE == "firefox" else "*_tests.py"
# These tests measure milliseconds, or are disturbed by other tests.
ALONE = ["both_crash_tests.py", "chromium_access_tests.py", "chromium_latency_tests.py", "chromium_quiz_tests.py"]
sys.exit(counted.main(ENGINE, HERE, PATTERN, counted.processors(), ALONE, apart=True))
