"""Runs the web gateway with a daemon on loopback: python3 Tests/System/Web/test_web.py [-f] [-k PATTERN]."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "Support"), str(HERE.parent / "Commands")]

import counted  # noqa: E402

# Most tests spend their time waiting, so many run at once. The tests in ALONE measure the gateway.
ALONE = ["crowd_pace_tests.py", "greedy_tests.py", "load_tests.py"]
sys.exit(counted.main("web", HERE, at_once=2 * counted.processors(), alone=ALONE))
