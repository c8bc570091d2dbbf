"""Tests of Debian's RetroArch, with its udev driver."""

import unittest

import players
import readers
import suite
import table
from browsers import AS_PLAYER
from shared_guest import guest
from table import NO, YES, Seen

# Without picture and sound. The driver for input is named, so that nothing else chooses it.
CONFIGURATION = 'video_driver = "null"\naudio_driver = "null"\ninput_driver = "udev"\nmenu_driver = "null"\n'
FILE = "/opt/kernel-tests/retroarch.cfg"
RUN = f"{AS_PLAYER} stdbuf -oL -eL timeout --foreground 60 retroarch -v --menu --appendconfig {FILE}"


def setUpModule():
    """Starts the daemon."""
    players.start()
    guest().run(f"install -D -m 644 /dev/stdin {FILE}", input=CONFIGURATION)


@suite.for_each_identity
class RetroArch(unittest.TestCase):
    """Tests that RetroArch finds every pad. It does not know the pad's buttons, because Debian has no package with RetroArch's profiles."""

    TITLE = "retroarch"

    def check_sensors(self, identity):
        """Checks that RetroArch prints nothing about a device without buttons and sticks."""
        with players.joined(identity), readers.Reader(RUN, lambda state, line: None) as reader:
            players.sensor_nodes()
            with self.assertRaisesRegex(AssertionError, "ended without|no such line"):
                reader.wait_for(r"\[Autoconf\]: (.*)", 40)
        self.assertTrue([line for line in reader.lines.seen if "Found joypad driver" in line.get("text", "")])
        table.record(identity, "RetroArch", Seen(NO, notes=("sensors-only",)))

    def check(self, identity):
        """Compares the pad with what RetroArch prints at its start."""
        with players.joined(identity), readers.Reader(RUN, lambda state, line: None) as reader:
            said = reader.wait_for(r"\[Autoconf\]: (.*)", 120)[1]
        is_configured = "not configured" not in said
        self.assertIn(identity.device, said)
        table.record(identity, "RetroArch", Seen(
            YES, said if is_configured else "not configured",
            notes=() if is_configured else ("retroarch-profiles",)))
        self.assertFalse(is_configured)
