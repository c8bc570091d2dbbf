"""Runs the commands against each other on loopback: python3 Tests/System/Commands/test_commands.py [-f] [-k PATTERN]."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Support"))

import counted  # noqa: E402

# Most tests spend their time waiting, so more run at once than there are processors.
sys.exit(counted.main("commands", HERE, at_once=2 * counted.processors()))
