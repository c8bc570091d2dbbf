"""Tests of the charge of a phone's battery, which games and desktops read from a DualSense."""

import unittest

import daemon_guest
import hid_guest
from shared_guest import SDLS, guest, start

# For each version of SDL: charges in percent, and what SDL shows. SDL 3, like the kernel, shows the middle of a step of 10; SDL 2 shows a level.
CHARGES = {2: ((73, 2), (15, 1), (100, 3)), 3: ((73, 75), (15, 15), (100, 100))}
UPOWER = "org.freedesktop.UPower"


def setUpModule():
    """Starts the daemon."""
    hid_guest.start_daemon("dualsense")


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


class Battery(unittest.TestCase):
    """Tests with a phone that sends the charge of its battery."""

    def setUp(self):
        """Lets the phone join."""
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
        """UPower lists the pad with the kernel's percentage. (The UPower of Debian 12 takes every such pad for a keyboard.)"""
        self.player.battery = 73
        capacity = f"/sys/class/power_supply/ps-controller-battery-{self.address}/capacity"
        guest().run(f"until [ $(cat {capacity}) = 75 ]; do sleep 0.1; done", timeout_seconds=60)
        path = guest().run(f"busctl tree --list {UPOWER} | grep ps_controller", timeout_seconds=60).stdout.strip()
        values = f"busctl get-property {UPOWER} {path} {UPOWER}.Device Percentage IsPresent"
        self.assertEqual(guest().run(values).stdout.splitlines(), ["d 75", "b true"])
