"""Limits of time: `make bench` holds them, with TILTPAD_LIMITS set in its environment; elsewhere the figures are only printed, as a busy machine is no fault."""

import os

HOLDS = bool(os.environ.get("TILTPAD_LIMITS"))


def within(*pairs):
    """Returns whether each figure is at most its limit, or nobody asks; the pairs are (figure, limit)."""
    return not HOLDS or all(figure <= limit for figure, limit in pairs)
