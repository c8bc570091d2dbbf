"""Tests that are played again where the machine stood still."""

import functools

# The most times that a test is played.
ROUNDS = 5


def again(pause):
    """Makes a test be played again, set up anew, if it fails and its `longest_pause` is `pause` s or longer: the machine stood still."""
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
