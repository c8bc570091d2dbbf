"""Tests that run again after the machine stood still."""

import functools

# The maximum number of runs of a test.
ROUNDS = 5


def again(pause):
    """Makes a failed test run again, with a new set-up, if its `longest_pause` is at least `pause` s: the machine stood still."""
    def decorated(test):
        @functools.wraps(test)
        def played(self):
            for _ in range(ROUNDS - 1):
                try:
                    return test(self)
                except (AssertionError, LookupError, TypeError) as error:
                    longest = self.longest_pause()
                    if longest < pause:
                        raise
                    print(f"(again, as nothing came for {longest:.1f} s: {error})", end=" ", flush=True)
                self.doCleanups()
                self.setUp()
            return test(self)
        return played
    return decorated
