"""Tests encrypted sessions against an independent implementation of Noise: python3 Tests/System/Channel/test_channel.py [-k PATTERN]."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Support"))

import counted  # noqa: E402

sys.exit(counted.main("channel", HERE))
