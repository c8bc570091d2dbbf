"""A Tiltpad controller without encryption. It is written from docs/protocol.md, without Tiltpad's code."""

import select
import socket
import struct
import time

# The header of a PLAIN packet. A STATE frame and an IMU frame follow it.
PLAIN = struct.Struct("<BBHI")
FEEDBACK = 0x12


class Player:
    """A Tiltpad controller without encryption."""

    def __init__(self, host, token=1):
        """Creates a player with this token at the daemon at `host`, "ADDRESS:PORT"."""
        self.link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        address, port = host.split(":")
        self.link.connect((address, int(port)))
        self.token, self.sequence, self.told = token, 0, (0, 0)

    def close(self):
        """Closes the socket."""
        self.link.close()

    def send(self, buttons=0, sticks=(0, 0, 0, 0), triggers=(0, 0), motion=(0, 0, 4096, 0, 0, 0), tilt=None):
        """Sends a state and the sensors. `tilt` is in 65536ths of a turn; None sends a state without a tilt."""
        self.sequence += 1
        now = time.monotonic_ns() // 1000 & 0xFFFFFFFF
        state = struct.pack("<BBIBBhhhIhhhhBBH", 1, 28, now, 3 if tilt else 2, 255, *(tilt or (0, 0, 0)), buttons, *sticks, *triggers, 0)
        self.link.send(PLAIN.pack(0xDB, 0, self.sequence & 0xFFFF, self.token) + state + struct.pack("<BB6h", 3, 12, *motion))

    def bye(self):
        """Sends a goodbye."""
        self.sequence += 1
        self.link.send(PLAIN.pack(0xDB, 0, self.sequence & 0xFFFF, self.token) + struct.pack("<BBHBB", 0x13, 4, 1, 66, 0))

    def motors(self):
        """Returns the strengths of both motors that the host has sent last, 0 to 255."""
        while select.select([self.link], [], [], 0)[0]:
            message = self.link.recv(1024)
            place = PLAIN.size
            while place < len(message):
                kind, size = message[place:place + 2]
                if kind == FEEDBACK:
                    self.told = message[place + 3], message[place + 5]
                place += 2 + size
        return self.told
