"""Tests of the identity `dualsense`: the nodes that the kernel's hid-playstation makes from the daemon's reports."""

import unittest

import daemon_guest
import hid_guest
from shared_guest import SDLS, guest, start

NAME = "DualSense Wireless Controller"
# For each button: the wire's name and evdev's code. X is the left face button, the square.
KEYS = (
    ("a", 0x130), ("b", 0x131), ("x", 0x134), ("y", 0x133), ("left_shoulder", 0x136), ("right_shoulder", 0x137),
    ("left_trigger", 0x138), ("right_trigger", 0x139), ("back", 0x13A), ("share", 0x13A), ("start", 0x13B),
    ("guide", 0x13C), ("left_stick", 0x13D), ("right_stick", 0x13E),
)
STICKS = hid_guest.Axes((0, 1, 3, 4), ((32767, 255), (-32767, 0), (0, 128)), noise=0)
TRIGGERS = hid_guest.Axes((2, 5), ((100, 100), (255, 255), (0, 0)), noise=0)
STICK = {"value": 128, "min": 0, "max": 255, "fuzz": 0, "flat": 0, "resolution": 0}
TRIGGER = {**STICK, "value": 0}
HAT = {**TRIGGER, "min": -1, "max": 1}
FF_RUMBLE = 0x50
PROP_ACCELEROMETER, PROP_POINTER, PROP_BUTTONPAD = 6, 0, 2
# The pad's names in SDL's HID driver. Older versions have a fixed name; SDL 2.30 and newer use the pad's own.
SDL_NAMES = ("PS5 Controller", NAME)
# The numbers of buttons and hats: to SDL 2 the d-pad is four buttons, and to SDL 3 a hat.
SDL_CONTROLS = ((17, 0), (13, 1))
SDL_MAPPING = {"a", "b", "x", "y", "back", "guide", "start", "leftstick", "rightstick", "leftshoulder",
               "rightshoulder", "dpup", "dpdown", "dpleft", "dpright", "leftx", "lefty", "rightx", "righty",
               "lefttrigger", "righttrigger"}


def setUpModule():
    """Starts the daemon."""
    hid_guest.start_daemon("dualsense")


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


class TheDevice(unittest.TestCase):
    """Tests that the pad has three nodes, LEDs and a battery, like a real pad."""

    @classmethod
    def setUpClass(cls):
        """Lets a controller join."""
        cls.player = daemon_guest.controller(token=81).run()
        cls.addClassCleanup(cls.player.__exit__)
        cls.nodes = hid_guest.wait_for_nodes(3)

    def describe(self, ending):
        """Returns the kernel's data on the node whose name ends with `ending`."""
        with hid_guest.watch(hid_guest.named(self.nodes, ending), seconds=0) as probe:
            return probe.until("device")["device"]

    def test_three_nodes_share_the_address(self):
        """The gamepad, its motion sensors and its touchpad have the same uniq."""
        self.assertEqual(len({node["uniq"] for node in self.nodes}), 1)
        self.assertRegex(self.nodes[0]["uniq"], "^02:74:62(:[0-9a-f]{2}){3}$")
        self.assertEqual({node["name"] for node in self.nodes},
                         {NAME, f"{NAME} Motion Sensors", f"{NAME} Touchpad"})
        for node in self.nodes:
            numbers = [node[f"id/{part}"] for part in ("bustype", "vendor", "product", "version")]
            self.assertEqual(numbers, ["0005", "054c", "0ce6", "8100"])

    def test_the_gamepad_has_every_control(self):
        """The node has thirteen buttons, two sticks that rest in the middle, two triggers, a hat, and rumble."""
        device = self.describe("Controller")
        self.assertEqual(device["capabilities"]["EV_KEY"], [0x130, 0x131, 0x133, 0x134, *range(0x136, 0x13F)])
        axes = {**dict.fromkeys("0134", STICK), **dict.fromkeys("25", TRIGGER), **dict.fromkeys(("16", "17"), HAT)}
        self.assertEqual(device["capabilities"]["EV_ABS"], axes)
        self.assertIn(FF_RUMBLE, device["capabilities"]["EV_FF"])

    def test_the_sensors_have_units(self):
        """The axes have 8192 steps per g, and 1024 steps per degree per second."""
        device = self.describe("Sensors")
        self.assertEqual(device["properties"], [PROP_ACCELEROMETER])
        axes = device["capabilities"]["EV_ABS"]
        ranges = {code: (entry["min"], entry["max"], entry["resolution"]) for code, entry in axes.items()}
        self.assertEqual(ranges, {**dict.fromkeys("012", (-32768, 32768, 8192)),
                                  **dict.fromkeys("345", (-2097152, 2097152, 1024))})

    def test_a_touchpad_without_fingers_is_not_touched(self):
        """The touchpad exists, and shows nothing when the controller presses a button."""
        device = self.describe("Touchpad")
        self.assertEqual(device["properties"], [PROP_POINTER, PROP_BUTTONPAD])
        with hid_guest.watch(device["path"], seconds=2) as probe:
            probe.until("ready")
            self.player.tap("a", 0.2, 0.2)
            with self.assertRaisesRegex(AssertionError, "ended without"):
                probe.until("type")

    def test_there_are_lights_and_a_battery(self):
        """The pad has a colour light, five player lights, and a battery named by its address.

        The battery is full until the controller sends its charge.
        """
        leds = guest().run("ls /sys/class/leds").stdout.split()
        self.assertEqual(sum("rgb:indicator" in led for led in leds), 1)
        self.assertEqual(sum("white:player" in led for led in leds), 5)
        battery = f"/sys/class/power_supply/ps-controller-battery-{self.nodes[0]['uniq']}"
        printed = guest().run(f"cat {battery}/capacity {battery}/status").stdout.split()
        self.assertEqual(printed, ["100", "Full"])
        for charge, shown in ((73, "75"), (41, "45"), (100, "100")):
            self.player.battery = charge
            guest().run(f"until [ $(cat {battery}/capacity) = {shown} ]; do sleep 0.1; done", timeout_seconds=60)
            self.assertEqual(guest().run(f"cat {battery}/status").stdout.strip(), "Discharging")

    def test_every_control_has_its_code(self):
        """Each button has its code, and the axes of sticks and triggers are exact to the step."""
        hid_guest.check_controls(self.player, hid_guest.named(self.nodes, "Controller"), KEYS, STICKS, TRIGGERS)

    def test_sdl_reads_the_reports_themselves(self):
        """SDL may open hidraw in this test. It reads the pad there, and takes it for a PS5 controller."""
        for device in self.sdl("1"):
            self.assertEqual(device["type"], "ps5")
            self.assertIn(device["controller_name"], SDL_NAMES)
            self.assertTrue(device["guid"].endswith("6800"), device["guid"])
            self.assertIn((device["buttons"], device["hats"]), SDL_CONTROLS)
            self.assertLessEqual(SDL_MAPPING, {part.split(":")[0] for part in device["mapping"].split(",")})

    def test_sdl_reads_the_events(self):
        """Without hidraw, SDL uses the entry of its database for exactly this version of the pad."""
        for device in self.sdl("0"):
            self.assertEqual((device["type"], device["controller_name"]), ("ps5", "PS5 Controller"))
            self.assertRegex(device["guid"], "^0500....4c050000e60c000000810000$")
            self.assertEqual((device["axes"], device["hats"], device["buttons"]), (6, 1, 13))
            self.assertTrue(device["has_rumble"])
            self.assertLessEqual(SDL_MAPPING, {part.split(":")[0] for part in device["mapping"].split(",")})
            self.assertIn("a:b0,b:b1", device["mapping"])
            self.assertIn("x:b3,y:b2", device["mapping"])

    def sdl(self, reads_hidraw):
        """Returns the only device, as each SDL sees it."""
        devices = []
        for version in SDLS:
            with start("sdl_probe", f"--sdl {version}", f"SDL_JOYSTICK_HIDAPI={reads_hidraw}") as probe:
                probe.until("ready")
            devices += [line["device"] for line in probe.seen if "device" in line]
        self.assertEqual(len(devices), len(SDLS), devices)
        return devices
