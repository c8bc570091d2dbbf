"""Virtual sticks of another program in the guest, and a `tiltpad join` in the guest that forwards them to the daemon."""

import json
import unittest

import daemon_guest
from json_lines import JSONLines
from shared_guest import guest, start

KEYS = "/tmp/sticks"
# Pairs the controller's key with the daemon.
PAIR = f"""
rm -f /tmp/link
timeout 60 tiltpad pair --link --address 127.0.0.1 >/tmp/link 2>/dev/null </dev/null &
until [ -s /tmp/link ]; do sleep 0.1; done
tiltpad send --pair "$(head -n 1 /tmp/link)" --key {KEYS} --hold b --duration 0.5 --quiet
wait
"""


def begin():
    """Starts the daemon, and pairs a controller with it."""
    guest().run(f"rm -rf {KEYS}* /var/lib/tiltpad/*")
    daemon_guest.start("name = Den\n")
    guest().run(PAIR, timeout_seconds=120)


def end():
    """Removes the daemon and the keys."""
    daemon_guest.stop()
    guest().run(f"rm -rf {KEYS}* /var/lib/tiltpad/*")


class Sticks(unittest.TestCase):
    """A test with a program that makes sticks, and a `tiltpad join` that forwards them."""

    def setUp(self):
        """Waits until the player of the test before has left, and starts without a stick."""
        daemon_guest.wait_for_pads(0)
        self.stub = start("stick_stub")
        self.addCleanup(self.stub.close)
        self.stub.until("ready")

    def plug(self, kind, phys=None):
        """Plugs in a stick, whose phys is "real/KIND" unless given; returns its path."""
        phys = phys or f"real/{kind}"
        self.stub.send(json.dumps({"plug": kind, "phys": phys}))
        path = self.stub.until(lambda line: line.get("plugged") == phys)["path"]
        guest().run("udevadm settle")
        return path

    def unplug(self, kind):
        """Unplugs a stick."""
        self.stub.send(json.dumps({"unplug": f"real/{kind}"}))
        self.stub.until("done")

    def write(self, kind, *events):
        """Writes a batch of events to a stick."""
        self.stub.send(json.dumps({"write": f"real/{kind}", "events": events}))
        self.stub.until("done")

    def join(self, *options):
        """Starts `tiltpad join` with these options, and waits until it is player 1; returns its lines."""
        player = JSONLines(guest(), f"exec tiltpad join --key {KEYS} --host 127.0.0.1 {' '.join(options)} </dev/null 2>&1")
        self.addCleanup(player.close)
        player.until(lambda line: line.get("text", "").endswith("player 1"))
        return player

    def watch(self, phys):
        """Returns a reader of the device with a phys, and the kernel's description of the device."""
        reader = daemon_guest.watch(phys, seconds=120)
        self.addCleanup(reader.close)
        device = reader.until("device")["device"]
        reader.until("ready")
        return reader, device
