"""Tests of `tiltpad layout`, as authors of layouts run it."""

import json
import pathlib
import subprocess
import tempfile
import unittest

from with_daemon import BINARY, ROOT

GOOD = {"id": "mine", "grid": ["a b"], "controls": {"a": {"type": "button", "out": "A"}, "b": {"type": "pedal", "out": "RT"}}}


class LayoutTests(unittest.TestCase):
    """Tests of `tiltpad layout check`."""

    def check(self, layout, *options, name="mine"):
        """Writes a layout, or a text, to the file NAME.json; returns the result of `tiltpad layout check`."""
        with tempfile.TemporaryDirectory() as place:
            self.file = pathlib.Path(place, f"{name}.json")
            self.file.write_text(layout if isinstance(layout, str) else json.dumps(layout), encoding="utf-8")
            return self.run_layout("check", *options, self.file)

    def run_layout(self, *arguments):
        """Returns the result of `tiltpad layout` with these arguments."""
        return subprocess.run([BINARY, "layout", *map(str, arguments)], capture_output=True, text=True, check=False, timeout=60)

    def test_the_layouts_that_ship_are_good(self):
        files = sorted((ROOT / "web/layouts").glob("*.json"))
        done = self.run_layout("check", *files)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "".join(f"{file}: good\n" for file in files), ""))

    def test_each_fault_has_a_line_with_its_cell(self):
        layout = {**GOOD, "rate": 900, "controls": {**GOOD["controls"], "b": {"type": "pedal", "out": "A"}}}
        self.assertEqual(self.check({**layout, "rate": 60}).stdout, f"{self.file}: a: A twice\n{self.file}: b: A twice\n")
        done = self.check(layout)
        self.assertEqual((done.returncode, done.stdout), (1, f"{self.file}: rate\n"))
        self.assertEqual(self.check("{").stdout, f"{self.file}: json\n")
        self.assertEqual(self.check(GOOD, name="yours").stdout, f"{self.file}: the file is not called mine.json\n")

    def test_the_faults_are_told_as_json(self):
        done = self.check({**GOOD, "grid": ["a b c"]}, "--json")
        self.assertEqual(json.loads(done.stdout), {"file": str(self.file), "faults": [{"cell": "c", "fault": "no control"}]})

    def test_a_file_that_cannot_be_read_is_a_fault_and_the_others_are_checked(self):
        shipped = ROOT / "web/layouts/pad.json"
        done = self.run_layout("check", "/nowhere/mine.json", "/", shipped)
        self.assertEqual((done.returncode, done.stdout), (1, f"/nowhere/mine.json: No such file or directory\n/: Is a directory\n{shipped}: good\n"))
        self.assertEqual(self.run_layout().returncode, 2)
        self.assertEqual(self.run_layout("check").returncode, 2)
