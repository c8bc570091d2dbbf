"""Runs every *_tests.py in a directory and counts: `NAME: N passed, N failed, N skipped` is the last line."""

import pathlib
import sys
import time
import unittest


class CountingResult(unittest.TextTestResult):
    """A text result that also counts passed tests, and prints the duration of each test."""

    def __init__(self, *arguments, **options):
        """Starts with no test passed."""
        super().__init__(*arguments, **options)
        self.passed = 0

    def getDescription(self, test):
        """Returns the sentence that is the test's name."""
        return str(test).split(" ")[0].removeprefix("test_").replace("_", " ")

    def startTest(self, test):
        """Notes the time."""
        super().startTest(test)
        self._started = time.monotonic()

    def addSuccess(self, test):
        """Counts one more."""
        self.passed += 1
        unittest.TestResult.addSuccess(self, test)
        self.stream.writeln(f"ok ({time.monotonic() - self._started:.1f} s)")

    def addSkip(self, test, reason):
        """Prints the reason on a line of its own, for the totals."""
        unittest.TestResult.addSkip(self, test, reason)
        self.stream.writeln(f"\nskipped {self.getDescription(test)}: {reason}")


def main(name, directory):
    """Runs the tests of `directory`, prints the count, and returns the exit status."""
    directory = pathlib.Path(directory).resolve()
    sys.path.insert(0, str(directory))
    started = time.monotonic()
    arguments = [sys.argv[0], "discover", "-s", str(directory), "-p", "*_tests.py", *sys.argv[1:]]
    runner = unittest.TextTestRunner(resultclass=CountingResult, verbosity=2)
    result = unittest.main(module=None, argv=arguments, testRunner=runner, exit=False).result
    failed = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
    sys.stderr.flush()
    print(f"{name}: took {time.monotonic() - started:.0f} s")
    print(f"{name}: {result.passed} passed, {failed} failed, {len(result.skipped)} skipped")
    return 1 if failed or not (result.passed or result.skipped) else 0
