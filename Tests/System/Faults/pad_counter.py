"""Runs in the guest: counts the presses that pads show, as a game sees them. Usage: pad_counter.py PHYS...

Prints {"ready": true} when all pads are open. A line on stdin is an order. `count` is answered by {"pads": {phys: {...}}}. `reset` sets
the counts to 0 and has the same answer. "keys" has the codes of the presses, "times" the time of each in s of CLOCK_BOOTTIME, "held"
the codes that are down now, "gone" how often the pad was unplugged, and "node" its event node (null if the pad does not exist).
"""

import fcntl
import json
import pathlib
import select
import struct
import sys

import evdev
from evdev import ecodes

EVIOCSCLOCKID, BOOTTIME = 0x400445A0, 7
LOOK_SECONDS = 0.1


class Pad:
    """One pad, identified by its phys. Its event node may change."""

    def __init__(self, phys):
        """Takes the phys of the pad; `open()` looks for the pad."""
        self.phys, self.device, self.held = phys, None, set()
        self.reset()

    def reset(self):
        """Sets the counts to 0."""
        self.keys, self.times, self.gone = [], [], 0

    def open(self):
        """Opens the pad if it exists and is not open."""
        if self.device is not None:
            return
        for path in pathlib.Path("/sys/class/input").glob("event*/device/phys"):
            try:
                if path.read_text().strip() == self.phys:
                    device = evdev.InputDevice(f"/dev/input/{path.parts[4]}")
                    fcntl.ioctl(device.fd, EVIOCSCLOCKID, struct.pack("i", BOOTTIME))
                    # Asks last: when asked for the state of the keys, the kernel drops their events that were not read yet.
                    self.device, self.held = device, set(device.active_keys())
                    return
            except OSError:
                continue

    def read(self):
        """Reads the waiting events and counts the presses; closes the pad if it was unplugged."""
        try:
            for event in self.device.read():
                if event.type != ecodes.EV_KEY:
                    continue
                if event.value == 1:
                    self.keys.append(event.code)
                    self.times.append(event.timestamp())
                    self.held.add(event.code)
                else:
                    self.held.discard(event.code)
        except OSError:
            self.device.close()
            self.device, self.held = None, set()
            self.gone += 1

    def told(self):
        """Returns the counts and the state of the pad, for the answer to an order."""
        node = self.device.path if self.device else None
        return {"keys": self.keys, "times": self.times, "held": sorted(self.held), "gone": self.gone, "node": node}


def obey(order, pads):
    """Carries out an order and prints the answer."""
    if order == "reset":
        for pad in pads:
            pad.reset()
    print(json.dumps({"pads": {pad.phys: pad.told() for pad in pads}}), flush=True)


def main():
    """Reads the pads and the orders until stdin ends."""
    pads = [Pad(phys) for phys in sys.argv[1:]]
    is_ready = False
    while True:
        for pad in pads:
            pad.open()
        if not is_ready and all(pad.device for pad in pads):
            is_ready = True
            print(json.dumps({"ready": True}), flush=True)
        by_fd = {pad.device.fd: pad for pad in pads if pad.device}
        for fd in select.select([0, *by_fd], [], [], LOOK_SECONDS)[0]:
            if fd in by_fd:
                by_fd[fd].read()
            elif order := sys.stdin.readline().strip():
                obey(order, pads)
            else:
                return


if __name__ == "__main__":
    main()
