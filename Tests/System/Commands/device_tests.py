"""Tests of the paired controllers, in a database that SQLite itself has made with version 1 of the schema."""

import hashlib
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import tempfile
import unittest

from with_daemon import BINARY, DEADLINE

NOBODY = 65534
FIRST_FORM = """
CREATE TABLE host (one INTEGER PRIMARY KEY CHECK (one = 1), secret BLOB NOT NULL CHECK (length(secret) = 32)) STRICT;
CREATE TABLE device (key BLOB PRIMARY KEY CHECK (length(key) = 32), name TEXT NOT NULL, role INTEGER NOT NULL,
  secret BLOB NOT NULL CHECK (length(secret) = 32), way INTEGER NOT NULL, paired INTEGER NOT NULL, used INTEGER)
  STRICT, WITHOUT ROWID;
PRAGMA application_id = 0x54504144;
PRAGMA user_version = 1;
PRAGMA journal_mode = WAL;
"""


def key(number):
    """Returns the public key of controller `number`."""
    return bytes([number]) * 32


def fingerprint(number):
    """Returns the fingerprint of controller `number`, as the list shows it."""
    return hashlib.sha256(key(number)).hexdigest()


class Devices(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.file = pathlib.Path(place.name, "tiltpad.db")

    def make(self, *names):
        """Makes a database with a paired controller for each of `names`; returns it open."""
        os.umask(0o077)
        database = sqlite3.connect(self.file)
        self.addCleanup(database.close)
        database.executescript(FIRST_FORM)
        for number, name in enumerate(names, 1):
            row = (key(number), name, 1, bytes(32), 2, 1795000000 + number, None)
            database.execute("INSERT INTO device VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        database.commit()
        return database

    def devices(self, *arguments, status=0, user=None):
        """Returns the output of `tiltpad devices`, or its message if a failure is expected."""
        result = subprocess.run(
            [BINARY, "devices", *arguments], capture_output=True, text=True, timeout=DEADLINE, user=user,
            env={**os.environ, "STATE_DIRECTORY": f"{self.file.parent}:/elsewhere", "TZ": "UTC"},
        )
        self.assertEqual(result.returncode, status, result.stderr)
        return result.stderr if status else result.stdout

    def test_the_list_has_every_controller(self):
        self.make("Ada's phone", "Den ☃")
        lines = self.devices().splitlines()
        self.assertEqual(self.devices("list").splitlines(), lines)
        self.assertEqual(re.split("  +", lines[0]), ["KEY", "NAME", "ROLE", "BY", "PAIRED", "LAST SEEN"])
        row = [fingerprint(1)[:16], "Ada's phone", "gamepad", "pin", "2026-11-18 11:06", "never"]
        self.assertEqual(re.split("  +", lines[1]), row)
        self.assertIn("Den ☃", lines[2])
        told = [json.loads(line) for line in self.devices("list", "--json").splitlines()]
        self.assertEqual([device["fingerprint"] for device in told], [fingerprint(1), fingerprint(2)])
        self.assertEqual(set(told[0]), {"fingerprint", "name", "role", "way", "paired", "used"})

    def test_a_change_is_seen_by_a_program_that_has_the_database_open(self):
        database = self.make("Phone", "Tablet")
        said = self.devices("rename", fingerprint(1)[:8], "Kitchen")
        self.assertEqual(said, f"Phone ({fingerprint(1)[:16]}) is now called Kitchen\n")
        names = "SELECT name FROM device ORDER BY paired"
        self.assertEqual(database.execute(names).fetchall(), [("Kitchen",), ("Tablet",)])
        self.devices("revoke", fingerprint(1).upper())
        self.assertEqual(database.execute(names).fetchall(), [("Tablet",)])
        self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
        self.devices("revoke", fingerprint(2)[:4])
        self.assertEqual(self.devices(), "no controller is paired\n")

    def test_a_key_of_nobody_or_of_several_changes_nothing(self):
        database = self.make(*[f"Phone {number}" for number in range(1, 41)])
        firsts = [fingerprint(number)[0] for number in range(1, 41)]
        shared = max(set(firsts), key=firsts.count)
        message = self.devices("revoke", shared, status=1)
        self.assertIn(f"{shared} matches {firsts.count(shared)} controllers: Phone", message)
        self.assertIn("no paired controller has a key that begins with", self.devices("revoke", "0" * 40, status=1))
        self.assertEqual(database.execute("SELECT count(*) FROM device").fetchall(), [(40,)])

    def test_each_fault_of_the_file_has_its_words_and_is_left_alone(self):
        self.assertIn(f"there is no database at {self.file}", self.devices(status=1))
        self.assertFalse(self.file.exists())
        self.file.write_text("what somebody has written\n")
        self.assertIn("is not a Tiltpad database", self.devices(status=1))
        self.assertEqual(self.file.read_text(), "what somebody has written\n")
        self.file.unlink()
        self.make("Phone").execute("PRAGMA user_version = 7")
        self.assertIn("was written by a newer version", self.devices(status=1))

    @unittest.skipUnless(os.geteuid() == 0, "only root can be somebody else")
    def test_somebody_else_is_told_to_ask_root(self):
        self.make("Phone")
        for mode in (0o700, 0o755):
            self.file.parent.chmod(mode)
            message = self.devices(status=1, user=NOBODY)
            self.assertIn(f"you may not read and write {self.file}", message)
            self.assertIn("try: sudo tiltpad devices", message)

    def test_a_program_that_keeps_the_database_locked_is_waited_for_and_then_named(self):
        database = self.make("Phone")
        # The first command migrates the file to today's schema, which writes to it.
        self.devices()
        database.execute("BEGIN IMMEDIATE")
        self.assertIn("Phone", self.devices())
        self.assertIn("another program has locked", self.devices("revoke", fingerprint(1), status=1))
        database.rollback()
        self.devices("revoke", fingerprint(1))

    def test_a_program_that_is_killed_within_a_change_loses_nothing_and_leaves_nothing_half_done(self):
        self.make("Phone", "Tablet").close()
        script = (
            "import os, signal, sqlite3, sys\n"
            "database = sqlite3.connect(sys.argv[1])\n"
            "database.execute('UPDATE device SET used = 1795000100')\n"
            "database.commit()\n"
            "database.execute('PRAGMA cache_size = 1')\n"
            "for number in range(3, 200):\n"
            "    row = (bytes([number]) * 32, 'x' * 400, 1, bytes(32), 1, 1, None)\n"
            "    database.execute('INSERT INTO device VALUES (?, ?, ?, ?, ?, ?, ?)', row)\n"
            "os.kill(os.getpid(), signal.SIGKILL)\n"
        )
        child = subprocess.run(["python3", "-c", script, str(self.file)], timeout=DEADLINE)
        self.assertEqual(child.returncode, -9)
        self.assertGreater(os.path.getsize(f"{self.file}-wal"), 50_000, "the change had reached the log")
        told = [json.loads(line) for line in self.devices("--json").splitlines()]
        self.assertEqual([(device["name"], device["used"]) for device in told],
                         [("Phone", 1795000100), ("Tablet", 1795000100)])

    def test_a_command_line_that_makes_no_sense_is_refused(self):
        for words in (["forget"], ["revoke"], ["rename", "3f"], ["revoke", "xyz"], ["revoke", "3f", "--json"]):
            self.assertIn("try: tiltpad devices --help", self.devices(*words, status=2))
