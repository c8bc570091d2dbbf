"""Tests of standing pads: players come and go, and games see no pad plugged in or out."""

import time
import unittest

import daemon_guest
import shared_guest
from daemon_guest import at_rest, axis, watch
from shared_guest import guest

ABS_X = 0
NAMES = ["tiltpad/pad1", "tiltpad/pad2", "tiltpad/pad3"]


def setUpModule():
    """Installs the daemon."""
    daemon_guest.installed()


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


def number(node):
    """Returns the number of an event node."""
    return int(node.removeprefix("event"))


class Standing(unittest.TestCase):
    """Tests with three pads, with and without players."""

    def setUp(self):
        """Starts with three pads and no player."""
        daemon_guest.start("standing = 3\n")
        self.before = daemon_guest.wait_for_pads(3)

    def configure(self, lines):
        """Reloads the daemon with other lines in [host]."""
        return daemon_guest.configure(daemon_guest.ALLOWED + lines)

    def test_their_nodes_are_in_the_order_of_the_players(self):
        """The first player's node has the lowest number."""
        self.assertEqual(sorted(self.before, key=lambda phys: number(self.before[phys])), NAMES)

    def test_a_player_takes_the_pad_of_its_slot_and_leaves_it_there_at_rest(self):
        """SDL sees three pads at the start, and no pad is added or removed later."""
        with shared_guest.start("sdl_probe", "--seconds 60") as sdl, watch() as probe:
            sdl.until("ready")
            probe.until("ready")
            for token in (81, 82):
                with daemon_guest.controller(token) as player:
                    player.roll = -1.2
                    player.run()
                    probe.until(axis(ABS_X, lambda value: value < -32000))
                probe.until(at_rest(ABS_X))
                sdl.until(lambda line: line.get("axis") == "leftx" and abs(line["value"]) < daemon_guest.FUZZ)
            self.assertEqual(daemon_guest.pads(), self.before)
            self.assertEqual([line for line in sdl.seen if "removed" in line], [])
            self.assertEqual(len([line for line in sdl.seen if "device" in line]), 3)
        self.assertEqual([line.split()[4] for line in daemon_guest.records()[1:]], ["nobody"] * 3)

    def test_a_restart_keeps_them_with_and_without_a_player(self):
        """The new daemon takes over all pads, and the first player continues to play."""
        with daemon_guest.controller(83) as player, watch() as probe:
            player.run()
            probe.until("ready", timeout_seconds=60)
            player.roll = -1.2
            probe.until(axis(ABS_X, lambda value: value < -32000))
            guest().run("systemctl restart tiltpad")
            probe.until(at_rest(ABS_X))
            probe.until(axis(ABS_X, lambda value: value < -32000))
            daemon_guest.crash()
            probe.until(at_rest(ABS_X))
            probe.until(axis(ABS_X, lambda value: value < -32000))
            self.assertEqual(daemon_guest.pads(), self.before)

    def test_a_reload_makes_more_or_fewer(self):
        """Pads that the old and the new configuration have stay. A player's pad stays until the player leaves."""
        with daemon_guest.controller(84).run():
            self.configure("standing = 0\n")
            self.assertEqual(daemon_guest.wait_for_pads(1), {NAMES[0]: self.before[NAMES[0]]})
            self.configure("standing = 2\n")
            self.assertEqual(daemon_guest.wait_for_pads(2)[NAMES[0]], self.before[NAMES[0]])
            self.configure("standing = 0\n")
        daemon_guest.wait_for_pads(0)
        self.assertEqual(daemon_guest.show("NFileDescriptorStore"), {"NFileDescriptorStore": "0"})

    def test_another_identity_replaces_them(self):
        """A pad without a player is replaced at once. A pad with a player is replaced when the player leaves."""
        with daemon_guest.controller(85).run():
            self.configure("identity = xboxone\n" + "standing = 2\n")
            # The second pad is replaced, not the first.
            expected = ["tiltpad/pad1", "028e", "tiltpad/pad2", "02ea"]
            daemon_guest.wait_until(lambda: self.products() == expected, what=f"{expected}")
            time.sleep(1)
            self.assertEqual(self.products(), expected)
        with watch() as probe:
            self.assertEqual(probe.until("device")["device"]["product"], 0x02EA)

    def products(self):
        """Returns the phys and the product of each pad, as words."""
        return guest().run("cd /sys/class/input; for node in event*; do grep -q ^tiltpad/ "
                           "$node/device/phys && cat $node/device/phys $node/device/id/product; done; true").stdout.split()
