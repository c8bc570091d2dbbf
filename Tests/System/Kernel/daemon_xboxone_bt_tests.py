"""Tests of the identity `xboxone-bt`: the device that the kernel's hid-microsoft makes from the daemon's reports."""

import unittest

import daemon_guest
import hid_guest
from shared_guest import SDLS, guest, start

NAME = "Xbox Wireless Controller"
KEY_BACK = 0x9E
KEYS = (
    ("a", 0x130), ("b", 0x131), ("x", 0x133), ("y", 0x134), ("left_shoulder", 0x136), ("right_shoulder", 0x137),
    ("back", KEY_BACK), ("start", 0x13B), ("guide", 0x13C), ("left_stick", 0x13D), ("right_stick", 0x13E),
)
# The kernel's noise filter is 255 steps wide for the sticks, and 3 for the triggers.
STICKS = hid_guest.Axes((0, 1, 2, 5), ((32767, 65535), (-32767, 1), (0, 32768)), noise=254)
TRIGGERS = hid_guest.Axes((10, 9), ((128, 514), (255, 1023), (0, 0)), noise=3)
FF_RUMBLE = 0x50
# The real pad's entry in SDL's database. Its back button is KEY_BACK, which SDL numbers after all other buttons.
SDL_MAPPING = ("a:b0,b:b1,back:b15,dpdown:h0.4,dpleft:h0.8,dpright:h0.2,dpup:h0.1,guide:b12,leftshoulder:b6,"
               "leftstick:b13,lefttrigger:a5,leftx:a0,lefty:a1,rightshoulder:b7,rightstick:b14,righttrigger:a4,"
               "rightx:a2,righty:a3,start:b11,x:b3,y:b4")


def setUpModule():
    """Starts the daemon."""
    hid_guest.start_daemon("xboxone-bt")


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


class TheDevice(unittest.TestCase):
    """Tests that the pad has one node, like a real pad."""

    @classmethod
    def setUpClass(cls):
        """Plugs a controller in and waits for the driver, which is loaded at its first use."""
        cls.player = hid_guest.MovingController(token=95).run()
        cls.addClassCleanup(cls.player.__exit__)
        hid_guest.wait_for_nodes(1)
        guest().run("until ls /sys/bus/hid/drivers/microsoft/0005:045E:02FD.*; do sleep 0.2; done")
        cls.node = hid_guest.wait_for_nodes(1)[0]

    def test_the_driver_is_microsofts(self):
        """The node has the pad's name, numbers, phys and address. It offers rumble, as only this driver does."""
        numbers = [self.node[f"id/{part}"] for part in ("bustype", "vendor", "product", "version")]
        self.assertEqual(numbers, ["0005", "045e", "02fd", "0903"])
        self.assertEqual((self.node["name"], self.node["phys"]), (NAME, "tiltpad/pad1"))
        self.assertRegex(self.node["uniq"], "^02:74:62(:[0-9a-f]{2}){3}$")
        with hid_guest.watch(self.node["path"], seconds=0) as probe:
            capabilities = probe.until("device")["device"]["capabilities"]
        self.assertEqual(capabilities["EV_KEY"], [KEY_BACK, *range(0x130, 0x13F)])
        self.assertIn(FF_RUMBLE, capabilities["EV_FF"])
        ranges = {code: (entry["value"], entry["min"], entry["max"])
                  for code, entry in capabilities["EV_ABS"].items()}
        self.assertEqual(ranges, {**dict.fromkeys("0125", (32768, 0, 65535)),
                                  **dict.fromkeys(("9", "10"), (0, 0, 1023)),
                                  **dict.fromkeys(("16", "17"), (0, -1, 1))})

    def test_every_control_has_its_code(self):
        """Each button has its code. The axes of sticks and triggers are exact to within the kernel's noise filter."""
        hid_guest.check_controls(self.player, self.node["path"], KEYS, STICKS, TRIGGERS)

    def test_sdl_has_its_mapping(self):
        """SDL uses the entry of its database for exactly this version of the pad."""
        for version in SDLS:
            with self.subTest(sdl=version), start("sdl_probe", f"--sdl {version}", "SDL_JOYSTICK_HIDAPI=0") as probe:
                probe.until("ready")
                device = next(line["device"] for line in probe.seen if "device" in line)
                self.assertRegex(device["guid"], "^0500....5e040000fd02000003090000$")
                self.assertEqual((device["type"], device["has_rumble"]), ("xboxone", True))
                self.assertEqual(set(SDL_MAPPING.split(",")) - set(device["mapping"].split(",")), set())

    def test_udev_takes_it_for_a_joystick_and_no_keyboard(self):
        """KEY_BACK makes udev call the pad a device with keys, but not a keyboard."""
        properties = guest().run(f"udevadm info -q property -n {self.node['path']}").stdout
        self.assertRegex(properties, "(?m)^ID_INPUT_JOYSTICK=1$")
        self.assertNotRegex(properties, "(?m)^ID_INPUT_(MOUSE|KEYBOARD|ACCEL)")

    def test_the_motors_reach_the_controller(self):
        """The controller gets the strengths of FF_RUMBLE in whole hundredths, and then rest."""
        with start("evdev_probe", f"--path {self.node['path']} --rumble-ms 1500") as probe:
            probe.until("ready")
            # The strengths 0xC000 and 0x4000, converted to whole hundredths and back.
            self.player.wait_for_feedback(lambda heard: heard[:2] == (75 * 65535 // 100, 25 * 65535 // 100))
            del self.player.link.feedback[:]
            self.player.wait_for_feedback(lambda heard: heard[:2] == (0, 0))
