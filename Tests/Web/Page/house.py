"""What a page is tested against: the stand-in, or a gateway that runs (GATEWAY), as the same few words.

    GATEWAY=https://localhost:28443          the gateway's address, by a name that it answers to
    BRIDGE_SOCKET=/run/tiltpad/bridge.sock   where its bridge is watched
    TICKET_COMMAND=...                       prints a ticket, or a link that ends with one

The browser is made to find the gateway's name and port at a relay, so that pages name the gateway and yet can lose it.
"""

import json
import os
import pathlib
import re
import shlex
import socket
import struct
import subprocess
import tempfile
import threading
import time
import urllib.parse

import frames
import proxy
import stand_in

GATEWAY = os.environ.get("GATEWAY")
WATCH, TRACE = 0xE8, 0xEB
TICKET = re.compile(r"[A-Za-z0-9_-]{22}")


class House:
    """The stand-in behind a relay that can fail."""

    def __init__(self, **options):
        """Starts it; `options` are those of the stand-in: limit, layout."""
        self._place = tempfile.TemporaryDirectory()
        self.server = stand_in.StandIn(self._place.name, **options)
        self.proxy = proxy.Proxy(self.server.port)
        self.address = f"https://127.0.0.1:{self.proxy.port}"

    def end(self):
        """Ends it."""
        self.proxy.end()
        self.server.end()
        self._place.cleanup()

    def ticket(self):
        """A ticket that is good for one player."""
        ticket = stand_in.secrets.token_urlsafe(16)
        self.server.tickets.add(ticket)
        return ticket

    def arrivals(self, player):
        """Everything that has come of a player so far, oldest first."""
        seat = self.server.seats.get(player)
        return list(seat.arrivals) if seat else []

    def say(self, player, **said):
        """Says something to a player's page in words."""
        self.server.background.soon(lambda: self.server.seats[player].link.say(**said))

    def send(self, player, data):
        """Sends frames to a player's page."""
        self.server.background.soon(lambda: self.server.seats[player].send(data))


class RealHouse:
    """A gateway that runs; what it hands on is read where the bridge is watched."""

    proxy = None

    def __init__(self, **_):
        """Watches the bridge; a limit or layout is as the gateway was started."""
        self.address = GATEWAY.rstrip("/")
        self._arrivals = {}
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.connect(os.environ.get("BRIDGE_SOCKET", "/run/tiltpad/bridge.sock"))
        self._socket.send(struct.pack("<BBHI", WATCH, 2, 100, 0))
        threading.Thread(target=self._watch, daemon=True).start()

    def end(self):
        """Watches no more, and lets through what was held back."""
        self.proxy.let_go()
        self._socket.close()

    def ticket(self):
        """A ticket that is good for one player."""
        said = subprocess.run(shlex.split(os.environ["TICKET_COMMAND"]), capture_output=True, text=True, check=True, timeout=20).stdout
        return TICKET.findall(said)[-1]

    def arrivals(self, player):
        """Everything that has come of a player so far, oldest first."""
        return list(self._arrivals.get(player, []))

    def _watch(self):
        while True:
            try:
                message = self._socket.recv(4096)
            except OSError:
                return
            if not message:
                return
            if message[0] == TRACE:
                at = struct.unpack_from("<q", message, 8)[0] / 1e9
                self._arrivals.setdefault(message[1], []).append(frames.arrival(at, 0, message[16:]))


def mapping():
    """What a browser has to be told so that it finds the house: options."""
    if not GATEWAY:
        return []
    parts = urllib.parse.urlsplit(GATEWAY)
    port = parts.port or 443
    RealHouse.proxy = proxy.Proxy(port)
    return [f"--host-resolver-rules=MAP {parts.hostname}:{port} 127.0.0.1:{RealHouse.proxy.port}"]


def house(**options):
    """The house of this run."""
    return RealHouse(**options) if GATEWAY else House(**options)


def until(condition, what, seconds=20):
    """Waits until a condition gives something, and returns that."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"never came true: {what}")
        time.sleep(0.02)
    return value


def settings(**chosen):
    """A script that makes a page start with these settings: no full screen, no sound, a name."""
    kept = {"name": "Aki", "sound": False, "fullScreen": False, **chosen}
    return f"try {{ localStorage.getItem('tiltpad.settings') ?? localStorage.setItem('tiltpad.settings', {json.dumps(json.dumps(kept))}) }} catch {{}}"


WEB = pathlib.Path(__file__).resolve().parents[3] / "web"
