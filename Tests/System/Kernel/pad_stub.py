"""Runs in the guest: makes an Xbox 360 pad without the daemon, so that the harness can test its own probes.

Prints {"ready": "inputN"}. Each line "play" on stdin plays DEMO once. The end of stdin removes the pad.
The constants are those of <linux/uinput.h>, <linux/input.h> and <linux/input-event-codes.h>.
"""

import argparse
import fcntl
import json
import os
import selectors
import struct
import sys

EV_SYN, EV_KEY, EV_ABS, EV_FF, EV_UINPUT = 0x00, 0x01, 0x03, 0x15, 0x0101
UI_DEV_CREATE, UI_DEV_DESTROY, UI_DEV_SETUP, UI_ABS_SETUP = 0x5501, 0x5502, 0x405C5503, 0x401C5504
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_FFBIT, UI_SET_PHYS = 0x40045564, 0x40045565, 0x4004556B, 0x4008556C
UI_GET_SYSNAME_64 = 0x8040552C
UI_BEGIN_FF_UPLOAD, UI_END_FF_UPLOAD = 0xC06855C8, 0x406855C9
UI_BEGIN_FF_ERASE, UI_END_FF_ERASE = 0xC00C55CA, 0x400C55CB
UI_FF_UPLOAD, UI_FF_ERASE = 1, 2

INPUT_EVENT = struct.Struct("@qqHHi")
# Request and return value, then the effect: type, id, direction, trigger, replay, strong and weak magnitude.
FF_UPLOAD = struct.Struct("@Ii HhH HH HH 2x HH 28x 48x")
FF_ERASE = struct.Struct("@IiI")

KEYS = (0x130, 0x131, 0x133, 0x134, 0x136, 0x137, 0x13A, 0x13B, 0x13C, 0x13D, 0x13E)
STICK, TRIGGER, HAT = (-32768, 32767, 16, 128), (0, 255, 0, 0), (-1, 1, 0, 0)
AXES = {0x00: STICK, 0x01: STICK, 0x02: TRIGGER, 0x03: STICK, 0x04: STICK, 0x05: TRIGGER,
        0x10: HAT, 0x11: HAT}
EFFECTS = (0x50, 0x51, 0x58, 0x59, 0x5A, 0x60)
EFFECT_COUNT = 16

BTN_A, ABS_X, ABS_Y, ABS_RZ, ABS_HAT0X = 0x130, 0x00, 0x01, 0x05, 0x10
# Each entry is one batch: the events before a SYN_REPORT.
DEMO = (
    ((EV_KEY, BTN_A, 1),),
    ((EV_KEY, BTN_A, 0),),
    ((EV_ABS, ABS_X, 32767), (EV_ABS, ABS_Y, -32768)),
    ((EV_ABS, ABS_RZ, 255),),
    ((EV_ABS, ABS_HAT0X, -1),),
    ((EV_ABS, ABS_X, 0), (EV_ABS, ABS_Y, 0), (EV_ABS, ABS_RZ, 0), (EV_ABS, ABS_HAT0X, 0)),
)


def say(**fields):
    """Prints one JSON line at once."""
    print(json.dumps(fields), flush=True)


def create(phys):
    """Makes the pad and returns its file descriptor and its name in sysfs."""
    pad = os.open("/dev/uinput", os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    fcntl.ioctl(pad, UI_SET_PHYS, phys.encode() + b"\0")
    for kind in (EV_KEY, EV_ABS, EV_FF):
        fcntl.ioctl(pad, UI_SET_EVBIT, kind)
    for key in KEYS:
        fcntl.ioctl(pad, UI_SET_KEYBIT, key)
    for axis, (low, high, fuzz, flat) in AXES.items():
        fcntl.ioctl(pad, UI_ABS_SETUP, struct.pack("@H2x6i", axis, 0, low, high, fuzz, flat, 0))
    for effect in EFFECTS:
        fcntl.ioctl(pad, UI_SET_FFBIT, effect)
    setup = struct.pack("@4H80sI", 0x0003, 0x045E, 0x028E, 0x0114, b"Microsoft X-Box 360 pad", EFFECT_COUNT)
    fcntl.ioctl(pad, UI_DEV_SETUP, setup)
    fcntl.ioctl(pad, UI_DEV_CREATE)
    return pad, fcntl.ioctl(pad, UI_GET_SYSNAME_64, bytes(64)).rstrip(b"\0").decode()


def play(pad):
    """Writes the demonstration, one write for each batch."""
    for batch in DEMO:
        events = [*batch, (EV_SYN, 0, 0)]
        os.write(pad, b"".join(INPUT_EVENT.pack(0, 0, *event) for event in events))


def answer_force_feedback(pad):
    """Accepts every effect that a game uploads or erases, and prints each order to play."""
    events = os.read(pad, INPUT_EVENT.size * 64)
    for _, _, kind, code, value in INPUT_EVENT.iter_unpack(events):
        if (kind, code) == (EV_UINPUT, UI_FF_UPLOAD):
            request = fcntl.ioctl(pad, UI_BEGIN_FF_UPLOAD, struct.pack("@I100x", value))
            upload = FF_UPLOAD.unpack(request)
            fcntl.ioctl(pad, UI_END_FF_UPLOAD, request)
            say(upload=upload[3], strong=upload[9], weak=upload[10])
        elif (kind, code) == (EV_UINPUT, UI_FF_ERASE):
            request = fcntl.ioctl(pad, UI_BEGIN_FF_ERASE, FF_ERASE.pack(value, 0, 0))
            fcntl.ioctl(pad, UI_END_FF_ERASE, request)
            say(erase=FF_ERASE.unpack(request)[2])
        elif kind == EV_FF:
            say(play=code, value=value)


def main():
    """Makes the pad and serves it until stdin ends."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--phys", default="tiltpad/stub")
    pad, sysname = create(arguments.parse_args().phys)
    say(ready=sysname)
    inputs = selectors.DefaultSelector()
    inputs.register(pad, selectors.EVENT_READ)
    inputs.register(sys.stdin.fileno(), selectors.EVENT_READ)
    while True:
        for key, _ in inputs.select():
            if key.fd == pad:
                answer_force_feedback(pad)
            elif line := os.read(key.fd, 4096):
                for _ in range(line.count(b"play")):
                    play(pad)
            else:
                fcntl.ioctl(pad, UI_DEV_DESTROY)
                return


if __name__ == "__main__":
    main()
