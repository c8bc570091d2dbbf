"""Runs every *_tests.py in a directory and counts the results; the last line is `NAME: N passed, N failed, N skipped`.

A run of all tests may use a process for each file, several at a time. A run with arguments uses a single process.
"""

import concurrent.futures
import faulthandler
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

import networks
import times

# The longest duration of a test, in s. A test that takes longer waits for something that never comes. Its process prints where each thread
# is, and ends. Only scripts/test/all sets this limit, as the tests that it runs have known lengths.
STANDSTILL_s = int(os.environ.get("TILTPAD_STANDSTILL", 0))
# The longest time that a process may need to end after its count, in s. In this time the programs that it started end, and their threads.
END_s = 120


class CountingResult(unittest.TextTestResult):
    """A text result that also counts passed tests, and prints the duration of each passed test."""

    def __init__(self, *arguments, **options):
        """Takes the arguments of unittest's text result. No test has passed yet."""
        super().__init__(*arguments, **options)
        self.passed = 0

    def getDescription(self, test):
        """Returns the test's name, which is a sentence."""
        return str(test).split(" ")[0].removeprefix("test_").replace("_", " ")

    def startTest(self, test):
        """Records the start time."""
        super().startTest(test)
        self._started = time.monotonic()
        if STANDSTILL_s:
            faulthandler.dump_traceback_later(STANDSTILL_s, exit=True)

    def addSuccess(self, test):
        """Counts a passed test."""
        self.passed += 1
        unittest.TestResult.addSuccess(self, test)
        self.stream.writeln(f"ok ({time.monotonic() - self._started:.1f} s)")

    def printErrorList(self, flavour, errors):
        """Prints the failures. The first line of each also contains the reason, which the totals show."""
        for test, trace in errors:
            *_, reason = re.findall(r"^[\w.]+: .*", trace, re.M) or trace.splitlines()
            self.stream.writeln(f"{self.separator1}\n{flavour}: {self.getDescription(test)}: {reason} ({places(trace)})")
            self.stream.writeln(f"{self.separator2}\n{trace}")

    def addSkip(self, test, reason):
        """Prints the reason for skipping a test on a line of its own, which the totals show."""
        unittest.TestResult.addSkip(self, test, reason)
        self.stream.writeln(f"\nskipped {self.getDescription(test)}: {reason}")


def places(trace):
    """Returns the files and lines of a traceback, in its order, without those of unittest."""
    return ", ".join(map(":".join, re.findall(r'File "(?!.*/unittest/).*/(\w+\.py)", line (\d+)', trace)))


def processors():
    """Returns the number of processors that this run may use."""
    return len(os.sched_getaffinity(0))


def main(name, directory, pattern="*_tests.py", at_once=1, alone=(), apart=False, turn=None):
    """Runs the tests of `directory`, prints the count, and returns the exit status.

    Without command line arguments, and with `at_once` above 1, each file runs in a process of its own, `at_once` of them at a time; the files in
    `alone` run singly at the end. Otherwise, `turn` runs the tests in this process, `in_turn` unless given. Each process that runs tests has a
    network of its own if `apart` is true and root runs the tests.
    """
    directory = pathlib.Path(directory).resolve()
    started = time.monotonic()
    if at_once > 1 and len(sys.argv) == 1:
        files = [file.name for file in sorted(directory.glob(pattern), key=size)]
        passed, failed, skipped = side_by_side(files, at_once, alone)
    else:
        if apart and os.geteuid() == 0:
            networks.enter()
        passed, failed, skipped = (turn or in_turn)(directory, pattern)
    print(f"{name}: took {time.monotonic() - started:.0f} s")
    print(f"{name}: {passed} passed, {failed} failed, {skipped} skipped", flush=True)
    if STANDSTILL_s:
        faulthandler.dump_traceback_later(min(STANDSTILL_s, END_s), exit=True)
    return 1 if failed or not (passed or skipped) else 0


def size(file):
    """Returns a key that sorts large files first: a long file that began last would keep all others waiting."""
    return -file.stat().st_size, file.name


class Loader(unittest.TestLoader):
    """Finds all tests. If times are held to their goals, it finds only the tests in files that record times."""

    def loadTestsFromModule(self, module, **options):
        """Returns the tests of a module; none if it records no times although times are held to their goals."""
        return super().loadTestsFromModule(module, **options) if not times.IS_HELD or hasattr(module, "times") else self.suiteClass()


def in_turn(directory, pattern):
    """Runs the tests one after the other; returns how many passed, failed and were skipped."""
    sys.path.insert(0, str(directory))
    arguments = [sys.argv[0], "discover", "-s", str(directory), "-p", pattern, *sys.argv[1:]]
    runner = unittest.TextTestRunner(resultclass=CountingResult, verbosity=2)
    result = unittest.main(module=None, argv=arguments, testRunner=runner, testLoader=Loader(), exit=False).result
    sys.stderr.flush()
    failed = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
    return result.passed, failed, len(result.skipped)


def side_by_side(files, at_once, alone):
    """Runs each file in a process of its own, the largest first, and prints its output when it ends; returns the sums of the counts."""
    counts = []
    for is_alone in (False, True):
        pool = concurrent.futures.ThreadPoolExecutor(1 if is_alone else at_once)
        chosen = [file for file in files if (file in alone) == is_alone]
        try:
            for ended in concurrent.futures.as_completed([pool.submit(run, file) for file in chosen]):
                output, count = ended.result()
                print(output, end="", flush=True)
                counts.append(count)
        finally:
            pool.shutdown(cancel_futures=True)
    return map(sum, zip(*counts))


def run(file):
    """Runs the tests of a file; returns the output without the line with the count, and the count. A file that prints no count has failed."""
    # When this run ends, the runs of the files end too.
    command = ["setpriv", "--pdeathsig", "TERM", sys.executable, "-u", sys.argv[0], "-p", file]
    # A pipe would stay open as long as any process that a test has left behind still runs.
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as log:
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, check=False)
        log.seek(0)
        output = log.read()
    found = re.search(r"^\w+: took .*\n\w+: (\d+) passed, (\d+) failed, (\d+) skipped\n", output, re.M)
    if not found:
        return f"{output}\nFAIL: {file} has ended without a count{standstill(output)}\n", (0, 1, 0)
    return output[:found.start()] + output[found.end():], tuple(map(int, found.groups()))


def standstill(output):
    """Returns the test during which faulthandler ended the run, with the places of its main thread, innermost first; "" if it did not."""
    _, *traces = output.split("Timeout (")
    if not traces:
        return ""
    *_, test = re.findall(r"^(.*) \.\.\. ", output, re.M) or [""]
    # The main thread comes last.
    return f": it stood still in {test} ({places(traces[-1].rpartition('Thread 0x')[2])})"
