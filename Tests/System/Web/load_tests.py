"""Tests of the gateway's processor time with all slots taken, measured with the release build.

scripts/measure/gateway compares it with that of a bare loop.
"""

import re
import subprocess
import sys
import unittest

import times
from with_gateway import DEADLINE, ROOT, WithGateway

RELEASE = ROOT / ".build/release"
PLAYERS, SECONDS, RATE = 16, 5, 60
# The most processor time that the gateway may take, in ns a second.
MOST = 150_000_000
# The least number of messages by which the cost of one can be measured.
ENOUGH = 1000


def why_not():
    """Returns the reason why no measurement is possible, or None. Only a release build gives a useful figure."""
    programs = [RELEASE / "tiltpad", RELEASE / "page-load"]
    if not all(program.exists() for program in programs):
        return "there is no release build: scripts/build/release"
    newest = max(path.stat().st_mtime for path in (ROOT / "Sources").rglob("*") if path.is_file())
    if programs[0].stat().st_mtime < newest:
        return "the release build is older than the sources: scripts/build/release"
    return None


@unittest.skipIf(why_not(), why_not())
class Load(WithGateway):
    program = str(RELEASE / "tiltpad")
    CONFIGURATION = f"[host]\nplayers = {PLAYERS}\n"

    def test_a_full_house_plays(self):
        tickets = "\n".join(self.ticket() for _ in range(PLAYERS))
        played = subprocess.run(
            [str(RELEASE / "page-load"), "pages", str(self.port), str(SECONDS), str(self.gateway.pid)], input=tickets,
            capture_output=True, text=True, timeout=SECONDS + 10 * DEADLINE)
        self.assertEqual(played.returncode, 0, played.stderr)
        numbers = {words: int(number) for number, words in re.findall(
            r"(\d+) (pages|messages|answers|ns a message)", played.stdout)}
        self.assertEqual(numbers["pages"], PLAYERS)
        print(f"web: {played.stdout.strip()}", file=sys.stderr)
        self.assertGreater(numbers["messages"], ENOUGH, played.stdout)
        self.assertGreater(numbers["answers"], ENOUGH / 2, played.stdout)
        times.check(self, "a full house costs at most 0.15 of a core", numbers["ns a message"] * PLAYERS * RATE < MOST, played.stdout.strip())
        self.assertEqual(len({player["player"] for player in self.players()}), PLAYERS)
