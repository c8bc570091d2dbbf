"""Runs in the guest: makes an input device without the daemon, to test how udev treats it.

Prints {"ready": [nodes]}, with the device's nodes below /dev. The end of stdin removes the device. The constants are those of
<linux/uinput.h>, <linux/input.h> and <linux/uhid.h>.
"""

import argparse
import fcntl
import glob
import json
import os
import struct
import sys
import time

EV_ABS, INPUT_PROP_ACCELEROMETER = 0x03, 0x06
UI_DEV_CREATE, UI_DEV_SETUP, UI_ABS_SETUP = 0x5501, 0x405C5503, 0x401C5504
UI_SET_EVBIT, UI_SET_PHYS, UI_SET_PROPBIT = 0x40045564, 0x4008556C, 0x4004556E
UHID_CREATE2 = 11
# Type, name, phys, uniq, length of the descriptor, bus, vendor, product, version, country, descriptor.
UHID_EVENT = struct.Struct("<I128s64s64sHHIIII4096s")
VENDOR, PRODUCT = 0x1209, 0x0010

# The HID descriptor of a game pad with eight buttons, and two axes of a byte each.
DESCRIPTOR = bytes.fromhex("05010905a101" "0509190129081500250175019508" "8102" "050109300931" "1581257f75089502"
                           "8102" "c0")


def accelerometer(phys):
    """Makes an accelerometer with a phys through uinput, and returns the file descriptor."""
    device = os.open("/dev/uinput", os.O_RDWR | os.O_CLOEXEC)
    fcntl.ioctl(device, UI_SET_PHYS, phys.encode() + b"\0")
    fcntl.ioctl(device, UI_SET_EVBIT, EV_ABS)
    fcntl.ioctl(device, UI_SET_PROPBIT, INPUT_PROP_ACCELEROMETER)
    for axis in range(3):
        fcntl.ioctl(device, UI_ABS_SETUP, struct.pack("@H2x6i", axis, 0, -32768, 32767, 0, 0, 8192))
    fcntl.ioctl(device, UI_DEV_SETUP, struct.pack("@4H80sI", 3, VENDOR, PRODUCT, 1, b"Stub Accelerometer", 0))
    fcntl.ioctl(device, UI_DEV_CREATE)
    return device


def game_pad(uniq):
    """Makes a HID game pad with a uniq through uhid, and returns the file descriptor."""
    device = os.open("/dev/uhid", os.O_RDWR | os.O_CLOEXEC)
    os.write(device, UHID_EVENT.pack(UHID_CREATE2, b"Stub Game Pad", b"stub", uniq.encode(), len(DESCRIPTOR), 3,
                                     VENDOR, PRODUCT, 1, 0, DESCRIPTOR))
    return device


def nodes(attribute, value):
    """Returns the nodes of the device with this attribute: event, js and hidraw."""
    found = []
    for path in glob.glob(f"/sys/class/input/input*/{attribute}"):
        with open(path, encoding="utf-8") as file:
            if file.read().strip() != value:
                continue
        device = os.path.dirname(path)
        handlers = glob.glob(f"{device}/event*") + glob.glob(f"{device}/js*")
        found += [f"/dev/input/{os.path.basename(node)}" for node in handlers]
        found += [f"/dev/{os.path.basename(node)}" for node in glob.glob(f"{device}/device/hidraw/*")]
    return found


def main():
    """Makes the device and keeps it until stdin ends."""
    arguments = argparse.ArgumentParser(description=__doc__)
    which = arguments.add_mutually_exclusive_group(required=True)
    which.add_argument("--accelerometer", metavar="PHYS")
    which.add_argument("--hid", metavar="UNIQ")
    chosen = arguments.parse_args()
    device, count = (accelerometer(chosen.accelerometer), 2) if chosen.accelerometer else (game_pad(chosen.hid), 3)
    deadline = time.monotonic() + 10
    key = ("phys", chosen.accelerometer) if chosen.accelerometer else ("uniq", chosen.hid)
    while len(found := nodes(*key)) < count and time.monotonic() < deadline:
        time.sleep(0.05)
    print(json.dumps({"ready": found}), flush=True)
    sys.stdin.read()
    os.close(device)


if __name__ == "__main__":
    main()
