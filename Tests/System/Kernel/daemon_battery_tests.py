"""Tests of the charge of a phone's battery, as the programs of a desktop read it from a DualSense."""

import unittest

import daemon_guest
import hid_guest
from shared_guest import SDLS, guest, start

# A charge in percent, and what programs show for it: the kernel and SDL 3 in steps of 10 and the middle of each, SDL 2 a level.
CHARGES = {2: ((73, 2), (15, 1), (100, 3)), 3: ((73, 75), (15, 15), (100, 100))}
UPOWER = "org.freedesktop.UPower"


def setUpModule():
    """Starts the daemon."""
    hid_guest.start_daemon("dualsense")


def tearDownModule():
    """Stops it."""
    daemon_guest.stop()


class Battery(unittest.TestCase):
    """A phone with a battery."""

    def setUp(self):
        """Plugs it in."""
        self.player = daemon_guest.controller(token=83).run()
        self.addCleanup(self.player.__exit__)
        self.address = hid_guest.wait_for_nodes(3)[0]["uniq"]

    def test_games_read_the_charge_from_the_reports(self):
        for version in SDLS:
            with start("sdl_probe", f"--sdl {version} --seconds 60", "SDL_JOYSTICK_HIDAPI=1") as probe:
                probe.until("ready")
                for charge, shown in CHARGES[version]:
                    self.player.battery = charge
                    probe.until(lambda line, shown=shown: line.get("battery") == shown)

    def test_the_desktop_reads_the_charge(self):
        """UPower has the pad, with the kernel's percentage. The UPower of Debian 12 takes every such pad for a keyboard."""
        self.player.battery = 73
        capacity = f"/sys/class/power_supply/ps-controller-battery-{self.address}/capacity"
        guest().run(f"until [ $(cat {capacity}) = 75 ]; do sleep 0.1; done", timeout_seconds=60)
        path = guest().run(f"busctl tree --list {UPOWER} | grep ps_controller", timeout_seconds=60).stdout.strip()
        values = f"busctl get-property {UPOWER} {path} {UPOWER}.Device Percentage IsPresent"
        self.assertEqual(guest().run(values).stdout.splitlines(), ["d 75", "b true"])
