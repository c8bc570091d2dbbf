"""Tests and parts of tests for long runs only (`make test-all`), whose environment contains TILTPAD_LONG."""

import os

IS_LONG = bool(os.environ.get("TILTPAD_LONG"))


def only(test):
    """A decorator that keeps a test in a long run. In other runs it returns None, which the loader ignores."""
    return test if IS_LONG else None


def some(names, *enough):
    """Returns all `names` in a long run, otherwise only those in `enough`."""
    return names if IS_LONG else enough
