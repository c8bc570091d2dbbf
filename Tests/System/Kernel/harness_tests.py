"""Tests of the harness itself: the guest, its network and files, and two probes against a known pad."""

import pathlib
import re
import socket
import tempfile
import unittest

import times
import xbox360
from shared_guest import SDLS, guest, printed_by, start
from vm import VMError

STUB = "tiltpad/stub"
ECHO = """
import socket
server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
server.bind(("0.0.0.0", 28460))
print("{}", flush=True)
for _ in range(4):
    bytes, sender = server.recvfrom(2048)
    print("{\\"from\\": \\"%s\\"}" % sender[0], flush=True)
    server.sendto(bytes + b" back", sender)
"""


def setUpModule():
    """Loads uinput, in case no installation has done so yet; boots the guest if necessary."""
    guest().run("modprobe uinput && udevadm settle")


class TheGuest(unittest.TestCase):
    """Tests of the assumptions of all other tests."""

    def test_it_boots_without_a_failed_unit(self):
        """A failed unit of Debian would hide a failed unit of Tiltpad."""
        self.assertEqual(guest().run("systemctl is-system-running --wait").stdout.strip(), "running")

    def test_the_uinput_module_makes_its_device_node(self):
        """The kernel of the guest has the module that the daemon needs."""
        guest().run("test -c /dev/uinput")

    def test_a_failing_command_shows_its_output(self):
        """An error names the command, its status and what it printed."""
        with self.assertRaisesRegex(VMError, "status 3(.|\n)*so it is"):
            guest().run("echo so it is >&2; exit 3")

    def test_a_command_that_hangs_is_given_up(self):
        """A limit of time keeps a test from blocking for ever. The error says what the guest is busy with."""
        with self.assertRaisesRegex(VMError, r"within 1 s.* systemd \(1\) .* memory are available"):
            guest().run("sleep 20", timeout_seconds=1)

    def test_a_tree_keeps_the_guests_own_directories(self):
        """A copied directory with mode 700 that contains `lib` must not change the mode of /, nor replace the link /lib."""
        with tempfile.TemporaryDirectory() as stage:
            library = pathlib.Path(stage, "lib", "tiltpad-test")
            library.mkdir(parents=True)
            (library / "file").write_text("whole\n")
            guest().put_tree(stage)
        seen = guest().run("stat -c %a / && readlink /lib && cat /usr/lib/tiltpad-test/file").stdout
        self.assertEqual(seen.split(), ["755", "usr/lib", "whole"])

    def test_datagrams_of_two_senders_arrive_and_are_answered(self):
        """The forwarded port keeps the two senders apart, and returns the guest's answers to the right one."""
        guest().run("mkdir -p /opt/kernel-tests")
        guest().run("cat >/opt/kernel-tests/echo.py", input=ECHO)
        with start("echo") as echo:
            echo.until(lambda line: line == {})
            senders = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(2)]
            for round_number in range(2):
                for number, sender in enumerate(senders):
                    sender.settimeout(10)
                    sender.connect(("127.0.0.1", guest().udp_port))
                    sender.send(b"%d/%d" % (round_number, number))
            for number, sender in enumerate(senders):
                answers = sorted(sender.recv(2048) for _ in range(2))
                self.assertEqual(answers, [b"0/%d back" % number, b"1/%d back" % number])
                sender.close()
            self.assertEqual(echo.until("from")["from"], "10.0.2.2")


class TheStubPad(unittest.TestCase):
    """Tests of evdev_probe and sdl_probe, and of evtest, jstest and udev, with the pad of pad_stub.py."""

    @classmethod
    def setUpClass(cls):
        """Makes the pad, and finds its nodes."""
        cls.stub = start("pad_stub", f"--phys {STUB}")
        cls.addClassCleanup(cls.stub.close)
        cls.sysname = cls.stub.until("ready")["ready"]
        guest().run("udevadm settle")
        nodes = guest().run(f"ls /sys/devices/virtual/input/{cls.sysname}").stdout.split()
        cls.event = "/dev/input/" + next(node for node in nodes if node.startswith("event"))
        cls.js = "/dev/input/" + next(node for node in nodes if node.startswith("js"))

    def test_evdev_tells_the_identity_and_the_capabilities(self):
        """The pad has the id, name, phys, keys, ranges and effects of a real pad."""
        with start("evdev_probe", f"--phys {STUB}") as probe:
            device = probe.until("device")["device"]
        self.assertEqual({key: device[key] for key in xbox360.IDENTITY}, xbox360.IDENTITY)
        self.assertEqual((device["phys"], device["sysname"]), (STUB, self.sysname))
        self.assertEqual(device["path"], self.event)
        self.assertEqual(device["capabilities"],
                         {"EV_KEY": xbox360.EV_KEY, "EV_ABS": xbox360.EV_ABS, "EV_FF": xbox360.EV_FF})

    def test_evdev_streams_the_events_in_batches(self):
        """evdev shows a press, and a batch of two axes that have the same time and end with one SYN_REPORT."""
        with start("evdev_probe", f"--phys {STUB} --seconds 30") as probe:
            probe.until("ready")
            self.stub.send("play")
            press = probe.until("type")
            self.assertEqual((press["type"], press["code"], press["value"]), ("EV_KEY", 0x130, 1))
            self.assertIn("BTN_SOUTH", press["name"])
            first = probe.until(lambda line: line["type"] == "EV_ABS")
            batch = [first, probe.until("type"), probe.until("type")]
        self.assertEqual([(event["type"], event["code"], event["value"]) for event in batch],
                         [("EV_ABS", 0, 32767), ("EV_ABS", 1, -32768), ("EV_SYN", 0, 0)])
        self.assertEqual(len({event["kernel_seconds"] for event in batch}), 1)

    def test_sdl_knows_an_xbox_360_controller_with_a_mapping(self):
        """SDL finds the pad in its own database, and does not have to guess a mapping."""
        for version in SDLS:
            with self.subTest(sdl=version), start("sdl_probe", f"--sdl {version}") as probe:
                device = probe.until("device")["device"]
                self.assertRegex(device["guid"], xbox360.SDL_GUID)
                self.assertEqual((device["type"], device["has_rumble"]), ("xbox360", True))
                self.assertEqual((device["axes"], device["hats"], device["buttons"]), (6, 1, 11))
                self.assertRegex(device["controller_name"], "(?i)360 controller")
                self.assertEqual(set(xbox360.SDL_MAPPING.split(",")) - set(device["mapping"].split(",")), set())

    def test_sdl_tells_the_events_by_its_own_names(self):
        """SDL shows a press of A, the left stick to the right and up, the right trigger, and the d-pad."""
        with start("sdl_probe", "--seconds 60") as probe:
            probe.until("ready")
            self.stub.send("play")
            probe.until(lambda line: line.get("axis") == "leftx" and line["value"] == 0)
            probe.until(lambda line: line.get("button") == "dpleft" and line["value"] == 0)
        lines = [line for line in probe.seen if "value" in line]
        told = [(line.get("button") or line.get("axis"), line["value"]) for line in lines]
        for expected in (("a", 1), ("a", 0), ("leftx", 32767), ("lefty", -32768), ("righttrigger", 32767),
                         ("dpleft", 1)):
            self.assertIn(expected, told)

    def test_evtest_prints_the_lines_of_the_real_pad(self):
        """evtest prints the real pad's id, keys, axes and effects."""
        printed = printed_by(f"evtest {self.event}")
        for line in xbox360.EVTEST_LINES:
            self.assertIn(line.strip(), printed)

    def test_jstest_counts_the_axes_and_the_buttons(self):
        """The old joystick interface, which browsers read, has the pad's axes and buttons in the usual order."""
        printed = printed_by(f"jstest --event {self.js}", r"type 130, time -?\d+, number 2, value -32767")
        self.assertIn(xbox360.JSTEST_LINE, printed)
        self.assertIn(xbox360.JSTEST_BUTTONS, printed)

    def test_udev_takes_it_for_a_joystick(self):
        """Udev's properties decide which programs find the pad, and its tags decide who may open it."""
        properties = guest().run(f"udevadm info -q property -n {self.event}").stdout.splitlines()
        self.assertIn("ID_INPUT_JOYSTICK=1", properties)
        self.assertFalse([line for line in properties if re.match("ID_INPUT_(MOUSE|KEYBOARD|ACCEL)", line)])
        self.assertRegex("\n".join(properties), "(?m)^TAGS=.*:uaccess:")

    def test_rumble_of_evdev_reaches_the_owner_of_the_pad(self):
        """The pad's owner gets the upload, the play, the stop and the erase. The game does not have to wait long."""
        with start("evdev_probe", f"--phys {STUB} --rumble-ms 100") as probe:
            times.hold(self, "an upload to a pad of python-evdev", probe.until("rumble")["rumble"]["upload_seconds"], 2)
        upload = self.stub.until("upload")
        self.assertEqual((upload["strong"], upload["weak"]), (0xC000, 0x4000))
        self.assertEqual(self.stub.until("play")["value"], 1)
        self.assertEqual(self.stub.until("play")["value"], 0)
        self.assertEqual(self.stub.until("erase")["erase"], upload["upload"])

    def test_rumble_of_sdl_reaches_the_owner_of_the_pad(self):
        """A game that asks SDL for rumble gets it."""
        for version in SDLS:
            with start("sdl_probe", f"--sdl {version} --seconds 3 --rumble-ms 200") as probe:
                self.assertEqual(probe.until("rumble", timeout_seconds=60)["rumble"], 0)
            self.assertEqual(self.stub.until("upload")["strong"], 0xC000)
