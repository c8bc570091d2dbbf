"""The messages of DSU. They are written from the protocol's description, without Tiltpad's code."""

import socket
import struct
import zlib

VERSION, PORTS, DATA, MOTORS, RUMBLE = 0x100000, 0x100001, 0x100002, 0x110001, 0x110002
CLIENT, SERVER = b"DSUC", b"DSUS"
# The names of the buttons, in the order of their bits in the data.
BITS = "share l3 r3 options up right down left l2 r2 l1 r1 triangle circle cross square".split()
PRESSURES = "left down right up square cross circle triangle r1 l1 r2 l2".split()


def pack(side, sender, kind, body):
    """Returns a message of `side` (CLIENT or SERVER) with the sender's number `sender`, the type `kind` and this body."""
    message = bytearray(struct.pack("<4sHHIII", side, 1001, len(body) + 4, 0, sender, kind) + body)
    message[8:12] = struct.pack("<I", zlib.crc32(message))
    return bytes(message)


def unpack(message, side):
    """Checks the header and the checksum of a message; returns its sender, its type and its body."""
    magic, version, length, crc, sender, kind = struct.unpack_from("<4sHHIII", message)
    assert (magic, version, length) == (side, 1001, len(message) - 16), message.hex()
    blank = bytearray(message)
    blank[8:12] = bytes(4)
    assert zlib.crc32(blank) == crc, message.hex()
    return sender, kind, message[20:]


class Client:
    """A client of a DSU server, like an emulator."""

    def __init__(self, port, address="127.0.0.1", number=0x12345678, server="127.0.0.1"):
        """Binds to `address` of this machine, and connects to the server: answers from any other address are not received."""
        self.link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.link.bind((address, 0))
        self.link.connect((server, port))
        self.number = number

    def close(self):
        """Closes the socket."""
        self.link.close()

    def ask(self, kind, body=b""):
        """Sends a request."""
        self.link.send(pack(CLIENT, self.number, kind, body))

    def subscribe(self, slot=0):
        """Requests the data of the pad in `slot`."""
        self.ask(DATA, struct.pack("<BB6x", 1, slot))

    def hear(self, limit=10):
        """Returns the type and the body of the next answer, or None if none arrives within `limit` seconds."""
        self.link.settimeout(limit)
        try:
            _, kind, body = unpack(self.link.recv(200), SERVER)
        except (TimeoutError, ConnectionRefusedError):
            return None
        return kind, body

    def ports(self, slots=(0, 1, 2, 3)):
        """Asks which pads are in these slots; returns the answers by slot."""
        self.ask(PORTS, struct.pack(f"<i{len(slots)}B", len(slots), *slots))
        found = {}
        while len(found) < len(slots) and (heard := self.hear()):
            if heard[0] == PORTS:
                assert len(heard[1]) == 12
                found[heard[1][0]] = heard[1]
        return found


class Data:
    """The state of a pad, as an answer of the type DATA has it."""

    def __init__(self, body):
        """Decodes `body`, the 80 bytes after the message's type."""
        assert len(body) == 80
        self.port = body[:11]
        self.connected, self.counter = body[11], struct.unpack_from("<I", body, 12)[0]
        bits = struct.unpack_from("<H", body, 16)[0]
        self.buttons = {name for place, name in enumerate(BITS) if bits >> place & 1}
        self.guide = body[18]
        self.sticks = tuple(body[20:24])
        self.pressures = {name: value for name, value in zip(PRESSURES, body[24:36]) if value}
        self.time, = struct.unpack_from("<Q", body, 48)
        self.acceleration = tuple(round(value, 3) for value in struct.unpack_from("<3f", body, 56))
        self.rotation = tuple(round(value, 2) for value in struct.unpack_from("<3f", body, 68))


def data(slot=0, buttons=(), sticks=(128, 128, 128, 128), acceleration=(0, -1, 0), rotation=(0, 0, 0), state=2, number=7, time=1_000_000, guide=0):
    """Returns a server's message of the type DATA with this state of the pad in `slot`."""
    bits = sum(1 << BITS.index(name) for name in buttons)
    pressures = bytes(255 if name in buttons else 0 for name in PRESSURES)
    body = struct.pack("<BBBB6sB", slot, state, 2, 2, bytes.fromhex("faceb00c0011"), 5)
    body += struct.pack("<BI", 1 if state == 2 else 0, 1) + struct.pack("<HBB4B", bits, guide, 0, *sticks) + pressures + bytes(12)
    body += struct.pack("<Q3f3f", time, *acceleration, *rotation)
    return pack(SERVER, number, DATA, body)
