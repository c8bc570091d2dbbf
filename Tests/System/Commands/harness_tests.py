"""Tests of the parts that all groups of tests use: counting, and free ports."""

import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import unittest

import ports

SUPPORT = pathlib.Path(__file__).resolve().parents[2] / "Support"
RUN = f"""import pathlib, sys
sys.path.insert(0, {str(SUPPORT)!r})
import counted
sys.exit(counted.main("stub", pathlib.Path(__file__).parent, at_once=2))
"""
GOOD = """import unittest
class Tests(unittest.TestCase):
    def test_nothing(self):
        pass
"""
STUCK = """import threading, time, unittest
class Tests(unittest.TestCase):
    def test_what_never_comes(self):
        threading.Thread(target=time.sleep, args=[1000], daemon=True).start()
        self.waits()
    def waits(self):
        time.sleep(1000)
"""
LEFT = GOOD.replace("        pass", "        import atexit, time; atexit.register(time.sleep, 1000)")


class CountingTests(unittest.TestCase):
    """Tests of a run that counts the tests of several files."""

    def counted(self, **files):
        """Returns the output of a run of these files, where a test may stand still for 2 s at most."""
        with tempfile.TemporaryDirectory() as place:
            for name, text in {"run": RUN, **files}.items():
                pathlib.Path(place, f"{name}.py").write_text(text, encoding="utf-8")
            return subprocess.run([sys.executable, f"{place}/run.py"], env={**os.environ, "TILTPAD_STANDSTILL": "2"},
                                  capture_output=True, text=True, check=False, timeout=60).stdout

    def test_a_test_that_stands_still_is_named_with_its_place(self):
        shown = self.counted(good_tests=GOOD, stuck_tests=STUCK)
        self.assertRegex(shown, re.compile(r"^FAIL: stuck_tests.py has ended without a count: "
                                           r"it stood still in what never comes \(stuck_tests.py:7, stuck_tests.py:5, ", re.M))
        self.assertTrue(shown.endswith("stub: 1 passed, 1 failed, 0 skipped\n"), shown)

    def test_a_run_that_does_not_end_after_its_count_is_ended(self):
        shown = self.counted(good_tests=GOOD, left_tests=LEFT)
        self.assertIn("Timeout (0:00:02)!", shown)
        self.assertTrue(shown.endswith("stub: 2 passed, 0 failed, 0 skipped\n"), shown)


class PortTests(unittest.TestCase):
    """Tests of the ports that programs of a test get."""

    def test_each_process_gets_as_many_ports(self):
        self.assertEqual(len(ports.OURS) % ports.BLOCK, 0)

    def test_a_block_without_a_free_port_is_an_error(self):
        with self.assertRaisesRegex(AssertionError, "in use"):
            for _ in range(ports.BLOCK + 1):
                taken = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                self.addCleanup(taken.close)
                taken.bind(("127.0.0.1", ports.free_port()))
