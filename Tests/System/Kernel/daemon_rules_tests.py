"""Tests of Tiltpad's devices in udev, with the installed rules: the access to each node, and the kind of each device."""

import contextlib
import pathlib
import re
import unittest

import daemon_guest
from identities import ALL
from shared_guest import SDLS, guest, start

PADS = [identity for identity in ALL if identity.is_uinput]
IDENTITIES = [identity.name for identity in PADS]
# The identities by their vendor and product in hexadecimal digits, each with the low byte first.
PRODUCTS = {(identity.vendor.to_bytes(2, "little") + identity.product.to_bytes(2, "little")).hex(): identity for identity in PADS}
MAPPED = {"a:b0", "b:b1", "x:b2", "y:b3", "leftx:a0", "lefty:a1", "rightx:a3", "righty:a4", "lefttrigger:a2",
          "righttrigger:a5", "dpup:h0.1", "dpdown:h0.4", "dpleft:h0.8", "dpright:h0.2"}

RULES = pathlib.Path(__file__).resolve().parents[3] / "udev"
SEAT_RULE = (RULES / "61-tiltpad-seat.rules", "/etc/udev/rules.d/61-tiltpad-seat.rules")


def setUpModule():
    """Installs the package with the udev rules, and starts the daemon with a player configured for each identity."""
    sections = "".join(f"[player {number}]\nidentity = {name}\n" for number, name in enumerate(IDENTITIES, 1))
    daemon_guest.start(f"players = {len(IDENTITIES)}\n{sections}")


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


def properties(node):
    """Returns udev's properties of a node."""
    printed = guest().run(f"udevadm info -q property -n {node}").stdout
    return dict(line.split("=", 1) for line in printed.splitlines())


def tags(node):
    """Returns udev's tags of a node."""
    return set(properties(node).get("TAGS", "").strip(":").split(":"))


def access(node):
    """Returns a node's group and mode, without its access list."""
    return guest().run(f"stat -c '%G %a' {node}").stdout.strip()


@contextlib.contextmanager
def stub(arguments):
    """Makes a device without the daemon, for the length of a `with`; yields its nodes by kind, such as "event"."""
    with start("device_stub", arguments) as device:
        found = device.until("ready")["ready"]
        guest().run("udevadm settle")
        yield {re.search("([a-z]+)[0-9]+$", node)[1]: node for node in found}


class Pads(unittest.TestCase):
    """Tests of the daemon's devices, without an hwdb entry or an SDL mapping of Tiltpad's."""

    @classmethod
    def setUpClass(cls):
        """Plugs in a controller for each identity."""
        for number in range(len(IDENTITIES)):
            cls.enterClassContext(daemon_guest.controller(token=81 + number).run())
            pads = daemon_guest.wait_for_pads(number + 1)
        cls.pads = {name: pads[f"tiltpad/pad{number}"] for number, name in enumerate(IDENTITIES, 1)}

    def test_every_identity_is_a_joystick_of_the_person_at_the_seat(self):
        """Both nodes, event and js, have the property of a joystick and the tags of the seat. The share button adds ID_INPUT_KEY, as on real pads."""
        for identity, event in self.pads.items():
            listed = guest().run(f"ls /sys/class/input/{event}/device").stdout.split()
            nodes = sorted(name for name in listed if re.match("(event|js)[0-9]", name))
            self.assertEqual(len(nodes), 2)
            for node in nodes:
                with self.subTest(identity=identity, node=node):
                    found = properties(f"/dev/input/{node}")
                    self.assertEqual(found.get("ID_INPUT_JOYSTICK"), "1")
                    self.assertFalse({"ID_INPUT_MOUSE", "ID_INPUT_KEYBOARD"} & set(found))
                    self.assertLessEqual({"uaccess", "seat"}, tags(f"/dev/input/{node}"))

    def test_sdl_maps_every_pad_by_itself_and_takes_no_wheel_for_one(self):
        """SDL's own mapping has the buttons and the triggers where a player expects them. Wheels have no mapping."""
        for version in SDLS:
            with self.subTest(sdl=version):
                self.is_mapped_by(version)

    def is_mapped_by(self, version):
        """Checks the mappings of all pads in one version of SDL."""
        with start("sdl_probe", f"--sdl {version}") as probe:
            probe.until("ready")
        devices = [line["device"] for line in probe.seen if "device" in line]
        # In a GUID, the vendor begins at byte 4, and the product at byte 8.
        found = {device["guid"][8:12] + device["guid"][16:20]: device for device in devices}
        self.assertEqual(set(found), set(PRODUCTS))
        for product, identity in PRODUCTS.items():
            with self.subTest(identity=identity.name):
                mapping = (found[product].get("mapping") or "").split(",")
                self.assertEqual(found[product]["is_controller"], identity.is_pad)
                self.assertEqual(MAPPED <= set(mapping), identity.is_pad)


class Motion(unittest.TestCase):
    """Tests of accelerometers, which must not be taken for a joystick."""

    def test_ours_is_for_the_seat_and_its_js_node_for_nobody(self):
        """The person at the seat may read the event node. Only root may read the js node."""
        with stub("--accelerometer tiltpad/motion1") as nodes:
            for node in nodes.values():
                found = properties(node)
                self.assertEqual(found.get("ID_INPUT_ACCELEROMETER"), "1")
                self.assertNotIn("ID_INPUT_JOYSTICK", found)
            self.assertLessEqual({"uaccess", "seat"}, tags(nodes["event"]))
            self.assertEqual(access(nodes["event"]), "input 660")
            self.assertEqual(access(nodes["js"]).split()[1], "600")
            self.assertNotIn("uaccess", tags(nodes["js"]))

    def test_anybody_elses_is_left_alone(self):
        """The rules apply to Tiltpad's devices only."""
        with stub("--accelerometer other/motion1") as nodes:
            self.assertNotIn("uaccess", tags(nodes["event"]))
            self.assertEqual(access(nodes["js"]).split()[1], "664")


class Uhid(unittest.TestCase):
    """Tests of the udev rules for HID devices, which they recognize by their uniq, and for /dev/uinput and /dev/uhid."""

    def setUp(self):
        """Makes sure that uhid is loaded again after the test."""
        self.addCleanup(guest().run, "modprobe uhid && udevadm settle")

    def test_ours_may_be_read_raw_by_the_person_at_the_seat(self):
        """The person at the seat may open the event, js and hidraw nodes of a device with Tiltpad's uniq."""
        with stub("--hid 02:74:62:00:00:01") as nodes:
            self.assertEqual(set(nodes), {"event", "js", "hidraw"})
            for node in nodes.values():
                self.assertLessEqual({"uaccess", "seat"}, tags(node))
            self.assertEqual(access(nodes["hidraw"]), "input 660")

    def test_anybody_elses_raw_reports_are_left_alone(self):
        """The device has the uniq of another maker, so its hidraw node is for root only."""
        with stub("--hid 02:74:63:00:00:01") as nodes:
            self.assertNotIn("uaccess", tags(nodes["hidraw"]))
            self.assertEqual(access(nodes["hidraw"]), "root 600")

    def test_the_devices_that_make_devices_are_for_the_service(self):
        """Neither /dev/uinput nor /dev/uhid is for the person at the seat, because a program that has opened one of them can act as a keyboard."""
        self.assertEqual((access("/dev/uinput"), access("/dev/uhid")), ("tiltpad 660", "tiltpad 660"))
        self.assertNotIn("uaccess", tags("/dev/uinput"))
        self.assertNotIn("uaccess", tags("/dev/uhid"))

    def test_uinput_is_for_the_seat_as_well_where_that_is_asked_for(self):
        """`make install SEAT=yes` installs this rule, which `make run` needs for real pads. uhid stays for the service only."""
        apply = "udevadm control --reload && udevadm trigger --settle --subsystem-match=misc"
        self.addCleanup(guest().run, f"rm -f {SEAT_RULE[1]}; {apply}")
        guest().put_file(*SEAT_RULE)
        guest().run(apply)
        self.assertEqual(access("/dev/uinput"), "tiltpad 660")
        self.assertIn("uaccess", tags("/dev/uinput"))
        self.assertNotIn("uaccess", tags("/dev/uhid"))

    def test_the_seats_uinput_is_known_before_its_module_is_loaded(self):
        """At boot logind finds the static node by udev's link to it, which udev makes when it starts."""
        links = "/run/udev/static_node-tags/uaccess/*"
        restart = "systemctl restart systemd-udevd && udevadm settle"
        self.addCleanup(guest().run, f"rm -f {SEAT_RULE[1]} {links}uinput; {restart}")
        guest().put_file(*SEAT_RULE)
        guest().run(f"rm -f {links}uinput; {restart}")
        linked = guest().run(f"readlink {links}").stdout.splitlines()
        self.assertIn("/dev/uinput", linked)
        self.assertNotIn("/dev/uhid", linked)

    def test_the_node_is_right_before_its_module_is_loaded(self):
        """At boot only the static node exists, and it already has the right mode."""
        guest().run("rmmod uhid; udevadm settle; rm -f /dev/uhid; mknod -m 600 /dev/uhid c 10 239")
        guest().run("systemctl restart systemd-udevd && udevadm settle")
        self.assertEqual(access("/dev/uhid"), "tiltpad 660")
