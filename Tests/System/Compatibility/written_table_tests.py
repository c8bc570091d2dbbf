"""Tests that the document has the results of the run. The module is the last by its name, so that all others have run."""

import os
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

import suite
import table
from identities import ALL
from shared_guest import guest
from tables import IDENTITIES


class TheDocument(unittest.TestCase):
    """Tests of docs/compatibility.md."""

    def test_the_document_says_what_the_programs_did(self):
        """The document has the results of every tried identity with every program. Another version of a program is only reported."""
        packages = " ".join(sorted(set(table.PROGRAMS.values())))
        printed = guest().run(f"dpkg-query -W -f '${{Package}} ${{Version}}\\n' {packages}").stdout
        table.record_versions(dict(line.split(" ") for line in printed.splitlines()))
        self.assertEqual([identity.name for identity in ALL], IDENTITIES[1:])
        if "TILTPAD_SELECTED" in os.environ:
            self.assertTrue(table.names_tried(), "no pad was tried: -k test_xboxone_bt selects one, with underscores")
            table.take_over(table.DOCUMENT.read_text())
        self.assertEqual(table.missing(ALL), [])
        written = table.hold(table.DOCUMENT, table.document(), suite.failed, "TILTPAD_WRITE_TABLE" in os.environ)
        for line in written.versions:
            print(f"compatibility: {line}", file=sys.stderr)
        self.assertEqual(written.faults, [])


class TheGuard(unittest.TestCase):
    """Tests of table.hold, which writes to the document only results that the tests have seen."""

    OLD, NEW = "Versions: a 1.\n\n| a | yes |\n", "Versions: a 2.\n\n| a | no |\n"

    def hold(self, text, failed=(), is_writing=False):
        """Compares `text` with a file that has the text OLD; returns the result, and the file's text afterwards."""
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory, "document")
            path.write_text(self.OLD)
            return table.hold(path, text, list(failed), is_writing), path.read_text()

    def test_nothing_is_written_from_a_run_with_a_failure(self):
        """The file stays unchanged, and the result has a fault."""
        written, text = self.hold(self.NEW, failed=["a pad"], is_writing=True)
        self.assertEqual((len(written.faults), text), (1, self.OLD))

    def test_a_run_that_passed_is_written_only_when_asked_for(self):
        """If writing was not requested, a difference is a fault."""
        self.assertEqual(self.hold(self.NEW, is_writing=True), (table.Written([], []), self.NEW))
        written, text = self.hold(self.NEW)
        self.assertEqual((written.faults[-2:], text), (["-| a | yes |", "+| a | no |"], self.OLD))

    def test_a_run_of_some_identities_leaves_the_others_as_they_are(self):
        """The document's results stay the same when they are read and written again. A new result replaces the old one."""
        text = table.DOCUMENT.read_text()
        with unittest.mock.patch.multiple(table, _seen={}, _motion={}, _versions={}):
            table.take_over(text)
            self.assertEqual(table.document().partition(table.VERSIONS)[2], text.partition(table.VERSIONS)[2])
        with unittest.mock.patch.multiple(table, _seen={}, _motion={}, _versions={}):
            table.record_versions({"evtest": "0"})
            table.record(ALL[0], "evtest", table.Seen("perhaps"))
            table.take_over(text)
            self.assertEqual(table.missing(ALL[:1])[0], (ALL[0].name, "jstest"))
            self.assertIn(f"\nVersions for `{ALL[0].name}`: evtest 0.\n", table.document())
            self.assertIn("| evtest | perhaps | – | – | – | – |  |\n\n## ", table.document())

    def test_another_version_is_no_fault_but_told(self):
        """A difference in the line with versions is reported, but is no fault."""
        written, text = self.hold(self.OLD.replace("a 1", "a 2"))
        self.assertEqual((written.faults, text), ([], self.OLD))
        self.assertEqual(written.versions, ["-Versions: a 1.", "+Versions: a 2."])
