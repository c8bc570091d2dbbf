"""Tests of `tiltpad join --stick`: sticks of another program, and the devices that the daemon makes again, on one machine."""

import json
import struct
import unittest

import daemon_guest
from daemon_guest import axis, key
from json_lines import JSONLines
from shared_guest import guest, start
from stick_kinds import KINDS

KEYS = "/tmp/sticks"
EV_KEY, EV_ABS = 1, 3
# Pairs the controller's key with the daemon.
PAIR = f"""
rm -f /tmp/link
timeout 60 tiltpad pair --link --address 127.0.0.1 >/tmp/link 2>/dev/null </dev/null &
until [ -s /tmp/link ]; do sleep 0.1; done
tiltpad send --pair "$(head -n 1 /tmp/link)" --key {KEYS} --hold b --duration 0.5 --quiet
wait
"""
CTRL, DESCRIBE, TILT = 0x13, 81, 0x08


def setUpModule():
    """Starts the daemon, and pairs a controller with it."""
    guest().run(f"rm -rf {KEYS}* /var/lib/tiltpad/*")
    daemon_guest.start("name = Den\n")
    guest().run(PAIR, timeout_seconds=120)


def tearDownModule():
    """Removes the daemon and the keys."""
    daemon_guest.stop()
    guest().run(f"rm -rf {KEYS}* /var/lib/tiltpad/*")


class Sticks(unittest.TestCase):
    """A program that makes sticks, and a `join` that forwards them."""

    def setUp(self):
        """Waits until the player of the test before has left, and starts without a stick."""
        daemon_guest.wait_for_pads(0)
        self.stub = start("stick_stub")
        self.addCleanup(self.stub.close)
        self.stub.until("ready")

    def plug(self, kind, phys=None):
        """Plugs in a stick, whose phys is its kind unless given; returns its path."""
        phys = phys or f"real/{kind}"
        self.stub.send(json.dumps({"plug": kind, "phys": phys}))
        path = self.stub.until(lambda line: line.get("plugged") == phys)["path"]
        guest().run("udevadm settle")
        return path

    def write(self, kind, *events):
        """Writes a batch of events to a stick."""
        self.stub.send(json.dumps({"write": f"real/{kind}", "events": events}))
        self.stub.until("done")

    def join(self, *options):
        """Joins the daemon with these options, until the host has made the stick."""
        player = JSONLines(guest(), f"exec tiltpad join --key {KEYS} --host 127.0.0.1 {' '.join(options)} </dev/null 2>&1")
        self.addCleanup(player.close)
        player.until(lambda line: line.get("text", "").endswith("player 1"))
        return player

    def watch(self, phys):
        """Returns a reader of the device with a phys, and its description."""
        reader = daemon_guest.watch(phys, seconds=120)
        self.addCleanup(reader.close)
        device = reader.until("device")["device"]
        reader.until("ready")
        return reader, device


class Same(Sticks):
    """Each stick is there a second time: equal, except for the fuzz, and for the buttons of pedals."""

    def check_description(self, real, twin):
        """Compares everything that a reader can ask the kernel for."""
        for field in ("name", "bus", "vendor", "product", "version", "properties"):
            self.assertEqual(twin[field], real[field], field)
        self.assertEqual(twin["phys"], "tiltpad/pad1")
        keys = real["capabilities"].get("EV_KEY") or [0x120, 0x121]
        self.assertEqual(twin["capabilities"].get("EV_KEY"), keys)
        axes = {code: {**values, "fuzz": 0} for code, values in real["capabilities"].get("EV_ABS", {}).items()}
        self.assertEqual(twin["capabilities"].get("EV_ABS", {}), axes)
        self.assertLessEqual(set(twin["capabilities"]), {"EV_KEY", "EV_ABS"})

    def check_events(self, kind, real, twin):
        """Moves each axis and presses each button; the twin shows what the real stick has shown."""
        _, _, _, _, keys, axes = KINDS[kind]
        for code, (value, low, high, *_) in axes.items():
            # An axis that stays where it is sends nothing.
            for wanted in dict.fromkeys((low if value > low else high, (low + 2 * high) // 3, value)):
                self.write(kind, (EV_ABS, code, wanted))
                moved = real.until(lambda line: line.get("code") == code and line.get("type") == "EV_ABS")["value"]
                twin.until(axis(code, lambda value, moved=moved: value == moved))
        for code in keys:
            self.write(kind, (EV_KEY, code, 1))
            self.write(kind, (EV_KEY, code, 0))
        if keys:
            twin.until(key(keys[-1], 0))
            real.until(key(keys[-1], 0))
            presses = [[(line["code"], line["value"]) for line in reader.seen if line.get("type") == "EV_KEY"] for reader in (real, twin)]
            self.assertEqual(len(presses[0]), 2 * len(keys))
            self.assertEqual(presses[1], presses[0])

    def test_each_kind_of_stick(self):
        """A wheel, a HOTAS with the axes 0x28 and 0x29, pedals without buttons, and a box of 128 buttons."""
        for kind in KINDS:
            with self.subTest(kind=kind), self.join(f"--stick={self.plug(kind)}"):
                daemon_guest.wait_for_pads(1)
                (real, seen), (twin, made) = self.watch(f"real/{kind}"), self.watch("tiltpad/pad1")
                self.check_description(seen, made)
                self.check_events(kind, real, twin)
                kinds = guest().run(f"udevadm info --query=property {made['path']} | grep ^ID_INPUT").stdout.split()
                self.assertEqual(sorted(kinds), ["ID_INPUT=1", "ID_INPUT_JOYSTICK=1"])
                for reader in (real, twin):
                    reader.close()
            self.stub.send(json.dumps({"unplug": f"real/{kind}"}))
            self.stub.until("done")
            daemon_guest.wait_for_pads(0)

    def test_a_restarted_daemon_keeps_the_stick(self):
        """The node stays, nothing is held, and the stick plays on."""
        self.plug("wheel")
        self.join("--stick")
        daemon_guest.wait_for_pads(1)
        twin, _ = self.watch("tiltpad/pad1")
        self.write("wheel", (EV_KEY, 0x120, 1), (EV_ABS, 0, 100))
        twin.until(key(0x120, 1))
        daemon_guest.crash()
        twin.until(key(0x120, 0))
        twin.until(key(0x120, 1), timeout_seconds=60)
        twin.until(axis(0, lambda value: value == 100))
        self.write("wheel", (EV_KEY, 0x120, 0))
        twin.until(key(0x120, 0))
        self.assertFalse([line for line in twin.seen if "gone" in line])


class Merged(Sticks):
    """A wheel, pedals and a box are one device."""

    def test_one_of_them_is_unplugged_and_back(self):
        """Nothing stays held, the codes stay, and the node stays."""
        paths = [self.plug(kind) for kind in ("wheel", "pedals", "box")]
        self.join("--merge", *(f"--stick={path}" for path in paths))
        daemon_guest.wait_for_pads(1)
        twin, made = self.watch("tiltpad/pad1")
        self.assertEqual(made["name"], KINDS["wheel"][0])
        # The wheel has 0 to 2 and 5, so the pedals' axes are the next free ones.
        self.assertEqual([int(code) for code in made["capabilities"]["EV_ABS"]], [0, 1, 2, 3, 4, 5, 6, 0x10, 0x11])
        self.assertEqual(len(made["capabilities"]["EV_KEY"]), 128)
        self.write("pedals", (EV_ABS, 0, 1000))
        twin.until(axis(3, lambda value: value == 1000))
        self.write("wheel", (EV_KEY, 0x121, 1))
        twin.until(key(0x121, 1))
        # The box's first button is free in the wheel.
        self.write("box", (EV_KEY, 0x100, 1))
        twin.until(key(0x100, 1))
        self.stub.send(json.dumps({"unplug": "real/box"}))
        self.stub.until("done")
        twin.until(key(0x100, 0))
        self.plug("box")
        self.write("box", (EV_KEY, 0x100, 1))
        twin.until(key(0x100, 1))
        self.write("box", (EV_KEY, 0x100, 0))
        twin.until(key(0x100, 0))
        self.assertFalse([line for line in twin.seen if "gone" in line])
        self.assertEqual([line["value"] for line in twin.seen if line.get("code") == 0x121], [1])


class Refused(unittest.TestCase):
    """Devices that are no sticks, and senders that may describe none."""

    def test_a_keyboard_is_no_stick(self):
        """`join` does not read it."""
        keyboard = guest().run("readlink -f /dev/input/by-path/*-event-kbd | head -n 1").stdout.strip()
        if not keyboard:
            self.skipTest("the guest has no keyboard")
        ended = guest().run(f"timeout 20 tiltpad join --key {KEYS} --host 127.0.0.1 --stick={keyboard} </dev/null 2>&1", check=False)
        self.assertEqual(ended.returncode, 1, ended.stdout)
        self.assertIn("it is no joystick", ended.stdout)

    def test_a_sender_without_encryption_describes_nothing(self):
        """It gets the usual pad, and the description is counted."""
        map_of_keys = bytearray(17)
        map_of_keys[2] = 1
        part = struct.pack("<3B4HBBI", 1, 0, 1, 3, 1, 2, 3, 0, 1, 0) + bytes(map_of_keys) + b"Keyboard"
        with daemon_guest.controller(77) as player:
            for number in range(20):
                tilt = struct.pack("<BBIfffI", TILT, 20, number * 10_000, 0, 0, 0, 0)
                player._send(tilt + struct.pack("<BBHBB", CTRL, 4 + len(part), 1, DESCRIBE, 0) + part)
            daemon_guest.wait_for_pads(1)
            with daemon_guest.watch() as pad:
                self.assertNotEqual(pad.until("device")["device"]["name"], "Keyboard")
            counted = guest().run("tiltpad metrics | grep not-allowed").stdout
            self.assertGreater(float(counted.split()[-1]), 0, counted)


if __name__ == "__main__":
    unittest.main()
