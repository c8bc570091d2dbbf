"""The seats of the stand-in, with the bridge's data on each player."""

import secrets
import struct
import time

import frames


class Seat:
    """One player: its identity, its messages, and the connection to it."""

    def __init__(self, player):
        """Makes a free seat."""
        self.player = player
        self.session = secrets.token_hex(8)
        self.resume = secrets.token_urlsafe(16)
        self.hello = {}
        self.arrivals = []
        self.newest = 0
        self.next_edge = 0
        # The round of the last BUZZ; what is said until its receipt, as (number, code, argument); the round as it is, as bytes.
        self.last_round = 0
        self.controls = []
        self._control = 0
        self.round = b""
        # The page's CTRLs, {id: (code, argument)}, and the id of the newest.
        self.orders = {}
        self._order = None
        # What the page has said in words.
        self.said = []
        self.send = None
        self.is_owed = False

    def take(self, message):
        """Handles a binary message; a late one moves nothing."""
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
        """Sends the mode with every message, until the receipt comes."""
        self._control += 1
        self.controls.append((self._control, frames.MODE, mode))

    def tell_round(self, *values):
        """Sends the round now, and with every message: number, phase, winner, margin in µs."""
        self.round = frames.round_(*values)
        if self.send:
            self.send(self.round)

    def answer(self, hears_buzz=True):
        """Returns the host's next message; with the last BUZZ, if the host takes it."""
        control = frames.control(*self.controls[0]) if self.controls else b""
        receipt = b"" if self._order is None else frames.receipt(self._order)
        return frames.acknowledgement(self.newest, self.next_edge, self.last_round if hears_buzz else 0) + control + receipt + self.round
