"""A base for tests that have a daemon without kernel pads, an inputs gateway, and a watcher of all reports about the pads."""

import collections
import json
import socket
import struct
import time

import status
from ports import free_port
from stillness import LONGEST_seconds, STILL_seconds, Stillness
from tables import Button, Message, StatusFrame, Topic
from with_daemon import DEADLINE, WithDaemon

# The state of a pad. Acceleration (g) and rotation (°/s) are in the pad's axes: x right, y up, z to the player; both are None without sensors.
Pad = collections.namedtuple("Pad", "buttons left right triggers acceleration rotation time")
Peer = collections.namedtuple("Peer", "state slot name key")


def parse_report(message):
    """Returns the slot and the pad of a message REPORT. The pad is None if the slot has no pad."""
    _, slot, flags, zero, buttons, lx, ly, rx, ry, lt, rt, rest, *motion = struct.unpack("<BBBBI4hBBH6hq", message)
    assert (zero, rest) == (0, 0)
    if not flags & 1:
        return slot, None
    shares = [round(value / 32767, 3) for value in (lx, ly, rx, ry)]
    has_motion = flags & 2
    return slot, Pad(
        {button.name.lower() for button in Button if buttons >> button & 1}, tuple(shares[:2]), tuple(shares[2:]), (lt, rt),
        tuple(round(value / 8192, 3) for value in motion[:3]) if has_motion else None,
        tuple(round(value / 16, 2) for value in motion[3:6]) if has_motion else None, motion[6])


class Watcher(Stillness):
    """A local program that watches the pads, the players, and the controllers with their states."""

    def __init__(self, path):
        """Connects to the daemon at `path`."""
        super().__init__()
        self.link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.link.connect(path)
        self.link.send(status.watch(Topic.STATUS | Topic.PEERS | Topic.REPORTS, 20))
        self.pads, self.peers, self.players, self.shown = {}, {}, {}, []

    def close(self):
        """Closes the connection to the daemon."""
        self.link.close()

    def read(self, limit):
        """Reads the next message, if one arrives within `limit` seconds; returns whether one has arrived."""
        self.link.settimeout(max(limit, 0.001))
        try:
            message = self.link.recv(1024)
        except TimeoutError:
            return False
        assert message, "the daemon has ended"
        self.note(message)
        if message[0] == Message.REPORT:
            slot, pad = parse_report(message)
            self.pads[slot] = pad
            self.shown.append((slot, pad))
        elif message[0] == Message.PEER and message[1] != 255:
            name = message[40:80].rstrip(b"\0").decode()
            self.peers[name] = Peer(message[1], message[2], name, message[8:40])
        elif message[0] == Message.HOST and StatusFrame.BRIDGE in status.frames(message):
            self.players = {}
        elif message[0] == Message.PLAYER:
            body = status.frames(message)[StatusFrame.CONTROLLER]
            self.players[message[1]] = {"connected": body[0] & 1, "transport": body[3]}
        return True

    def until(self, is_true, act=lambda: None, every=0.02):
        """Reads messages until `is_true` holds, and calls `act` every `every` seconds meanwhile. Fails after DEADLINE seconds."""
        end, due = time.monotonic() + DEADLINE, 0
        # First, read all that has arrived. The daemon reports each change once, and drops reports if they are not read.
        while self.read(0):
            pass
        while not is_true():
            if time.monotonic() >= due:
                act()
                # The pause starts when `act` has ended. If `act` is slow, messages are still read between two calls.
                due = time.monotonic() + every
            now = time.monotonic()
            if now > end:
                raise AssertionError(f"never came: pads {self.pads}, peers {self.peers}, players {self.players}")
            self.read(min(every, end - now))
        return self

    def catch_up(self, act=lambda: None, times=3):
        """Calls `act` and waits for the next status, `times` times. This leaves time for events that should not happen."""
        for _ in range(times):
            act()
            self.players = {-1: None}
            self.until(lambda: -1 not in self.players)

    def undisturbed(self, play, act=lambda: None):
        """Plays a scene, and plays it again if the machine stood still meanwhile. The scene must end in the state in which it began.

        Between two tries it calls `act` until the machine no longer stands still.
        """
        end = time.monotonic() + LONGEST_seconds
        self.catch_up(times=1)
        self.stood = 0
        while True:
            play()
            self.catch_up(times=1)
            if self.stood < STILL_seconds:
                return
            assert time.monotonic() < end, "the machine stands still again and again"
            # Soon after all programs run again, the effects of the standstill are over.
            while self.stood >= STILL_seconds:
                self.stood = 0
                self.catch_up(act, times=10)


class WithInputs(WithDaemon):
    """A test with a daemon and an inputs gateway of its own."""

    SECTIONS = ""
    gateway = None

    def setUp(self):
        super().setUp()
        self.watch = Watcher(self.socket)
        self.addCleanup(self.watch.close)

    def start_inputs(self, sections):
        """Starts the gateway with these sections of the configuration, and waits until it is connected to the daemon."""
        path = self.place / "inputs.conf"
        path.write_text(sections)
        self.gateway = self.start(
            "inputs", "--config", str(path), "--socket", f"{self.socket}.gateway", "--state", str(self.place / "answers"))
        self.listens = self.gateway.stderr.readline()
        self.assertRegex(self.listens, "listening for|sending")
        self.assertIn("connected", self.gateway.stderr.readline())

    def waiting(self):
        """Returns the controllers that wait for permission, as `tiltpad peers` lists them."""
        return [peer for peer in map(json.loads, self.order("peers", "--json").splitlines()) if peer["state"] == "connecting"]


__all__ = ["DEADLINE", "Pad", "Watcher", "WithInputs", "free_port"]
