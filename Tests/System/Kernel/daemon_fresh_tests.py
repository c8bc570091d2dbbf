"""Tests that each identity plays on a fresh Debian machine, with only the package and one line of configuration."""

import unittest

import daemon_guest
import hid_guest
import long_run
from daemon_guest import DROP_IN
from shared_guest import guest
from tables import IDENTITIES

RULES = "/usr/lib/udev/rules.d/60-tiltpad.rules"
MODULES = "/usr/lib/modules-load.d/tiltpad.conf"
# Restores the state after a boot: neither module is loaded, and there are only the static nodes, which belong to root.
AS_AFTER_BOOT = (
    "systemctl stop tiltpad; systemctl reset-failed tiltpad; rm -f /dev/uinput /dev/uhid",
    "rmmod uinput uhid",
    "udevadm control --reload; systemctl restart kmod-static-nodes systemd-tmpfiles-setup-dev systemd-udevd",
    "chown root:root /dev/uinput /dev/uhid; chmod 600 /dev/uinput /dev/uhid",
)


def setUpModule():
    """Undoes what an earlier installation changed in the guest's devices, and installs the package."""
    daemon_guest.start()
    guest().run(f"rm -f {RULES} {MODULES}")
    for step in AS_AFTER_BOOT:
        guest().run(step, check=False)
    daemon_guest.write(DROP_IN, daemon_guest.ALLOWED)
    guest().install(daemon_guest.REPOSITORY)


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


class AFreshMachine(unittest.TestCase):
    """Tests without manual steps: they load no module, and change no mode of a node."""

    def test_each_identity_plays(self):
        """For each identity, a device of the player appears and shows the player's input."""
        for number, identity in enumerate(long_run.some(IDENTITIES[1:], "xbox360", "accelerometer", "dualsense")):
            with self.subTest(identity):
                self.plays(identity, hid_guest.MovingController(token=130 + number))

    def plays(self, identity, player):
        """Lets a player join and get a pad of an identity, and waits until a device shows the player's input."""
        daemon_guest.start(f"identity = {identity}\n")
        with player.run():
            path = daemon_guest.wait_until(node, what=identity)
            said = daemon_guest.said()
            self.assertIn("player 1 joined", said)
            self.assertNotRegex(said, "player 1 removed|is .* instead of|cannot")
            player.acceleration_g = (0.5, 0.0, 0.8)
            with hid_guest.watch(path) as probe:
                probe.until("ready")
                for press in (True, False):
                    player.set("a", press)
                player.acceleration_g = (0.0, 0.5, 0.8)
                probe.until(lambda line: line.get("type") in ("EV_KEY", "EV_ABS"))

    def test_the_modules_are_loaded_at_the_next_boot(self):
        """A file that systemd-modules-load reads names both modules."""
        named = guest().run(f"grep -v '^#' {MODULES}").stdout.split()
        self.assertEqual(named, ["uinput", "uhid"])


def node():
    """Returns the path of the only player's node: the pad's, or if there is none the sensors'; None if there is neither."""
    found = [f"/dev/input/{event}" for _, event in sorted(daemon_guest.pads().items(), reverse=True)]
    return next(iter(found + [made["path"] for made in hid_guest.nodes() if made["name"].endswith("Controller")]), None)
