"""Times and rates that tests record.

`make test` prints each next to its goal, and fails only if something hangs, since a busy machine makes everything late. With
TILTPAD_TIMES in the environment, which `make bench` sets, only files that import this one run, and each time is held to its goal.
"""

import os
import sys

IS_HELD = bool(os.environ.get("TILTPAD_TIMES"))
# The duration from which something counts as hanging, in s.
HANG_SECONDS = 60


def hold(test, what, seconds, goal):
    """Prints a time next to its goal, both in s; fails if something hangs or, where goals are held, if the time exceeds the goal."""
    print(f"time: {what}: {1000 * seconds:.1f} ms of {1000 * goal:.0f}", file=sys.stderr)
    test.assertLessEqual(seconds, goal if IS_HELD else HANG_SECONDS + goal, what)


def check(test, what, is_met, figures=""):
    """Prints whether a goal other than a single time is met, such as a comparison of two ages; fails only where goals are held."""
    print(f"time: {what}: {'met' if is_met else 'missed'} {figures}", file=sys.stderr)
    if IS_HELD:
        test.assertTrue(is_met, f"{what} {figures}")


def within(*pairs):
    """Returns whether each figure is at most its goal; always true if goals are not held.

    The pairs are (figure, goal). Tests that may measure again use this.
    """
    return not IS_HELD or all(figure <= goal for figure, goal in pairs)
