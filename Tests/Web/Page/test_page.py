"""Runs the tests of the page in Chromium: python3 Tests/Web/Page/test_page.py [-f] [-k PATTERN]."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

import counted  # noqa: E402

sys.exit(counted.main("page", HERE, at_once=counted.processors()))
