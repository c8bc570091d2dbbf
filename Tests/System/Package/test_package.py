"""Runs the tests of the Debian package, the archive and the recipes: python3 Tests/System/Package/test_package.py [-f] [-k PATTERN]."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Support"))

import counted  # noqa: E402

sys.exit(counted.main("package", HERE))
