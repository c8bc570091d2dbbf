"""Tests of what the recipe for NixOS makes of the units, without Nix."""

import re
import subprocess
import unittest

from file_tests import ROOT


class TheRecipe(unittest.TestCase):
    """Tests of package.nix, by the program for sed that is in it."""

    def test_every_program_that_a_unit_runs_is_in_the_store(self):
        """NixOS has neither /bin/kill nor /usr/bin/chrt."""
        recipe = (ROOT / "packaging/nix/package.nix").read_text()
        program = re.search(r'sed "([^"]+)"', recipe)[1].replace("$out", "/nix/store/tiltpad")
        program = re.sub(r"\$\{([a-z-]+)\}", r"/nix/store/\1", program)
        for unit in sorted((ROOT / "systemd").glob("*.service.in")):
            changed = subprocess.run(["sed", program, unit], check=True, capture_output=True, text=True).stdout
            programs = re.findall(r"(?m)^Exec(?:Start|StartPre|StartPost|Reload|Stop|StopPost)=[-+@!:]*(\S+)", changed)
            self.assertTrue(programs, unit.name)
            self.assertEqual([path for path in programs if not path.startswith("/nix/store/")], [], unit.name)
