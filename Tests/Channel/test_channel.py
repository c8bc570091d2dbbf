"""Runs the encrypted sessions against an independent implementation of Noise: python3 Tests/Channel/test_channel.py [-k PATTERN]."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import counted  # noqa: E402

sys.exit(counted.main("channel", HERE))
