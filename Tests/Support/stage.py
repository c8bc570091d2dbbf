"""A program that leads a quiz over the local socket: it gives orders and receives the stage (docs/protocol.md, "The local socket")."""

import contextlib
import itertools
import select
import socket
import struct
import time

import status
from tables import Message, Result, Topic, Verb

PERIOD_MS = 50
TOO_CLOSE = 255


class Host:
    """The leader of a quiz, who watches the stage. `stages` contains every stage so far."""

    def __init__(self, path):
        """Connects to the local socket at `path`."""
        self.stages, self.players = [], {}
        self._answers, self._numbers = {}, itertools.count(1)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.connect(str(path))
        self._socket.send(status.watch(Topic.STATUS | Topic.STAGE, PERIOD_MS))

    def close(self):
        """Closes the connection."""
        self._socket.close()

    @property
    def stage(self):
        """Returns the newest stage."""
        return self.stages[-1]

    def order(self, verb, argument=0, player=0, timeout_seconds=60):
        """Gives an order; returns its result, or fails if no answer comes in time."""
        number = next(self._numbers)
        # Messages that wait are read first, to make room for the answer.
        self.listen(0)
        self._socket.send(struct.pack("<BBbBI72x", Message.ORDER, Verb[verb.upper()], argument, player, number))
        self.until(lambda: number in self._answers, timeout_seconds, f"an answer to {verb}")
        return self._answers.pop(number)

    def obeyed(self, verb, argument=0, player=0):
        """Gives an order; fails if the daemon refuses it."""
        result = self.order(verb, argument, player)
        assert result == Result.DONE, (verb, argument, player, result, self.stages[-1:])

    def until(self, is_true, timeout_seconds, what):
        """Reads messages until the condition `is_true` holds, and returns its value."""
        limit = time.monotonic() + timeout_seconds
        while not (found := is_true()):
            assert time.monotonic() < limit, f"not within {timeout_seconds} s: {what}; {self.stages[-1:]}"
            self.listen(0.05)
        return found

    def until_stage(self, is_wanted, timeout_seconds=60, what="the stage", since=0):
        """Waits until `is_wanted` accepts a stage, and returns that stage.

        Without `since`, only the newest stage counts. Otherwise the stages from index `since` in `stages` on count, and the first that is
        accepted is returned.
        """
        def wanted():
            fresh = self.stages[max(since, 0):] if since else self.stages[-1:]
            return next((stage for stage in fresh if is_wanted(stage)), None)
        return self.until(wanted, timeout_seconds, what)

    def listen(self, seconds):
        """Waits a limited time for the next message, and reads all messages that have arrived by then."""
        end = time.monotonic() + seconds
        while select.select([self._socket], [], [], max(0, end - time.monotonic()))[0]:
            end = 0
            message = self._socket.recv(1024)
            if not message:
                raise ConnectionResetError("the daemon has hung up")
            self._take(message, time.monotonic_ns())

    def wait(self, seconds):
        """Lets time pass, and reads the messages meanwhile, since a program that does not read loses messages."""
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0:
            self.listen(rest)

    def _take(self, message, heard):
        if message[0] == Message.HOST and (stage := status.stage(message, heard)):
            self.stages.append(stage)
        if message[0] == Message.PLAYER:
            self.players[message[1]] = status.player(message)
        if message[0] == Message.ANSWER:
            self._answers[struct.unpack_from("<I", message, 4)[0]] = message[1]

    def know_clocks(self, count, timeout_seconds=60):
        """Waits until `count` players are connected, and their clocks are known and not suspect."""
        def is_known():
            return sum(player.connected and player.clock is not None and not player.clock.is_suspect for player in self.players.values()) >= count
        self.until(is_known, timeout_seconds, f"{count} clocks; {self.players}")


@contextlib.contextmanager
def lead(path):
    """Provides a leader of the quiz for the duration of a `with` block."""
    host = Host(path)
    try:
        yield host
    finally:
        host.close()
