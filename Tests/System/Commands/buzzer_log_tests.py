"""Tests of `tiltpad buzzer log`. The program itself has migrated the database from version 1 to version 2 of its schema."""

import csv
import io
import json
import os
import pathlib
import sqlite3
import subprocess
import tempfile
import unittest

from device_tests import FIRST_FORM
from with_daemon import BINARY, DEADLINE


class BuzzerLog(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.file = pathlib.Path(place.name, "tiltpad.db")

    def run_log(self, *arguments, status=0):
        """Returns the output of `tiltpad buzzer log`, or its message if a failure is expected."""
        result = subprocess.run(
            [BINARY, "buzzer", "log", *arguments], capture_output=True, timeout=DEADLINE,
            env={**os.environ, "STATE_DIRECTORY": str(self.file.parent)},
        )
        self.assertEqual(result.returncode, status, result.stderr)
        return (result.stderr if status else result.stdout).decode()

    def make(self):
        """Makes a database of schema version 1, lets the program migrate it, adds two quizzes, and returns it open."""
        os.umask(0o077)
        database = sqlite3.connect(self.file)
        self.addCleanup(database.close)
        database.executescript(FIRST_FORM)
        self.assertEqual(len(self.run_log().split("\r\n")), 2)
        database.executescript("""
            INSERT INTO quiz VALUES (1, 1795000000000), (2, 1795000900000);
            INSERT INTO round VALUES
              (1, 1, 7, 1795000000500, 1, 1, 2, 2, 1400, 1300, 0, 4), (2, 2, 1, 1795000900500, 0, NULL, 0, 0, NULL, NULL, 0, 0);
            INSERT INTO press VALUES
              (1, 0, 2, '=HYPERLINK("http://x")', 100, 2300, 4000, 0), (1, 1, 1, 'Ada, first of her name', 2500, 4700, 9000, 4);
        """)
        return database

    def test_csv_is_read_by_other_programs(self):
        self.make()
        rows = list(csv.DictReader(io.StringIO(self.run_log("--quiz", "all"), newline="")))
        self.assertEqual([row["quiz"] for row in rows], ["1", "1", "2"])
        self.assertEqual(rows[0]["name"], "'=HYPERLINK(\"http://x\")")
        self.assertEqual(rows[1]["name"], "Ada, first of her name")
        self.assertEqual([rows[1][name] for name in ("earliest_us", "latest_us", "doubts")], ["2500", "4700", "stalled"])
        self.assertEqual([rows[0][name] for name in ("settlement", "outcome", "first", "unheard")], ["certain", "winner", "2", "3"])
        self.assertEqual(rows[2]["place"], "")

    def test_json_is_a_line_for_each_round(self):
        self.make()
        rounds = [json.loads(line) for line in self.run_log("-q", "1", "-f", "json").splitlines()]
        self.assertEqual(len(rounds), 1)
        self.assertEqual([press["player"] for press in rounds[0]["presses"]], [2, 1])
        self.assertEqual((rounds[0]["lead"], rounds[0]["uncertainty"]), (1400, 1300))

    def test_the_last_quiz_is_meant_unless_another_is_named(self):
        self.make()
        self.assertEqual(json.loads(self.run_log("--format", "json"))["quiz"], 2)
        self.assertIn("there is no quiz 5", self.run_log("--quiz", "5", status=1))
        self.assertIn("neither a number nor all", self.run_log("--quiz", "x", status=2))
        self.assertIn("is not one of csv, json", self.run_log("--format", "xml", status=2))

    def test_what_is_no_log_or_no_database_is_refused(self):
        self.assertIn("there is no database", self.run_log(status=1))
        self.assertIn("unknown quiz command log twice", self.run_log("twice", status=2))


if __name__ == "__main__":
    unittest.main()
