"""Runs the inputs gateway with a daemon on loopback: python3 Tests/System/Inputs/test_inputs.py [-f] [-k PATTERN]."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "Support"), str(HERE.parent / "Commands")]

import counted  # noqa: E402

# Most tests wait most of the time; these judge milliseconds.
ALONE = ["neighbour_tests.py"]
sys.exit(counted.main("inputs", HERE, at_once=3 * counted.processors(), alone=ALONE))
