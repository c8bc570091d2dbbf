"""Runs in the guest: swings a tilt over the loopback and reads the pad's axis, both on one clock; prints one JSON line.

The line is {"sent": [[seconds, roll], ...], "shown": [[seconds, value of ABS_X], ...]}, with the time of each sample, and
the time at which the kernel got each value. The controller is at rest first, because the axes of a new pad rest for a while.
"""

import argparse
import fcntl
import json
import math
import os
import select
import struct
import time

from evdev import ecodes

from evdev_probe import EVIOCSCLOCKID, find
from sender import Controller

PORT, RATE_Hz = 28460, 100
REST_SECONDS = 1.3


def collect(device, shown):
    """Adds the axis's events that wait to `shown`."""
    for event in device.read() if select.select([device.fd], [], [], 0)[0] else ():
        if (event.type, event.code) == (ecodes.EV_ABS, ecodes.ABS_X):
            shown.append((event.timestamp(), event.value))


def play(controller, seconds, roll, device=None):
    """Sends `roll(time)` at RATE_Hz for `seconds`; returns the samples and the axis's values, both with their times."""
    sent, shown = [], []
    began = next_at = time.monotonic()
    while (now := time.monotonic()) < began + seconds:
        if now >= next_at:
            controller.roll = roll(now - began)
            sent.append((now, controller.roll))
            controller.send_tilt(at=now)
            # A sender that was delayed does not catch up on missed samples.
            next_at = max(next_at + 1 / RATE_Hz, now)
        wait = max(0.0, next_at - time.monotonic())
        if device is None:
            time.sleep(wait)
        else:
            select.select([device.fd], [], [], wait)
            collect(device, shown)
    return sent, shown


def main():
    """Rests, swings, and prints the samples and the axis's values."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--token", type=int, default=1)
    arguments.add_argument("--amplitude", type=float, required=True, help="in rad")
    arguments.add_argument("--frequency", type=float, required=True, help="in Hz")
    arguments.add_argument("--seconds", type=float, required=True)
    chosen = arguments.parse_args()
    os.nice(-10)
    with Controller("127.0.0.1", PORT, chosen.token) as controller:
        play(controller, REST_SECONDS, lambda _: 0.0)
        device = find("tiltpad/pad1", None, 5)
        fcntl.ioctl(device.fd, EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))
        turn = 2 * math.pi * chosen.frequency
        sent, shown = play(
            controller, chosen.seconds, lambda at: chosen.amplitude * math.sin(turn * at), device)
        time.sleep(0.05)
        collect(device, shown)
    print(json.dumps({"sent": sent, "shown": shown}), flush=True)


if __name__ == "__main__":
    main()
