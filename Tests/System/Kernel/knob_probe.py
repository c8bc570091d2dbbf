"""Runs in the guest. A player holds the tilt, the sticks and the speed of a turn constant, while settings are tried one by one.

Prints one JSON line: {"rows": [[key, axis, value before, value while it is tried, seconds until the first event, value after the undo],
...]}. The times of the orders and, as the kernel stamps them, of the events are on CLOCK_MONOTONIC. The player first plays for 1.5 s,
because the axes of a new pad rest for a while.
"""

import argparse
import fcntl
import json
import select
import socket
import struct
import threading
import time

from evdev import ecodes

from evdev_probe import EVIOCSCLOCKID, find
from sender import Controller

PORT, RATE_Hz, SOCKET = 28460, 100, "/run/tiltpad/bridge.sock"
SETTING, TRY, UNDO = 0xF7, 2, 4
REST_SECONDS, STILL_SECONDS, PATIENCE_SECONDS = 1.5, 0.3, 5
AXES = {"x": ecodes.ABS_X, "rx": ecodes.ABS_RX}


def order(link, verb, knob=0, value=0):
    """Sends the order `verb` for player 1; returns the time just before, in s."""
    at = time.monotonic()
    link.send(struct.pack("<BBBBIi", SETTING, verb, 1, knob, 1, value))
    return at


def events(device, code, seconds):
    """Returns the (time, value) of an axis's events, until none has come for `seconds`."""
    found = []
    end = time.monotonic() + PATIENCE_SECONDS
    while select.select([device.fd], [], [], seconds if found else PATIENCE_SECONDS)[0] and time.monotonic() < end:
        found += [(event.timestamp(), event.value) for event in device.read() if (event.type, event.code) == (ecodes.EV_ABS, code)]
    return found


def value(device, code):
    """Returns an axis's value."""
    return device.absinfo(code).value


def turn(device, link, key, number, tried, axis):
    """Tries a value of a setting, and undoes it; returns the setting's row."""
    code = AXES[axis]
    before = value(device, code)
    at = order(link, TRY, number, tried)
    seen = events(device, code, STILL_SECONDS)
    shown = value(device, code)
    order(link, UNDO)
    events(device, code, STILL_SECONDS)
    return [key, axis, before, shown, seen[0][0] - at if seen else None, value(device, code)]


def main():
    """Plays, tries each setting, and prints the rows."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--token", type=int)
    parser.add_argument("knobs", nargs="+", help="KEY:NUMBER:VALUE:AXIS")
    options = parser.parse_args()
    controller = Controller("127.0.0.1", PORT, options.token)
    controller.roll, controller.sticks = 0.4, [0, 0, 12000, 0]
    is_over = threading.Event()

    def play():
        while not is_over.wait(1 / RATE_Hz):
            # The turn is about the vertical of a controller that lies flat.
            controller.motion = (0, 0, 1, 0, 0, 40)
            controller.send_state(at=time.monotonic())

    player = threading.Thread(target=play)
    player.start()
    try:
        time.sleep(REST_SECONDS)
        device = find("tiltpad/pad1", None, 5)
        fcntl.ioctl(device.fd, EVIOCSCLOCKID, struct.pack("I", time.CLOCK_MONOTONIC))
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as link:
            link.connect(SOCKET)
            rows = [turn(device, link, key, int(number), int(tried), axis)
                    for key, number, tried, axis in (knob.split(":") for knob in options.knobs)]
    finally:
        is_over.set()
        player.join()
        controller.bye()
    print(json.dumps({"rows": rows}), flush=True)


if __name__ == "__main__":
    main()
