"""Tests of `tiltpad join --stick` on one machine. Another program makes virtual sticks, and the tests compare them with the daemon's copies."""

import struct
import unittest

import daemon_guest
import stick_guest
from daemon_guest import axis, key
from shared_guest import guest
from stick_guest import KEYS, Sticks
from stick_kinds import KINDS

EV_KEY, EV_ABS = 1, 3
CTRL, DESCRIBE, TILT = 0x13, 81, 0x08


def setUpModule():
    """Starts the daemon, and pairs a controller with it."""
    stick_guest.begin()


def tearDownModule():
    """Removes the daemon and the keys."""
    stick_guest.end()


class Same(Sticks):
    """Tests that the daemon's copy equals each stick. But the copy has no fuzz, and it has two buttons if the stick has none, as with pedals."""

    def check_description(self, real, twin):
        """Compares everything that a reader can ask the kernel for: `twin` is the daemon's copy."""
        for field in ("name", "bus", "vendor", "product", "version", "properties"):
            self.assertEqual(twin[field], real[field], field)
        self.assertEqual(twin["phys"], "tiltpad/pad1")
        keys = real["capabilities"].get("EV_KEY") or [0x120, 0x121]
        self.assertEqual(twin["capabilities"].get("EV_KEY"), keys)
        axes = {code: {**values, "fuzz": 0} for code, values in real["capabilities"].get("EV_ABS", {}).items()}
        self.assertEqual(twin["capabilities"].get("EV_ABS", {}), axes)
        self.assertLessEqual(set(twin["capabilities"]), {"EV_KEY", "EV_ABS"})

    def check_events(self, kind, real, twin):
        """Moves each axis and presses each button; checks that the copy, `twin`, shows what the real stick has shown."""
        _, _, _, _, keys, axes = KINDS[kind]
        for code, (value, low, high, *_) in axes.items():
            # An axis that does not change its value sends nothing.
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
        """The sticks are a wheel, a HOTAS with the axes 0x28 and 0x29, pedals without buttons, and a box of 128 buttons."""
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
            self.unplug(kind)
            daemon_guest.wait_for_pads(0)

    def test_a_restarted_daemon_keeps_the_stick(self):
        """After a crash of the daemon, the copy has the same node. A held button is released for a moment, and then the stick works again."""
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
    """Tests of a wheel, pedals and a box that are merged into one device."""

    def test_one_of_them_is_unplugged_and_back(self):
        """The buttons of the unplugged box are released. The codes and the node of the device stay."""
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
        # The wheel does not have the code of the box's first button.
        self.write("box", (EV_KEY, 0x100, 1))
        twin.until(key(0x100, 1))
        self.unplug("box")
        twin.until(key(0x100, 0))
        self.plug("box")
        self.write("box", (EV_KEY, 0x100, 1))
        twin.until(key(0x100, 1))
        self.write("box", (EV_KEY, 0x100, 0))
        twin.until(key(0x100, 0))
        self.assertFalse([line for line in twin.seen if "gone" in line])
        self.assertEqual([line["value"] for line in twin.seen if line.get("code") == 0x121], [1])


class Refused(unittest.TestCase):
    """Tests of devices that are not sticks, and of senders that may not describe a stick."""

    def test_a_keyboard_is_no_stick(self):
        """`join` refuses to read a keyboard."""
        keyboard = guest().run("readlink -f /dev/input/by-path/*-event-kbd | head -n 1").stdout.strip()
        if not keyboard:
            self.skipTest("the guest has no keyboard")
        ended = guest().run(f"timeout 20 tiltpad join --key {KEYS} --host 127.0.0.1 --stick={keyboard} </dev/null 2>&1", check=False)
        self.assertEqual(ended.returncode, 1, ended.stdout)
        self.assertIn("it is no joystick", ended.stdout)

    def test_a_sender_without_encryption_describes_nothing(self):
        """The sender gets the usual pad, and the metrics count its description as not allowed."""
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
