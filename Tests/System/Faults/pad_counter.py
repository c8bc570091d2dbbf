"""Guest: the presses that pads show, as a game sees them: pad_counter.py PHYS...

Prints {"ready": true} when all pads are open. A line on stdin is an order: `count`, whose answer is {"pads": {phys: {...}}}, or
`reset`, which forgets what was counted. "keys" has the codes of the presses, "times" when each was, in s of CLOCK_BOOTTIME, "held"
the codes that are down now, "gone" how often the pad was unplugged, and "node" its event node.
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
    """One pad by its phys, whichever node it has."""

    def __init__(self, phys):
        """Looks for it."""
        self.phys, self.device, self.held = phys, None, set()
        self.reset()

    def reset(self):
        """Forgets what was counted."""
        self.keys, self.times, self.gone = [], [], 0

    def open(self):
        """Opens the pad if it is there and is not open."""
        if self.device is not None:
            return
        for path in pathlib.Path("/sys/class/input").glob("event*/device/phys"):
            try:
                if path.read_text().strip() == self.phys:
                    device = evdev.InputDevice(f"/dev/input/{path.parts[4]}")
                    fcntl.ioctl(device.fd, EVIOCSCLOCKID, struct.pack("i", BOOTTIME))
                    # Only now, as the kernel drops the keys that wait to be read when it is asked for their state.
                    self.device, self.held = device, set(device.active_keys())
                    return
            except OSError:
                continue

    def read(self):
        """Counts what the pad shows."""
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
        """Returns all of it."""
        node = self.device.path if self.device else None
        return {"keys": self.keys, "times": self.times, "held": sorted(self.held), "gone": self.gone, "node": node}


def obey(order, pads):
    """Carries out an order."""
    if order == "reset":
        for pad in pads:
            pad.reset()
    print(json.dumps({"pads": {pad.phys: pad.told() for pad in pads}}), flush=True)


def main():
    """Reads until stdin ends."""
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
