"""Runs the suites of the unit tests that reach a mutant, the quickest first, until a test fails."""

import os
import re
import resource
import subprocess
import threading
import time

from planting import FOLDER, run

PROGRAM = FOLDER / "build/debug/tiltpadPackageTests.xctest"
# Crash reports are off, because a single report takes longer than most suites.
ENVIRONMENT = os.environ | {"SWIFT_BACKTRACE": "enable=no"}
PATIENCE = 60  # the seconds of suites in all, after which no suite of another module is tried, and the mutant counts as surviving
MEMORY = 4 << 30  # the most memory of a run in bytes, as some mutants allocate without end


class Suite:
    """A suite of the unit tests. It knows the places that it reaches without a mutant, and how long it takes."""

    def __init__(self, name):
        """Runs the suite `name` once, with no mutant on."""
        self.name = name
        self.module = name.split("Tests.")[0]
        reached = FOLDER / "reached" / name
        reached.parent.mkdir(exist_ok=True)
        start = time.monotonic()
        self.passes = self.run({"MUTANTS_REACHED": str(reached)}, 600) == "lived"
        self.seconds = time.monotonic() - start
        self.reached = set(map(int, reached.read_text().split())) if self.passes else set()

    def run(self, variables, limit):
        """Runs the suite until a test fails; returns how it ends: lived, failed, crashed, or hung after `limit` seconds."""
        command = ["nice", "-n", "5", PROGRAM, "--testing-library", "swift-testing", "--filter", rf"^{re.escape(self.name)}/"]
        process = subprocess.Popen(command, cwd=FOLDER / "package", env=ENVIRONMENT | variables, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))
        late = threading.Event()
        alarm = threading.Timer(limit, lambda: (late.set(), process.kill()))
        alarm.start()
        try:
            failed = passed = False
            for line in process.stdout:
                failed = failed or "recorded an issue" in line
                passed = passed or re.search(r"Test run with [1-9]\d* tests? .*passed after", line) is not None
                if failed:
                    process.kill()
            process.wait()
        finally:
            alarm.cancel()
        return "hung" if late.is_set() else "failed" if failed else "lived" if passed and process.returncode == 0 else "crashed"


def names():
    """Returns the names of all suites."""
    listed = run(PROGRAM, "--testing-library", "swift-testing", "--list-tests", check=True).stdout
    return sorted({line.split("/")[0] for line in listed.splitlines() if "/" in line})


def try_mutant(mutant, suites):
    """Returns how the mutant ends, and the suite that kills it, or None. The suites of the mutant's own module run first."""
    reaching = [suite for suite in suites if mutant.number in suite.reached]
    if not reaching:
        return "unreached", None
    spent = 0
    for suite in sorted(reaching, key=lambda suite: (suite.module != mutant.module, suite.seconds)):
        spent += suite.seconds
        if suite.module != mutant.module and spent > PATIENCE:
            break
        end = suite.run({"MUTANT": str(mutant.number)}, 10 + 10 * suite.seconds)
        if end != "lived":
            return end, suite
    return "lived", None
