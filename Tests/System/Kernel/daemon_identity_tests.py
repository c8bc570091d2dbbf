"""Tests of the daemon's pad in evdev, evtest, jstest, SDL and udev."""

import re
import unittest

import daemon_guest
import xbox360
from shared_guest import guest, printed_by, start


def setUpModule():
    """Starts the daemon."""
    daemon_guest.start()


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


class TheDaemonsPad(unittest.TestCase):
    """Tests that each program sees a real Xbox 360 pad, without any configuration."""

    @classmethod
    def setUpClass(cls):
        """Lets a controller join, and finds the nodes of its pad."""
        cls.player = daemon_guest.controller(token=21).run()
        cls.addClassCleanup(cls.player.__exit__)
        event = daemon_guest.wait_for_pads(1)["tiltpad/pad1"]
        cls.event = f"/dev/input/{event}"
        nodes = guest().run(f"ls /sys/class/input/{event}/device").stdout.split()
        cls.js = "/dev/input/" + next(node for node in nodes if node.startswith("js"))

    def test_evdev_tells_the_identity_and_the_capabilities(self):
        """The pad has the real pad's id, name, keys, ranges, values at rest and effects, with room for sixteen effects."""
        with daemon_guest.watch(seconds=0) as probe:
            device = probe.until("device")["device"]
        expected = {**xbox360.IDENTITY, "phys": "tiltpad/pad1"}
        self.assertEqual({key: device[key] for key in expected}, expected)
        self.assertEqual(device["path"], self.event)
        expected = {"EV_KEY": xbox360.EV_KEY, "EV_ABS": xbox360.EV_ABS, "EV_FF": xbox360.EV_FF}
        self.assertEqual(device["capabilities"], expected)

    def test_evtest_prints_the_lines_of_the_real_pad(self):
        """evtest prints the real pad's id, keys, axes and effects."""
        printed = printed_by(f"evtest {self.event}")
        for line in xbox360.EVTEST_LINES:
            self.assertIn(line.strip(), printed)

    def test_jstest_counts_the_axes_and_the_buttons(self):
        """The old joystick interface has the axes and buttons of the real pad, in the usual order."""
        printed = printed_by(f"jstest --event {self.js}")
        self.assertIn(xbox360.JSTEST_LINE, printed)
        self.assertIn(xbox360.JSTEST_BUTTONS, printed)

    def test_sdl_knows_an_xbox_360_controller_with_a_mapping(self):
        """SDL finds the pad in its own database, and does not have to guess a mapping."""
        with start("sdl_probe") as probe:
            device = probe.until("device")["device"]
        self.assertRegex(device["guid"], xbox360.SDL_GUID)
        self.assertEqual(device["type"], "xbox360")
        self.assertEqual((device["axes"], device["hats"], device["buttons"]), (6, 1, 11))
        self.assertRegex(device["controller_name"], "(?i)360 controller")
        self.assertEqual(set(xbox360.SDL_MAPPING.split(",")) - set(device["mapping"].split(",")), set())

    def test_udev_takes_it_for_a_joystick_of_the_person_at_the_seat(self):
        """Udev gives the nodes the properties by which programs find a joystick, and the tags by which programs at the seat may open it."""
        for node in (self.event, self.js):
            properties = guest().run(f"udevadm info -q property -n {node}").stdout
            self.assertRegex(properties, "(?m)^ID_INPUT_JOYSTICK=1$")
            self.assertNotRegex(properties, "(?m)^ID_INPUT_(MOUSE|KEYBOARD|ACCEL)")
            tags = set(re.search("(?m)^TAGS=(.*)$", properties)[1].strip(":").split(":"))
            self.assertLessEqual({"uaccess", "seat"}, tags)

    def test_its_event_node_is_not_open_to_everyone(self):
        """Only the person at the seat and the group `input` may read a player's input."""
        self.assertEqual(guest().run(f"stat -c '%G %a' {self.event}").stdout.split(), ["input", "660"])
