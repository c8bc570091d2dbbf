"""Tests of the keyboard of quizzes: its kind for the kernel, udev and libinput, and the events of a press."""

import os
import pathlib
import unittest

import daemon_guest
from json_lines import JSONLines
from shared_guest import GUEST_DIRECTORY, guest, start

PROGRAM = pathlib.Path(os.environ.get(
    "QUIZ_KEYS", pathlib.Path(__file__).resolve().parents[3] / ".build/release/quiz-keys"))
PHYS = "tiltpad/keys"
SPACE, ENTER = 57, 28


def setUpModule():
    """Installs the package, whose libraries the keyboard needs, and puts the program that makes the keyboard into the guest."""
    if not PROGRAM.exists():
        raise AssertionError(f"there is no {PROGRAM}: run scripts/test/kernel, which makes it")
    daemon_guest.installed()
    guest().put_file(PROGRAM, f"{GUEST_DIRECTORY}/quiz-keys", mode="755")


def keyboard(name):
    """Makes a keyboard with one key; returns the lines of its program, whose end removes the keyboard."""
    return JSONLines(guest(), f"exec {GUEST_DIRECTORY}/quiz-keys {name}")


def marks(sysname):
    """Returns the names of udev's properties that say which kind of device the event node is."""
    guest().run("udevadm settle")
    shown = guest().run(f"udevadm info -q property /sys/class/input/{sysname}/event*").stdout
    return {line.split("=", 1)[0] for line in shown.splitlines() if line.startswith("ID_INPUT")}


class QuizKeyboard(unittest.TestCase):
    """Tests of one key that a host presses for another program."""

    def test_it_is_a_keyboard_and_no_joystick(self):
        """The device has udev's properties of a keyboard, by which libinput and SDL recognize one, and no js node."""
        with keyboard("KEY_SPACE") as keys:
            sysname = keys.until("ready")["ready"]
            self.assertEqual(marks(sysname), {"ID_INPUT", "ID_INPUT_KEY", "ID_INPUT_KEYBOARD"})
            nodes = guest().run(f"ls /sys/class/input/{sysname}").stdout.split()
            self.assertEqual([node for node in nodes if node.startswith("js")], [])
            with start("evdev_probe", f"--phys {PHYS}") as probe:
                device = probe.until("device")["device"]
            self.assertEqual((device["name"], device["effects"]), ("Tiltpad Quiz Keys", 0))
            self.assertEqual(device["capabilities"], {"EV_KEY": sorted([*range(1, 32), SPACE])})

    def test_each_press_is_one_press_and_one_release(self):
        """No press is repeated, and no other key is pressed."""
        with keyboard("KEY_ENTER") as keys:
            keys.until("ready")
            with start("evdev_probe", f"--phys {PHYS} --seconds 60") as probe:
                probe.until("ready")
                for _ in range(3):
                    keys.send("press")
                    keys.until("released")
                for _ in range(3):
                    probe.until(lambda line: line.get("value") == 0 and line.get("type") == "EV_KEY")
                edges = [(line["code"], line["value"]) for line in probe.seen if line.get("type") == "EV_KEY"]
        self.assertEqual(edges, 3 * [(ENTER, 1), (ENTER, 0)])

    def test_it_goes_with_its_program(self):
        """The keyboard is removed when its program ends."""
        with keyboard("KEY_SPACE") as keys:
            keys.until("ready")
            with start("evdev_probe", f"--phys {PHYS} --seconds 60") as probe:
                probe.until("ready")
                keys.close()
                probe.until("gone")
        self.assertEqual(guest().run("grep -c 'Tiltpad Quiz Keys' /proc/bus/input/devices", check=False).stdout.strip(), "0")


if __name__ == "__main__":
    unittest.main()
