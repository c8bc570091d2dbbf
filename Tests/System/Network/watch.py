"""Reads the status of the host and its players from the daemon's local socket (docs/protocol.md, "The local socket")."""

import collections
import itertools
import math
import socket
import struct
import time

import status
from tables import Message, Topic

PERIOD_MS = 10
STATE, EDGES = 0x01, 0x04

Status = collections.namedtuple("Status", "time slot stage connected address port buttons counts drops transport roll")
Arrival = collections.namedtuple("Arrival", "time slot sample edges")


class Watch:
    """A connection to the local socket. It keeps all messages."""

    def __init__(self, path):
        """Requests the status every 10 ms, and a message for every accepted packet."""
        self.host = None
        self.hosts, self.players, self.arrivals = [], [], []
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.connect(str(path))
        self._socket.setblocking(False)
        self._socket.send(status.watch(Topic.STATUS | Topic.TRACE, PERIOD_MS))

    def close(self):
        """Closes the connection."""
        self._socket.close()

    def drain(self):
        """Reads the messages that have arrived since the last call."""
        while True:
            try:
                message = self._socket.recv(1024)
            except BlockingIOError:
                return
            if not message:
                return
            {Message.HOST: self._take_host, Message.PLAYER: self._take_player, Message.TRACE: self._take_arrival}[message[0]](message)

    def listen(self, seconds):
        """Reads messages for this time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(0.02)
            self.drain()

    def until(self, is_true, timeout_seconds, what):
        """Reads messages until `is_true` returns a true value; returns that value."""
        limit = time.monotonic() + timeout_seconds
        while True:
            self.drain()
            if found := is_true():
                return found
            assert time.monotonic() < limit, f"not within {timeout_seconds} s: {what}"
            time.sleep(0.01)

    @property
    def player(self):
        """Returns the newest status of a player.

        It is None if the last two statuses of the host have no player. The last one may still be incomplete.
        """
        return self.players[-1] if self.players and self.players[-1].time in [time for time, _ in self.hosts[-2:]] else None

    def present(self):
        """Returns all players of the last whole status."""
        return [player for player in self.players[-32:] if player.time == self.hosts[-2][0]] if len(self.hosts) > 1 else []

    def _take_host(self, message):
        host = status.bridge(message)
        self.host = host.uptime
        self.hosts.append((host.uptime, host.drops))

    def _take_player(self, message):
        player = status.player(message)
        self.players.append(Status(
            self.host, player.slot, player.phase, player.connected, player.address, player.port, player.buttons, player.counts, player.drops,
            player.transport, math.tau * player.raw[0] / 2**32 if player.raw else None))

    def _take_arrival(self, message):
        (received,) = struct.unpack_from("<q", message, 8)
        sample, edges, frames = None, (), message[16:]
        while frames:
            kind, body, frames = frames[0], frames[2:2 + frames[1]], frames[2 + frames[1]:]
            if kind == STATE:
                sample = sample_time(struct.unpack_from("<I", body)[0], received)
            elif kind == EDGES:
                (first,) = struct.unpack_from("<H", body)
                edges = tuple((first + place, body[2 + 3 * place]) for place in range((len(body) - 2) // 3))
        self.arrivals.append(Arrival(received, message[1], sample, edges))


def sample_time(microseconds, received):
    """Returns the time of a sample in ns. Sender and host have the same clock, of which the packet has the lower 32 bits, in µs."""
    return received - (received // 1000 - microseconds) % 2**32 * 1000


def transitions(players, slot=1):
    """Returns the number of changes of the pad's buttons, presses and releases."""
    count, former = 0, 0
    for player in players:
        if player.slot == slot:
            count += (player.buttons ^ former).bit_count()
            former = player.buttons
    return count


def longest_gap(times):
    """Returns the longest time between two of `times` (ns), in ms. If `times` are the times of statuses, the host did not run for that long."""
    return max((later - earlier for earlier, later in itertools.pairwise(times)), default=0) / 1e6


def ages(shown, start, end, step=1_000_000):
    """Returns the age in ms of the newest shown sample, at every `step` ns. `shown` has pairs (time, time of the sample), in ns."""
    values, newest, place = [], None, 0
    for moment in range(start, end, step):
        while place < len(shown) and shown[place][0] <= moment:
            if newest is None or shown[place][1] > newest:
                newest = shown[place][1]
            place += 1
        if newest is not None:
            values.append((moment - newest) / 1e6)
    return values


def percentile(values, share):
    """Returns the value that `share` percent of the values do not exceed; infinity for an empty list."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share / 100))] if ordered else math.inf
