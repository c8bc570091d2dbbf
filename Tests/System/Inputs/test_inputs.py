"""Runs the inputs gateway with a daemon on loopback: python3 Tests/System/Inputs/test_inputs.py [-f] [-k PATTERN]."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "Support"), str(HERE.parent / "Commands")]

import counted  # noqa: E402

# Most tests spend their time waiting, so many run at once. The tests in ALONE measure milliseconds, and run one at a time.
ALONE = ["neighbour_tests.py"]
sys.exit(counted.main("inputs", HERE, at_once=3 * counted.processors(), alone=ALONE))
