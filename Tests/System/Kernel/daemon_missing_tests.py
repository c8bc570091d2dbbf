"""Tests with /dev/uinput or /dev/uhid missing, unreadable or removed: players continue, and a newcomer gets the most similar possible pad."""

import contextlib
import unittest

import daemon_guest
import hid_guest
from daemon_guest import key
from shared_guest import guest

BTN_SOUTH = 0x130
PRODUCTS = {"xbox360": 0x028E, "dualsense": 0x0CE6, "xboxone-bt": 0x02FD}
READABLE = "udevadm trigger --settle --subsystem-match=misc --sysname-match=uinput --sysname-match=uhid"


def setUpModule():
    """Installs the daemon."""
    daemon_guest.installed()


def tearDownModule():
    """Brings both devices back and stops the daemon."""
    guest().run(f"modprobe -a uinput uhid && {READABLE}")
    daemon_guest.stop()


class Missing(unittest.TestCase):
    """Tests that begin and end with both devices as they should be."""

    def setUp(self):
        """Registers the steps after the test: the daemon is stopped, because it keeps devices open, and then both devices are restored."""
        self.addCleanup(guest().run, f"modprobe -a uinput uhid && udevadm settle && {READABLE}")
        self.addCleanup(daemon_guest.stop)

    def start(self, identity, players=""):
        """Starts the daemon with this identity for its players. `players` are further lines, by which a player may have another identity."""
        daemon_guest.start(f"identity = {identity}\nmotion = no\n{players}")
        self.assertEqual(guest().run("systemctl is-active tiltpad").stdout.strip(), "active")

    @contextlib.contextmanager
    def joined(self, token, number, identity):
        """Lets a player join and get a pad of an identity, for the length of a `with`; yields the player and the pad's path."""
        with daemon_guest.controller(token).run() as player:
            path = daemon_guest.wait_until(lambda: gamepad(number, PRODUCTS[identity]))
            yield player, path

    def plays(self, player, path):
        """Presses A, and waits until the pad shows it."""
        with hid_guest.watch(path) as probe:
            probe.until("ready")
            player.tap("a", 0.1, 0.1)
            probe.until(key(BTN_SOUTH, 1))

    def says(self, *lines):
        """Waits until the daemon has printed these lines, in this order."""
        daemon_guest.wait_until(lambda: "\n".join(lines) in daemon_guest.said(), what=lines)

    def test_a_newcomer_gets_the_nearest_pad_without_uhid_and_the_others_notice_nothing(self):
        """uhid becomes unreadable during play. As soon as it is restored, newcomers get the configured pad."""
        self.start("dualsense")
        with self.joined(140, 1, "dualsense") as first:
            guest().run("chmod 0 /dev/uhid")
            with self.joined(141, 2, "xbox360") as second:
                self.says("tiltpad: pad 2 is xbox360 instead of dualsense: /dev/uhid: permission denied",
                          "  while plugging in a pad",
                          "  try: sudo udevadm trigger --settle --subsystem-match=misc --sysname-match=uhid; or sudo "
                          "make install, which installs the udev rule")
                self.plays(*second)
                self.plays(*first)
                guest().run(READABLE)
                with self.joined(142, 3, "dualsense") as third:
                    self.plays(*third)

    def test_a_newcomer_gets_a_pad_of_uhid_without_uinput_and_the_others_notice_nothing(self):
        """uinput becomes unreadable during play. A newcomer gets a pad of uhid, and the first player's pad of uinput keeps working."""
        self.start("xbox360")
        with self.joined(143, 1, "xbox360") as first:
            guest().run("chmod 0 /dev/uinput")
            with self.joined(144, 2, "xboxone-bt") as second:
                self.says("tiltpad: pad 2 is xboxone-bt instead of xbox360: /dev/uinput: permission denied")
                self.plays(*second)
                self.plays(*first)
                guest().run(READABLE)
                with self.joined(145, 3, "xbox360") as third:
                    self.plays(*third)

    def test_without_either_a_newcomer_is_out_until_one_is_back(self):
        """The controller continues to ask, and gets its pad as soon as one can be made."""
        self.start("xbox360")
        with self.joined(146, 1, "xbox360") as first:
            guest().run("chmod 0 /dev/uinput /dev/uhid")
            with daemon_guest.controller(147).run():
                self.says("tiltpad: player 2 removed: cannot make a pad: /dev/uinput: permission denied; /dev/uhid: "
                          "permission denied", "  while plugging in a pad")
                self.plays(*first)
                guest().run(READABLE)
                daemon_guest.wait_until(lambda: gamepad(2, PRODUCTS["xbox360"]))

    def test_the_daemon_starts_without_the_module_of_one_device(self):
        """Either module may be missing. When it is back, newcomers get its pads after a restart, which leaves the other pads plugged in."""
        for module, wanted, given in (("uhid", "dualsense", "xbox360"), ("uinput", "xbox360", "xboxone-bt")):
            with self.subTest(module):
                daemon_guest.stop()
                refuse = f"/run/modprobe.d/{module}.conf"
                guest().run(f"rmmod {module}; rm -f /dev/{module}; mkdir -p /run/modprobe.d; "
                            f"echo install {module} /bin/false >{refuse}")
                self.addCleanup(guest().run, f"rm -f {refuse}")
                self.start(wanted)
                with self.joined(148, 1, given) as first:
                    self.says(f"tiltpad: pad 1 is {given} instead of {wanted}: /dev/{module}: there is no such "
                              "device", "  while plugging in a pad",
                              f"  try: sudo modprobe {module} && sudo systemctl restart tiltpad; the pads stay "
                              "plugged in")
                    self.plays(*first)
                    guest().run(f"rm {refuse}; modprobe {module} && udevadm settle && systemctl restart tiltpad")
                    with self.joined(149, 2, wanted) as second:
                        self.plays(*second)
                        self.plays(*first)

    def test_a_node_that_is_taken_away_during_play_costs_nobody_anything(self):
        """The nodes in /dev are renamed. The service has its own nodes, so it can still make pads."""
        self.start("xbox360", "[player 2]\nidentity = dualsense\n")
        with self.joined(150, 1, "xbox360") as first:
            guest().run("mv /dev/uinput /dev/uinput.away; mv /dev/uhid /dev/uhid.away")
            self.addCleanup(guest().run, "mv /dev/uinput.away /dev/uinput; mv /dev/uhid.away /dev/uhid")
            with self.joined(151, 2, "dualsense") as second:
                self.plays(*second)
                self.plays(*first)


def gamepad(number, product):
    """Returns the path of the event node of a player's pad that has this product and motors; None if there is none.

    hid-playstation sets no phys; the last digit of the uniq is the slot's number minus 1.
    """
    fields = ("id/product", "phys", "uniq", "capabilities/ff")
    found = guest().read(*(f"/sys/class/input/event*/device/{field}" for field in fields))
    for node in {path.split("/")[4] for path in found}:
        made, phys, uniq, effects = (found.get(f"/sys/class/input/{node}/device/{field}", "").strip() for field in fields)
        is_his = phys == f"tiltpad/pad{number}" or (uniq.startswith(hid_guest.OURS) and uniq.endswith(f"{number - 1:x}"))
        if is_his and made == f"{product:04x}" and set(effects.split()) - {"0"}:
            return f"/dev/input/{node}"
    return None
