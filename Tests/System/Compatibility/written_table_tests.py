"""Tests that the document has the results of the run. The module is the last by its name, so that all others have run."""

import os
import pathlib
import sys
import tempfile
import unittest

import suite
import table
from identities import ALL
from shared_guest import guest
from tables import IDENTITIES


class TheDocument(unittest.TestCase):
    """docs/compatibility.md."""

    def test_the_document_says_what_the_programs_did(self):
        """Every identity at every program; another version of a program is only reported."""
        packages = " ".join(sorted(set(table.PROGRAMS.values())))
        printed = guest().run(f"dpkg-query -W -f '${{Package}} ${{Version}}\\n' {packages}").stdout
        table.record_versions(dict(line.split(" ") for line in printed.splitlines()))
        self.assertEqual([identity.name for identity in ALL], IDENTITIES[1:])
        self.assertEqual(table.missing(ALL), [])
        written = table.hold(table.DOCUMENT, table.document(), suite.failed, "TILTPAD_WRITE_TABLE" in os.environ)
        for line in written.versions:
            print(f"compatibility: {line}", file=sys.stderr)
        self.assertEqual(written.faults, [])


class TheGuard(unittest.TestCase):
    """Tests of the guard that keeps unseen results out of the document."""

    OLD, NEW = "Versions: a 1.\n\n| a | yes |\n", "Versions: a 2.\n\n| a | no |\n"

    def hold(self, text, failed=(), is_writing=False):
        """Compares a file that has the old text; returns the result and the file's text afterwards."""
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory, "document")
            path.write_text(self.OLD)
            return table.hold(path, text, list(failed), is_writing), path.read_text()

    def test_nothing_is_written_from_a_run_with_a_failure(self):
        """The file stays, and the run fails."""
        written, text = self.hold(self.NEW, failed=["a pad"], is_writing=True)
        self.assertEqual((len(written.faults), text), (1, self.OLD))

    def test_a_run_that_passed_is_written_only_when_asked_for(self):
        """Without a request, a difference is a fault."""
        self.assertEqual(self.hold(self.NEW, is_writing=True), (table.Written([], []), self.NEW))
        written, text = self.hold(self.NEW)
        self.assertEqual((written.faults[-2:], text), (["-| a | yes |", "+| a | no |"], self.OLD))

    def test_another_version_is_no_fault_but_told(self):
        """Only the tables count."""
        written, text = self.hold(self.OLD.replace("a 1", "a 2"))
        self.assertEqual((written.faults, text), ([], self.OLD))
        self.assertEqual(written.versions, ["-Versions: a 1.", "+Versions: a 2."])
