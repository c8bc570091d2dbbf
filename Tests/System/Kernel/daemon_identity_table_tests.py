"""Tests of every identity whose pad is made through uinput, by the kernel's own data (docs/pads.md)."""

import unittest

import daemon_guest
import long_run
import xbox360
from identities import ALL


def at_rest(axis):
    """Returns the kernel's data on an axis at rest."""
    return {"value": axis.rest, "min": axis.minimum, "max": axis.maximum, "fuzz": axis.fuzz, "flat": axis.flat, "resolution": 0}


ACCELERATION = {"value": 0, "min": -32768, "max": 32768, "fuzz": 16, "flat": 0, "resolution": 8192}
ROTATION = {"value": 0, "min": -2097152, "max": 2097152, "fuzz": 16, "flat": 0, "resolution": 1024}

# For each identity: the device's name; its vendor, product and version; its keys; and its axes, by their code.
IDENTITIES = {
    pad.name: (pad.device, (pad.vendor, pad.product, pad.version), sorted(pad.keys.values()),
               {str(axis.code): at_rest(axis) for axis in pad.axes.values()}) for pad in ALL if pad.is_uinput
} | {"accelerometer": ("Tiltpad Accelerometer", (0x1209, 0x000C, 0x0100), None,
                       {**dict.fromkeys("012", ACCELERATION), **dict.fromkeys("345", ROTATION)})}
WHEELS = {pad.name for pad in ALL if pad.has_forces}
# The codes of a wheel's effects: from rumble to ramp, the waves, gain and autocenter.
WHEEL_EFFECTS = [*range(0x50, 0x5D), 0x60, 0x61]
MSC_TIMESTAMP, INPUT_PROP_ACCELEROMETER = 5, 6


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


class EachIdentity(unittest.TestCase):
    """Tests of the device that a player gets."""

    def check(self, identity, phys, is_at_rest=True):
        """Compares the kernel's data on a pad with the table. The axes' values are compared only if `is_at_rest`."""
        with daemon_guest.watch(phys, seconds=0) as probe:
            device = probe.until("device")["device"]
        name, numbers, keys, axes = IDENTITIES[identity]
        for code, axis in () if is_at_rest else device["capabilities"]["EV_ABS"].items():
            axis["value"] = axes[code]["value"]
        self.assertEqual((device["name"], device["bus"]), (name, 3))
        self.assertEqual((device["vendor"], device["product"], device["version"]), numbers)
        is_sensor = keys is None
        forces = WHEEL_EFFECTS if identity in WHEELS else xbox360.EV_FF
        others = {"EV_MSC": [MSC_TIMESTAMP]} if is_sensor else {"EV_KEY": keys, "EV_FF": forces}
        self.assertEqual(device["properties"], [INPUT_PROP_ACCELEROMETER] if is_sensor else [])
        self.assertEqual(device["effects"], 0 if is_sensor else 15 if identity in WHEELS else 16)
        self.assertEqual(device["capabilities"], {**others, "EV_ABS": axes})

    def test_all_players_have_what_the_host_says(self):
        """The pad has the identity's id, name, keys, ranges, values at rest and effects."""
        for identity in long_run.some(IDENTITIES, "xbox360", "flightstick", "g29"):
            with self.subTest(identity=identity):
                daemon_guest.start(f"identity = {identity}\n")
                with daemon_guest.controller(token=51).run():
                    daemon_guest.wait_for_pads(1)
                    self.check(identity, "tiltpad/pad1")

    def test_one_player_may_have_another_and_a_reload_leaves_it(self):
        """Player 2 is configured as a wheel. A reload that sets player 2 to a flight stick does not change the pad that is plugged in."""
        daemon_guest.start("[player 2]\nidentity = wheel\n")
        with daemon_guest.controller(token=52).run():
            daemon_guest.wait_for_pads(1)
            with daemon_guest.controller(token=53).run():
                daemon_guest.wait_for_pads(2)
                self.check("xbox360", "tiltpad/pad1")
                self.check("wheel", "tiltpad/pad2")
                daemon_guest.configure(daemon_guest.ALLOWED + "[player 2]\nidentity = flightstick\n")
                self.check("wheel", "tiltpad/pad2")
