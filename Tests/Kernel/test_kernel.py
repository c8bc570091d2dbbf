"""Runs every *_tests.py beside it against one booted guest: python3 Tests/Kernel/test_kernel.py [-v] [-k PATTERN]."""

import pathlib
import sys
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent


class CountingResult(unittest.TextTestResult):
    """A text result that also counts what passed."""

    def __init__(self, *arguments, **options):
        """Starts at nothing passed."""
        super().__init__(*arguments, **options)
        self.passed = 0

    def addSuccess(self, test):
        """Counts one more."""
        super().addSuccess(test)
        self.passed += 1


def main():
    """Runs the tests, prints the count as the last line, and returns the exit status."""
    sys.path.insert(0, str(HERE))
    started = time.monotonic()
    arguments = [sys.argv[0], "discover", "-s", str(HERE), "-p", "*_tests.py", *sys.argv[1:]]
    runner = unittest.TextTestRunner(resultclass=CountingResult, verbosity=2)
    result = unittest.main(module=None, argv=arguments, testRunner=runner, exit=False).result
    failed = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
    sys.stderr.flush()
    print(f"kernel: took {time.monotonic() - started:.0f} s")
    print(f"kernel: {result.passed} passed, {failed} failed, {len(result.skipped)} skipped")
    return 1 if failed or not result.passed else 0


if __name__ == "__main__":
    sys.exit(main())
