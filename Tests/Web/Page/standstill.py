"""Tests that are played again where the machine stood still."""

import functools

# So often a test is played at most.
ROUNDS = 5


def again(pause):
    """Makes a test be played again, in another house, if it fails and the machine stood still for `pause` s or longer."""
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
