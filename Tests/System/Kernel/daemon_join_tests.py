"""Tests of `tiltpad join` with a real pad, and with no pad except the daemon's own."""

import unittest

import daemon_guest
import hid_guest
from daemon_guest import key
from json_lines import JSONLines
from shared_guest import guest, start

BTN_A = 0x130
# Shows a link, and starts a controller that pairs by it and plays with a pad until the pad is unplugged.
PAIR = """
rm -f /tmp/link
timeout 60 tiltpad pair --link --address 127.0.0.1 >/tmp/link 2>&1 </dev/null &
until [ -s /tmp/link ]; do sleep 0.1; done
exec env XDG_STATE_HOME=/tmp/join tiltpad join --pair "$(head -n 1 /tmp/link)" </dev/null 2>&1
"""


def setUpModule():
    """Removes the keys of earlier tests."""
    guest().run("rm -rf /tmp/join /var/lib/tiltpad/*")


def tearDownModule():
    """Removes the daemon and the keys."""
    daemon_guest.stop()
    guest().run("rm -rf /tmp/join /var/lib/tiltpad/*")


class Pads(unittest.TestCase):
    """Tests with a standing pad of the daemon, whose node comes before the node of any other pad."""

    def test_the_first_real_pad_steers_and_unplugging_it_is_the_goodbye(self):
        """A press on another program's pad is a press on the daemon's pad."""
        daemon_guest.start("standing = 1\nname = Den\n")
        daemon_guest.wait_for_pads(1)
        source = start("pad_stub", "--phys other/pad")
        self.addCleanup(source.close)
        source.until("ready")
        guest().run("udevadm settle")
        with JSONLines(guest(), PAIR) as player, daemon_guest.watch() as pad:
            pad.until("ready")
            player.until(lambda line: line.get("text") == "player 1")
            source.send("play")
            pad.until(key(BTN_A, 1))
            pad.until(key(BTN_A, 0))
            source.close()
            self.assertEqual(guest().run("timeout 20 sh -c 'until tiltpad peers | grep -q no.controller; do sleep 0.1; done'",
                                         check=False).returncode, 0)

    def test_a_pad_of_the_daemons_own_never_steers(self):
        """With no pad but the daemon's, `join` waits for another one. This pad is of uhid, so `join` recognizes it by its uniq, not by its phys."""
        hid_guest.start_daemon("dualsense", "standing = 1\nname = Den\n")
        hid_guest.wait_for_nodes(3)
        with JSONLines(guest(), PAIR) as player:
            player.until(lambda line: line.get("text") == "waiting for a pad")
