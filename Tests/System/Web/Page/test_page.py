"""Runs the tests of the page in Chromium, usually its headless shell: python3 Tests/System/Web/Page/test_page.py [-f] [-k PATTERN]."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "Support"))

import counted  # noqa: E402

# These tests count what the page sends in a second, so they run alone.
ALONE = ["page_tests.py"]
sys.exit(counted.main("page", HERE, at_once=counted.processors(), alone=ALONE, apart=True))
