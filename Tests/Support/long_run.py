"""Tests and parts of tests that only a long run does (`make test-all`): TILTPAD_LONG is set in its environment."""

import os

IS_LONG = bool(os.environ.get("TILTPAD_LONG"))


def only(test):
    """Returns a test in a long run; else None, which the loader ignores."""
    return test if IS_LONG else None


def some(names, *enough):
    """Returns all names in a long run; else those that are enough."""
    return names if IS_LONG else enough
