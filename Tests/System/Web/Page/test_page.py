"""Runs the tests of the page in Chromium's headless shell: python3 Tests/System/Web/Page/test_page.py [-f] [-k PATTERN]."""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "Support"))

import counted  # noqa: E402

# Chromium without the windows and menus of a desktop: it opens a page with half of the work. Tests/System/Web/Real has the whole of it.
os.environ.setdefault("CHROMIUM", "/usr/bin/chromium-headless-shell")

# Counts what the page sends in a second.
ALONE = ["page_tests.py"]
sys.exit(counted.main("page", HERE, at_once=counted.processors(), alone=ALONE, apart=True))
