"""Tests of the touchpad of the identity `dualsense`: fingers and clicks, as the kernel's node and SDL show them."""

import time
import unittest

import daemon_guest
import hid_guest
from shared_guest import guest, start

ABS_MT_SLOT, ABS_MT_X, ABS_MT_Y, ABS_MT_TRACKING_ID = 0x2F, 0x35, 0x36, 0x39
BTN_LEFT, BTN_TOOL_FINGER, BTN_TOUCH, BTN_TOOL_DOUBLETAP = 0x110, 0x145, 0x14A, 0x14D
RIGHT, BOTTOM, END = 1919, 1069, 65535
# The greatest error of a place in SDL, which divides x by 1920 and y by 1070.
NEAR = 0.002


def setUpModule():
    """Starts the daemon."""
    hid_guest.start_daemon("dualsense")


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


class Pad:
    """The state of the touchpad's node, according to its events."""

    def __init__(self):
        """Starts without fingers."""
        self.slot = 0
        # All values of a new node are 0. The kernel reports only changes.
        self.fingers = [{"id": -1, ABS_MT_X: 0, ABS_MT_Y: 0} for _ in range(2)]
        self.keys = {}
        # The state at each report: the tracking ids of both fingers, and the value of the left button.
        self.reports = []

    def apply(self, line):
        """Applies one event."""
        kind, code, value = line.get("type"), line.get("code"), line.get("value")
        if kind == "EV_KEY":
            self.keys[code] = value
        elif kind == "EV_SYN":
            self.reports.append((tuple(finger["id"] for finger in self.fingers), self.keys.get(BTN_LEFT, 0)))
        elif code == ABS_MT_SLOT:
            self.slot = value
        elif code in (ABS_MT_TRACKING_ID, ABS_MT_X, ABS_MT_Y):
            self.fingers[self.slot]["id" if code == ABS_MT_TRACKING_ID else code] = value

    def places(self):
        """Returns the places of both fingers, with None for a finger that is not down."""
        return [(finger[ABS_MT_X], finger[ABS_MT_Y]) if finger["id"] >= 0 else None for finger in self.fingers]


class Touchpad(unittest.TestCase):
    """Tests of the touchpad as evdev, udev and SDL show it."""

    def setUp(self):
        """Plugs in a controller with a touchpad."""
        self.player = daemon_guest.controller(token=95)
        self.addCleanup(self.player.__exit__)
        self.player.run(rate_Hz=50)
        self.nodes = hid_guest.wait_for_nodes(3)
        self.path = hid_guest.named(self.nodes, "Touchpad")

    def until(self, probe, pad, is_there):
        """Reads events until `is_there` is true for the state of the node at the end of a report."""
        def is_last(line):
            pad.apply(line)
            return line.get("type") == "EV_SYN" and is_there(pad)
        probe.until(is_last)

    def test_two_fingers_move_and_keep_their_ids(self):
        pad, player = Pad(), self.player
        with hid_guest.watch(self.path) as probe:
            probe.until("ready")
            player.touchpad = [(5, 0, 0)]
            self.until(probe, pad, lambda pad: pad.places() == [(0, 0), None])
            player.touchpad = [(5, 0, END), (6, END, 0)]
            self.until(probe, pad, lambda pad: pad.places() == [(0, BOTTOM), (RIGHT, 0)])
            first, second = (finger["id"] for finger in pad.fingers)
            self.assertNotEqual(first, second)
            self.assertEqual(pad.keys.get(BTN_TOOL_DOUBLETAP), 1)
            player.touchpad = [(6, END, END), (5, END, END)]
            self.until(probe, pad, lambda pad: pad.places() == [(RIGHT, BOTTOM)] * 2)
            self.assertEqual([finger["id"] for finger in pad.fingers], [first, second])
            player.touchpad = [(6, END, END)]
            self.until(probe, pad, lambda pad: pad.places() == [None, (RIGHT, BOTTOM)])
            self.assertEqual(pad.fingers[1]["id"], second)

    def test_a_finger_that_replaces_another_has_another_id(self):
        """The new finger has another tracking id even if it is at the same place, and the packet without a finger in between was lost."""
        pad, player = Pad(), self.player
        with hid_guest.watch(self.path) as probe:
            probe.until("ready")
            player.touchpad = [(7, 100, 100)]
            self.until(probe, pad, lambda pad: pad.places()[0] is not None)
            first = pad.fingers[0]["id"]
            player.touchpad = [(8, 100, 100)]
            self.until(probe, pad, lambda pad: pad.fingers[0]["id"] > first)
        ids = [ids[0] for ids, _ in pad.reports]
        self.assertEqual(ids[ids.index(first):], [first, -1, pad.fingers[0]["id"]])

    def test_a_click_is_the_left_button_with_a_finger(self):
        """If a finger is down, the click is at its place. Otherwise the pad shows a finger in the middle for the click."""
        for fingers, place in (([(9, 0, 0)], (0, 0)), ([], (RIGHT // 2, BOTTOM // 2))):
            pad, player = Pad(), self.player
            with hid_guest.watch(self.path) as probe:
                probe.until("ready")
                player.touchpad = fingers
                time.sleep(0.1)
                player.set("touchpad", True)
                self.until(probe, pad, lambda pad: pad.keys.get(BTN_LEFT) == 1)
                self.assertEqual(pad.places(), [place, None])
                player.set("touchpad", False)
                player.touchpad = []
                self.until(probe, pad, lambda pad: pad.keys[BTN_LEFT] == 0 and pad.places() == [None, None])
            self.assertTrue(all(ids != (-1, -1) for ids, clicks in pad.reports if clicks))

    def test_nothing_is_held_after_silence(self):
        """The touchpad's fingers go up 300 ms after the controller's last packet, and the pad stays."""
        pad, player = Pad(), self.player
        with hid_guest.watch(self.path) as probe:
            probe.until("ready")
            player.touchpad = [(1, 100, 100), (2, 200, 200)]
            self.until(probe, pad, lambda pad: None not in pad.places())
            player.stop()
            self.until(probe, pad, lambda pad: pad.places() == [None, None])
        self.assertEqual([pad.keys.get(code, 0) for code in (BTN_TOUCH, BTN_TOOL_FINGER, BTN_TOOL_DOUBLETAP)], [0, 0, 0])

    def test_no_desktop_uses_it(self):
        """udev gives the daemon's touchpads the property by which libinput ignores them. No other node of the pad has this property."""
        for node in self.nodes:
            printed = guest().run(f"udevadm info -q property -n {node['path']}").stdout.splitlines()
            self.assertEqual("LIBINPUT_IGNORE_DEVICE=1" in printed, node["path"] == self.path, node["name"])
        printed = guest().run(f"udevadm info -q property -n {self.path}").stdout.splitlines()
        self.assertIn("ID_INPUT_TOUCHPAD=1", printed)

    def test_sdl_has_the_fingers(self):
        """SDL reads the fingers from the HID reports, and shows the click as a button of its own."""
        with start("sdl_touch_probe", variables="SDL_JOYSTICK_HIDAPI=1") as probe:
            self.assertEqual(probe.until("touchpads"), {"touchpads": 1, "fingers": 2})
            probe.until("ready")
            self.player.touchpad = [(3, 0, 0), (4, END, END)]
            for finger, place in ((0, (0, 0)), (1, (1, 1))):
                seen = probe.until(lambda line, finger=finger: line.get("finger") == finger and line["is"] == "down")
                for value, wanted in zip(seen["place"], place):
                    self.assertAlmostEqual(value, wanted, delta=NEAR)
            self.player.set("touchpad", True)
            probe.until(lambda line: line == {"button": "touchpad", "is": "down"})
            self.player.set("touchpad", False)
            probe.until(lambda line: line == {"button": "touchpad", "is": "up"})
            self.player.touchpad = []
            for finger in (0, 1):
                probe.until(lambda line, finger=finger: line.get("finger") == finger and line["is"] == "up")
