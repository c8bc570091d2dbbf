"""The document is what the run saw. The last module by its name, so that all others have run."""

import os
import unittest

import suite
import table
from identities import ALL
from shared_guest import guest


class TheDocument(unittest.TestCase):
    """docs/compatibility.md."""

    def test_the_document_says_what_the_programs_did(self):
        """Every identity at every program."""
        packages = " ".join(sorted(set(table.PROGRAMS.values())))
        printed = guest().run(f"dpkg-query -W -f '${{Package}} ${{Version}}\\n' {packages}").stdout
        table.record_versions(dict(line.split(" ") for line in printed.splitlines()))
        self.assertEqual(table.missing([identity for identity in ALL if identity.name not in suite.PENDING]), [])
        self.assertEqual(suite.failed, [], "the document is only written from what passed")
        if os.environ.get("TILTPAD_WRITE_TABLE"):
            table.DOCUMENT.write_text(table.document())
        self.assertEqual(table.DOCUMENT.read_text(), table.document(),
                         "the document differs from what the run saw: scripts/compatibility --write")
