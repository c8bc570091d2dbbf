"""Tests of the daemon's pad in programs that are not ours."""

import re
import unittest

import daemon_guest
import xbox360
from shared_guest import guest, printed_by, start


def setUpModule():
    """Starts the daemon."""
    daemon_guest.start()


def tearDownModule():
    """Stops it."""
    daemon_guest.stop()


class TheDaemonsPad(unittest.TestCase):
    """Each reader sees the real Xbox 360 pad, with nothing configured."""

    @classmethod
    def setUpClass(cls):
        """Plugs a controller in, and finds its nodes."""
        cls.player = daemon_guest.controller(token=21).run()
        cls.addClassCleanup(cls.player.__exit__)
        event = daemon_guest.wait_for_pads(1)["tiltpad/pad1"]
        cls.event = f"/dev/input/{event}"
        nodes = guest().run(f"ls /sys/class/input/{event}/device").stdout.split()
        cls.js = "/dev/input/" + next(node for node in nodes if node.startswith("js"))

    def test_evdev_tells_the_identity_and_the_capabilities(self):
        """Id, name, keys, ranges and rests, and the effects of the real pad with room for sixteen."""
        with daemon_guest.watch(seconds=0) as probe:
            device = probe.until("device")["device"]
        expected = {**xbox360.IDENTITY, "phys": "tiltpad/pad1"}
        self.assertEqual({key: device[key] for key in expected}, expected)
        self.assertEqual(device["path"], self.event)
        expected = {"EV_KEY": xbox360.EV_KEY, "EV_ABS": xbox360.EV_ABS, "EV_FF": xbox360.EV_FF}
        self.assertEqual(device["capabilities"], expected)

    def test_evtest_prints_the_lines_of_the_real_pad(self):
        """The id, the keys, the axes and the effects."""
        printed = printed_by(f"evtest {self.event}")
        for line in xbox360.EVTEST_LINES:
            self.assertIn(line.strip(), printed)

    def test_jstest_counts_the_axes_and_the_buttons(self):
        """The old joystick interface has them in the usual order."""
        printed = printed_by(f"jstest --event {self.js}")
        self.assertIn(xbox360.JSTEST_LINE, printed)
        self.assertIn(xbox360.JSTEST_BUTTONS, printed)

    def test_sdl_knows_an_xbox_360_controller_with_a_mapping(self):
        """SDL's own database, not its guess, names the pad."""
        with start("sdl_probe") as probe:
            device = probe.until("device")["device"]
        self.assertRegex(device["guid"], xbox360.SDL_GUID)
        self.assertEqual(device["type"], "xbox360")
        self.assertEqual((device["axes"], device["hats"], device["buttons"]), (6, 1, 11))
        self.assertRegex(device["controller_name"], "(?i)360 controller")
        self.assertEqual(set(xbox360.SDL_MAPPING.split(",")) - set(device["mapping"].split(",")), set())

    def test_udev_takes_it_for_a_joystick_of_the_person_at_the_seat(self):
        """The properties by which programs find it, and the tags by which they may open it."""
        for node in (self.event, self.js):
            properties = guest().run(f"udevadm info -q property -n {node}").stdout
            self.assertRegex(properties, "(?m)^ID_INPUT_JOYSTICK=1$")
            self.assertNotRegex(properties, "(?m)^ID_INPUT_(MOUSE|KEYBOARD|ACCEL)")
            tags = set(re.search("(?m)^TAGS=(.*)$", properties)[1].strip(":").split(":"))
            self.assertLessEqual({"uaccess", "seat"}, tags)

    def test_its_event_node_is_not_open_to_everyone(self):
        """A player's input is for the seat and the group input to read."""
        self.assertEqual(guest().run(f"stat -c '%G %a' {self.event}").stdout.split(), ["input", "660"])
