"""Tests of the paths that the recipe for NixOS writes into the systemd units. They do not need Nix."""

import re
import subprocess
import unittest

from file_tests import ROOT


class TheRecipe(unittest.TestCase):
    """Tests of package.nix: they run its sed script."""

    def test_every_program_that_a_unit_runs_is_in_the_store(self):
        """NixOS has no programs such as /bin/kill and /usr/bin/chrt, so each path has to begin with /nix/store/."""
        recipe = (ROOT / "packaging/nix/package.nix").read_text()
        program = re.search(r'sed "([^"]+)"', recipe)[1].replace("$out", "/nix/store/tiltpad")
        program = re.sub(r"\$\{([a-z-]+)\}", r"/nix/store/\1", program)
        for unit in sorted((ROOT / "systemd").glob("*.service.in")):
            changed = subprocess.run(["sed", program, unit], check=True, capture_output=True, text=True).stdout
            programs = re.findall(r"(?m)^Exec(?:Start|StartPre|StartPost|Reload|Stop|StopPost)=[-+@!:]*(\S+)", changed)
            self.assertTrue(programs, unit.name)
            self.assertEqual([path for path in programs if not path.startswith("/nix/store/")], [], unit.name)
