"""Runs the tests of the Debian package: python3 Tests/Package/test_package.py [-f] [-k PATTERN]."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import counted  # noqa: E402

sys.exit(counted.main("package", HERE))
