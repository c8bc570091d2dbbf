"""Runs in the guest: makes DualSense and Joy-Con pads through /dev/uhid, which the kernel's own drivers take for real ones.

Each line on stdin is a JSON object:

    {"plug": "dualsense" | "joycon", "uniq": ADDRESS}        plugs in a pad
    {"unplug": ADDRESS}                                      unplugs it
    {"hold": ADDRESS, "is_down": true}                       presses its lower button, or releases it (false)
    {"gravity": ADDRESS, "g": [x, y, z]}                     sets its accelerometer, in g and in the driver's axes

It prints {"unplugged": ADDRESS} when a pad is unplugged, and {"rumble": ADDRESS, "strong": 0 to 255} for each change of the
motors. The constants are those of <linux/uhid.h>, hid-playstation.c and hid-nintendo.c (Linux 6.1).
"""

import json
import os
import selectors
import struct
import sys
import time
import zlib

DESTROY, START, OPEN, OUTPUT, GET_REPORT, GET_REPORT_REPLY = 1, 2, 4, 6, 9, 10
CREATE, INPUT, SET_REPORT, SET_REPORT_REPLY = 11, 12, 13, 14
CREATION = struct.Struct("<I128s64s64sHHIIII4096s")
EVENT_SIZE = 4380
BLUETOOTH = 5
PERIOD_SECONDS = 0.015


class DualSense:
    """A DualSense over Bluetooth."""

    NAME, VENDOR, PRODUCT, VERSION = "Wireless Controller", 0x054C, 0x0CE6, 0x0100
    DESCRIPTOR = bytes.fromhex(
        "05010905a101" "8501" "09300931093209351500" "26ff00750895048102" "0600ff" "85310931954d8102" "0932954d9102"
        "850509339528b102" "8509093495" "13b102" "85200935953fb102" "c0")
    READY_REPORTS = 0

    def __init__(self, address):
        """Starts at rest, flat on a table."""
        self.address, self.is_down, self.gravity, self.count = address, False, (0.0, 1.0, 0.0), 0

    def feature(self, number):
        """Returns the feature report `number`, which the driver asks for."""
        if number == 0x05:
            numbers = [0, 0, 0] + [8640, -8640] * 3 + [540, 540] + [8192, -8192] * 3
            body = bytes([5]) + struct.pack("<17h", *numbers)
            size = 41
        elif number == 0x09:
            body, size = bytes([9]) + bytes.fromhex(self.address.replace(":", ""))[::-1], 20
        else:
            body, size = bytes([0x20]) + bytes(23) + b"\1\0\0\0\1" + bytes(15) + b"\x24\x02", 64
        return sealed(body.ljust(size - 4, b"\0"), 0xA3)

    def report(self):
        """Returns the input report of this moment."""
        self.count += 1
        block = bytearray(72)
        block[0:4] = bytes([128] * 4)
        block[6] = self.count & 0xFF
        block[7] = 0x08 | (0x20 if self.is_down else 0)
        # A real sensor is never quite still.
        acceleration = [round(value * 8192) + self.count % 3 for value in self.gravity]
        struct.pack_into("<3h3hI", block, 15, 0, 0, 0, *acceleration, self.count * 45_000 & 0xFFFFFFFF)
        block[32] = block[36] = 0x80
        block[52] = 0x2A
        return sealed(bytes([0x31, 0x01]) + bytes(block), 0xA1)

    def obey(self, data):
        """Returns the strength of the strong motor that an output report asks for, or None, and no answers."""
        if data[0] == 0x31 and data[2] == 0x10 and (data[3] & 0x03 or data[41] & 0x04):
            return data[3 + 3], []
        return None, []


class JoyCon:
    """A right Joy-Con over Bluetooth."""

    NAME, VENDOR, PRODUCT, VERSION = "Joy-Con (R)", 0x057E, 0x2007, 0x0001
    DESCRIPTOR = bytes.fromhex("05010905a101" "0601ff" "150026ff00" "7508" "9530" "85210921" "8102" "85300930" "8102"
                               "85010901" "9102" "85100910" "9102" "c0")
    RESTING_MOTOR = bytes.fromhex("00014040")

    def __init__(self, address):
        """Starts at rest, flat on a table."""
        self.address, self.is_down, self.gravity, self.count = address, False, (0.0, 0.0, 1.0), 0

    def feature(self, number):
        """Returns nothing: the pad has no feature reports."""
        return b""

    def head(self, number):
        """Returns the first 13 bytes of an input report."""
        self.count += 1
        stick = struct.pack("<I", 0x800 | 0x800 << 12)[:3]
        buttons = bytes([0x04 if self.is_down else 0, 0, 0])
        return bytes([number, self.count & 0xFF, 0x8E]) + buttons + stick + stick + b"\0"

    def report(self):
        """Returns the input report of this moment: three samples of the sensors."""
        x, y, z = (round(value * 4096) + self.count % 3 for value in self.gravity)
        # In a right Joy-Con the sensor is built in the other way round, so the driver negates two of its axes.
        return self.head(0x30) + struct.pack("<6h", x, -y, -z, 0, 0, 0) * 3

    def obey(self, data):
        """Returns the strength of the motor that an output report asks for, or None, and the reports that answer it."""
        motors = data[2:10]
        strength = None if data[0] not in (0x01, 0x10) else 0 if motors[4:8] in (self.RESTING_MOTOR, bytes(4)) else 255
        if data[0] != 0x01:
            return strength, []
        command, body = data[10], data[11:]
        answer = b""
        if command == 0x02:
            answer = b"\x04\x00\x02\x02" + bytes.fromhex(self.address.replace(":", "")) + b"\x01\x01"
        elif command == 0x10:
            answer = body[:5] + self.flash(struct.unpack_from("<I", body)[0], body[4])
        return strength, [(self.head(0x21) + bytes([0x80, command]) + answer).ljust(49, b"\0")]

    @staticmethod
    def flash(place, size):
        """Returns `size` bytes of the pad's memory from an address on. It has the factory's calibration, and none of the user's."""
        def packed(x, y):
            return struct.pack("<I", x | y << 12)[:3]
        known = {0x603D: packed(0x600, 0x600) + packed(0x800, 0x800) + packed(0x600, 0x600),
                 0x6046: packed(0x800, 0x800) + packed(0x600, 0x600) + packed(0x600, 0x600),
                 0x6020: struct.pack("<12h", 0, 0, 0, 16384, 16384, 16384, 0, 0, 0, 13371, 13371, 13371)}
        return known.get(place, b"").ljust(size, b"\xff")[:size]


KINDS = {"dualsense": DualSense, "joycon": JoyCon}


def sealed(body, seed):
    """Returns a report followed by its checksum."""
    return body + struct.pack("<I", zlib.crc32(bytes([seed]) + body))


def say(**fields):
    """Prints one JSON line at once."""
    print(json.dumps(fields), flush=True)


class Plug:
    """A pad that is plugged in."""

    def __init__(self, pad):
        """Plugs in a pad."""
        self.pad, self.strength, self.is_said = pad, 0, False
        self.device = os.open("/dev/uhid", os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        os.write(self.device, CREATION.pack(
            CREATE, pad.NAME.encode(), b"real/pad", pad.address.encode(), len(pad.DESCRIPTOR), BLUETOOTH, pad.VENDOR,
            pad.PRODUCT, pad.VERSION, 0, pad.DESCRIPTOR))

    def send(self, report):
        """Sends an input report."""
        os.write(self.device, struct.pack("<IH", INPUT, len(report)) + report)

    def serve(self):
        """Handles all requests of the driver that wait."""
        while True:
            try:
                event = os.read(self.device, EVENT_SIZE)
            except BlockingIOError:
                return
            kind = struct.unpack_from("<I", event)[0]
            if kind == GET_REPORT:
                request, number = struct.unpack_from("<IB", event, 4)
                report = self.pad.feature(number)
                os.write(self.device, struct.pack("<IIHH", GET_REPORT_REPLY, request, 0, len(report)) + report)
            elif kind == SET_REPORT:
                os.write(self.device, struct.pack("<IIH", SET_REPORT_REPLY, struct.unpack_from("<I", event, 4)[0], 0))
            elif kind == OUTPUT:
                self.note(event[4:4 + struct.unpack_from("<H", event, 4 + 4096)[0]])

    def note(self, data):
        """Handles an output report: sends the pad's answers, and prints a change of the motor."""
        strength, answers = self.pad.obey(data)
        for answer in answers:
            self.send(answer)
        if strength is not None and strength != self.strength:
            self.strength = strength
            say(rumble=self.pad.address, strong=strength)

    def close(self):
        """Unplugs the pad."""
        os.write(self.device, struct.pack("<I", DESTROY))
        os.close(self.device)


def main():
    """Serves pads until stdin ends."""
    plugs, inputs, unread, due = {}, selectors.DefaultSelector(), b"", time.monotonic()
    inputs.register(sys.stdin.fileno(), selectors.EVENT_READ, None)
    while True:
        for key, _ in inputs.select(max(0, due - time.monotonic())):
            if key.data is not None:
                key.data.serve()
                continue
            piece = os.read(key.fd, 4096)
            if not piece:
                return
            *lines, unread = (unread + piece).split(b"\n")
            for line in lines:
                obey(json.loads(line), plugs, inputs)
        if due <= time.monotonic():
            due = time.monotonic() + PERIOD_SECONDS
            for plug in plugs.values():
                plug.send(plug.pad.report())


def obey(order, plugs, inputs):
    """Carries out one order."""
    match order:
        case {"plug": kind, "uniq": address}:
            plugs[address] = plug = Plug(KINDS[kind](address))
            inputs.register(plug.device, selectors.EVENT_READ, plug)
        case {"unplug": address}:
            plug = plugs.pop(address)
            inputs.unregister(plug.device)
            plug.close()
            say(unplugged=address)
        case {"hold": address, "is_down": is_down}:
            plugs[address].pad.is_down = is_down
        case {"gravity": address, "g": g}:
            plugs[address].pad.gravity = g


if __name__ == "__main__":
    main()
