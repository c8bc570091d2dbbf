"""Runs every *_tests.py next to it in one guest: python3 Tests/System/Kernel/test_kernel.py [-f] [-k PATTERN]."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Support"))

import counted  # noqa: E402

sys.exit(counted.main("kernel", HERE))
