"""Guest: a player holds tilt, sticks and a turn still while settings are tried one by one; prints one JSON line.

[[key, axis, value before, value while it is tried, seconds until the first event, value after the undo], ...]; an event's time is the
kernel's, on the clock that also times the order. The controller begins at rest for as long as a new pad's axes rest.
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
    """Gives an order for player 1; returns the time before it was given."""
    at = time.monotonic()
    link.send(struct.pack("<BBBBIi", SETTING, verb, 1, knob, 1, value))
    return at


def events(device, code, seconds):
    """Returns the (time, value) of an axis's events until none comes for so long."""
    found = []
    end = time.monotonic() + PATIENCE_SECONDS
    while select.select([device.fd], [], [], seconds if found else PATIENCE_SECONDS)[0] and time.monotonic() < end:
        found += [(event.timestamp(), event.value) for event in device.read() if (event.type, event.code) == (ecodes.EV_ABS, code)]
    return found


def value(device, code):
    """Returns an axis's value."""
    return device.absinfo(code).value


def turn(device, link, key, number, tried, axis):
    """Tries a value, and undoes it; returns the row."""
    code = AXES[axis]
    before = value(device, code)
    at = order(link, TRY, number, tried)
    seen = events(device, code, STILL_SECONDS)
    shown = value(device, code)
    order(link, UNDO)
    events(device, code, STILL_SECONDS)
    return [key, axis, before, shown, seen[0][0] - at if seen else None, value(device, code)]


def main():
    """Plays and turns."""
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
