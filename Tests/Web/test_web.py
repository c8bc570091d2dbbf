"""Runs the web gateway with a daemon on loopback: python3 Tests/Web/test_web.py [-f] [-k PATTERN]."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "Commands")]

import counted  # noqa: E402

sys.exit(counted.main("web", HERE))
