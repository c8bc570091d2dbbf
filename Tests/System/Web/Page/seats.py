"""The seats of the stand-in. A seat has what the bridge would know about a player."""

import secrets
import struct
import time

import frames


class Seat:
    """One player: its identity, its messages, and its connection."""

    def __init__(self, player):
        """Makes a seat without a connection."""
        self.player = player
        self.session = secrets.token_hex(8)
        self.resume = secrets.token_urlsafe(16)
        self.hello = {}
        # The last layout that the host has wanted since the page was loaded, even if the page has not received that.
        self.wanted = ""
        self.arrivals = []
        self.newest = 0
        self.next_edge = 0
        # The round of the last BUZZ.
        self.last_round = 0
        # The messages to repeat until they are acknowledged, as (number, code, argument).
        self.controls = []
        self._control = 0
        # The state of the round, in bytes.
        self.round = b""
        # The CTRL frames from the page, as {id: (code, argument)}, and the id of the newest.
        self.orders = {}
        self._order = None
        # The texts from the page.
        self.said = []
        self.send = None
        self.is_owed = False

    def take(self, message):
        """Handles a binary message. A late one does not change the number of the next edge."""
        counter = struct.unpack_from("<I", message)[0]
        arrival = frames.arrival(time.monotonic(), counter, message[4:])
        self.arrivals.append(arrival)
        self.newest = max(self.newest, counter)
        if arrival.state and counter == self.newest:
            self.next_edge = arrival.state.next_edge
        if arrival.buzz:
            self.last_round = arrival.buzz.round
        if self.controls and arrival.bodies.get(frames.RECEIPT) == struct.pack("<H", self.controls[0][0]):
            self.controls.pop(0)
        if frames.CONTROL in arrival.bodies:
            self._order, code, argument = struct.unpack_from("<HBB", arrival.bodies[frames.CONTROL])
            self.orders[self._order] = (code, argument)
        self.is_owed = True

    def tell_mode(self, mode):
        """Sends the mode with every message, once earlier modes are acknowledged, until the page acknowledges it too."""
        self._control += 1
        self.controls.append((self._control, frames.MODE, mode))

    def tell_round(self, *values):
        """Sends the state of the round now, and with every message: number, phase, winner, and margin in µs."""
        self.round = frames.round_(*values)
        if self.send:
            self.send(self.round)

    def answer(self, hears_buzz=True):
        """Returns the host's next message. With `hears_buzz`, it acknowledges the last BUZZ."""
        control = frames.control(*self.controls[0]) if self.controls else b""
        receipt = b"" if self._order is None else frames.receipt(self._order)
        return frames.acknowledgement(self.newest, self.next_edge, self.last_round if hears_buzz else 0) + control + receipt + self.round
