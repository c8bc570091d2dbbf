"""Repeats tests that failed while the machine stood still."""

import functools

# The maximum number of runs of a test.
ROUNDS = 5


def again(pause):
    """Returns a decorator that repeats a failed test with a new set-up if the machine stood still: if `longest_pause()` is at least `pause` s."""
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
