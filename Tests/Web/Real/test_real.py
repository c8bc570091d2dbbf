"""Runs the tests of the page at a real daemon and gateway: [ENGINE=firefox] python3 Tests/Web/Real/test_real.py [-f] [-k PATTERN].

Chromium runs all of them, Firefox those that its driver can do: both_*_tests.py.
"""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "Page"), str(HERE.parents[1])]

import counted  # noqa: E402

ENGINE = os.environ.get("ENGINE", "chromium")
if ENGINE == "firefox":
    sys.argv[1:1] = ["-p", "both_*_tests.py"]
sys.exit(counted.main(ENGINE, HERE))
