"""Pauses of a busy machine: the longest time in which no message came from a daemon, or from a player to it."""

import socket
import struct
import threading
import time

import status
from tables import Message, StatusFrame, Topic

# The longest pause that still lets a test go on, in s. It is less than the silence after which the host releases everything (docs/protocol.md,
# "Silence").
STILL_seconds = 0.5
PERIOD_MS = 20
# The time in s after which a machine that repeatedly stands still counts as having another fault.
LONGEST_seconds = 300


class Stillness:
    """The longest pause so far according to a daemon's statuses, as `stood` in s."""

    def __init__(self):
        """Begins to measure at the time of the call."""
        self.stood, self.told = 0, time.monotonic()

    def note(self, message):
        """Records a message from the daemon."""
        frames = status.frames(message) if message[0] in (Message.HOST, Message.PLAYER) else {}
        if StatusFrame.BRIDGE in frames:
            now = time.monotonic()
            self.stood, self.told = max(self.stood, now - self.told), now
        elif StatusFrame.CONTROLLER in frames and frames[StatusFrame.CONTROLLER][0] & 1:
            self.stood = max(self.stood, struct.unpack("<II", frames[StatusFrame.TIMES])[1] / 1e6)


class Lookout(Stillness, threading.Thread):
    """A local program that measures the pauses during a scene."""

    def __init__(self, path):
        """Connects to the daemon's socket at `path`, and begins to measure."""
        Stillness.__init__(self)
        threading.Thread.__init__(self, daemon=True)
        self.is_over = False
        self.link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.link.connect(path)
        self.link.send(status.watch(Topic.STATUS, PERIOD_MS))
        self.start()

    def run(self):
        """Reads until a status after the end of the scene, or until the daemon ends."""
        with self.link:
            while not self.is_over and (message := self.link.recv(1024)):
                self.note(message)
            told = self.told
            while told == self.told and (message := self.link.recv(1024)):
                self.note(message)

    def end(self):
        """Ends the watch; returns the longest pause, in s."""
        self.is_over = True
        self.join()
        return self.stood
