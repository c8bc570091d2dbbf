"""Starts a real daemon (without kernel pads) and gateway for each test, with the interface of the stand-in for the host (Page/house.py).

The gateway listens at 127.0.0.2. Pages connect to the same port of 127.0.0.1, where a relay can simulate faults.
"""

import contextlib
import dataclasses
import json
import os
import pathlib
import re
import shutil
import socket
import struct
import subprocess
import threading

import frames
import house
import page_tests
import ports
import processes
import proxy
import scene
import status
from tables import Message, Topic, Transport

ROOT = pathlib.Path(__file__).resolve().parents[4]
WEB = ROOT / "web"
BINARY = os.environ.get("BINARY", str(ROOT / ".build/debug/tiltpad"))
PERIOD_ms = 10
TICKET = re.compile(r"[A-Za-z0-9_-]{22}$")
RADIANS = 6.283185307179586 / 2 ** 32
# A script that keeps what a quiz has shown, as [state, word, all texts]. It is needed because results disappear when the next round starts.
SHOWN = """window.shown = []; addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
  const scene = document.querySelector('#scene');
  shown.push([document.body.dataset.quiz, scene?.querySelector('h2')?.textContent, scene?.textContent]); })
  .observe(document.body, { attributeFilter: ['data-quiz'] }));"""


@dataclasses.dataclass
class Player:
    """A player's record. The angle is in rad, sticks are −1…1, triggers 0…1, and the time of the record is in s."""

    at: float
    stage: int
    is_connected: bool
    transport: int
    roll: float
    buttons: int
    sticks: tuple
    triggers: tuple
    received: int

    @property
    def is_at_rest(self):
        """Returns whether no button, stick or trigger of the pad is held."""
        return not self.buttons and not any(self.sticks) and not any(self.triggers)


class RealHouse:
    """A running daemon with its gateway. A watcher keeps the bridge's records, with times of CLOCK_MONOTONIC."""

    def __init__(self, limit=16, layout=None, page=None):
        """Starts the daemon with `limit` slots, and the gateway.

        `layout` has changes to the layout that players begin with. `page` is the address of a copy of the page for phones.
        """
        self._place = processes.place()
        self._folder = self._changed(layout) if layout else WEB
        self._bridge, self._tickets = str(self._place / "bridge.sock"), str(self._place / "web.sock")
        self._surroundings = {**os.environ, "STATE_DIRECTORY": str(self._place / "state")}
        self._configuration = self._place / "tiltpad.conf"
        self._configuration.write_text(f"[host]\nplayers = {limit}\n")
        self._arrivals, self._players = {}, {}
        self.proxy = proxy.Proxy("127.0.0.2")
        self.address = f"https://127.0.0.1:{self.proxy.port}"
        self._daemon = self._start("serve", "--pads", "memory", "--web", "no", "--config", self._configuration, "--port", "0",
                                   "--socket", self._bridge)
        self._more = ["--page", page] if page else []
        self.plain = proxy.Proxy("127.0.0.2")
        self._overlay_port = ports.free_port()
        self.start_gateway()
        self._watcher = house.until(self._connected, "the bridge to be watched")
        self._watcher.send(status.watch(Topic.STATUS | Topic.TRACE, PERIOD_ms))
        threading.Thread(target=self._watch, daemon=True).start()

    def end(self):
        """Ends the daemon, the gateway, the relays and the watcher."""
        self.proxy.end()
        self.plain.end()
        self._watcher.shutdown(socket.SHUT_RDWR)
        for started in (self._gateway, self._daemon):
            processes.end(started)
        processes.remove(self._place)

    def start_gateway(self):
        """Starts the gateway, at first or after `kill_gateway`, and waits until it serves."""
        self._gateway = self._start(
            "web", "--folder", self._folder, "--listen", "127.0.0.2", "--port", self.proxy.port, "--config", self._configuration,
            "--socket", self._bridge, "--tickets", self._tickets, "--plain-port", self.plain.port, "--overlay-port", self._overlay_port,
            *self._more, stderr=subprocess.PIPE)
        said = self._gateway.stderr.readline()
        if b"serving the page" not in said:
            raise AssertionError(said)

    def kill_gateway(self):
        """Kills the gateway, as a crash would."""
        processes.end(self._gateway)

    def ticket(self):
        """Returns a ticket that admits one player."""
        return TICKET.search(self.phone_link())[0]

    def phone_link(self):
        """Returns the link for the next phone."""
        return self.command("pair", "--phone", "--link", "--address", "127.0.0.1", "--socket", self._tickets).strip()

    def overlay(self, query=""):
        """Returns the overlay's address on this machine, with a query."""
        return f"http://127.0.0.1:{self._overlay_port}/overlay{query}"

    def viewer_link(self, *wishes):
        """Returns a link to the overlay for another machine. `wishes` are options of the command."""
        return self.command("overlay", "link", "--link", "--address", "127.0.0.1", "--socket", self._tickets, *wishes).strip()

    def revoke_viewers(self):
        """Makes all links to the overlay invalid."""
        self.command("overlay", "revoke", "all", "--socket", self._tickets)

    def order(self, *words):
        """Gives the daemon an order, such as kick 1 or lock locked; returns the output."""
        return self.command(*words, "--socket", self._bridge)

    def command(self, *words):
        """Runs the program with these words; returns its output."""
        done = subprocess.run([BINARY, *words], capture_output=True, text=True, check=True, timeout=house.DEADLINE, env=self._surroundings)
        return done.stdout

    def arrivals(self, player):
        """Returns all messages of a player that the bridge has accepted so far, oldest first."""
        return list(self._arrivals.get(player, []))

    def players(self, player):
        """Returns all records of a player from the bridge so far, oldest first."""
        return list(self._players.get(player, []))

    def player(self, player):
        """Returns the bridge's newest record of a player, or None."""
        said = self.players(player)
        return said[-1] if said else None

    @property
    def slots(self):
        """Returns the slots that have had a player so far."""
        return sorted(self._players)

    @property
    def bridge(self):
        """Returns the path of the daemon's socket for local programs."""
        return self._bridge

    @property
    def tickets(self):
        """Returns the path of the gateway's socket for local programs."""
        return self._tickets

    @property
    def place(self):
        """Returns the directory with the files of this house."""
        return self._place

    @contextlib.contextmanager
    def link(self):
        """Yields a link that admits a native controller during a `with` block."""
        shown = self._start("pair", "--link", "--address", "127.0.0.1", "--socket", self._bridge, stdout=subprocess.PIPE)
        try:
            yield shown.stdout.readline().decode().strip()
        finally:
            processes.end(shown)
            shown.stdout.close()

    def _changed(self, layout):
        folder = self._place / "web"
        shutil.copytree(WEB, folder)
        first = folder / "layouts/pad.json"
        first.write_text(json.dumps({**json.loads(first.read_text()), **layout, "id": "pad"}))
        return folder

    def _start(self, *arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
        return processes.start(BINARY, *arguments, stdout=stdout, stderr=stderr, env=self._surroundings)

    def _connected(self):
        watcher = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            watcher.connect(self._bridge)
            return watcher
        except OSError:
            watcher.close()
            return None

    def _watch(self):
        while message := self._watcher.recv(4096):
            if message[0] == Message.TRACE:
                at = struct.unpack_from("<q", message, 8)[0] / 1e9
                self._arrivals.setdefault(message[1], []).append(frames.arrival(at, 0, message[16:]))
            if message[0] == Message.PLAYER:
                self._players.setdefault(message[1], []).append(player(message))
        self._watcher.close()


def player(message):
    """Returns the content of a packet PLAYER."""
    seen = status.player(message)
    roll = seen.raw[0] * RADIANS if seen.raw else 0
    return Player(house.time.monotonic(), seen.phase, seen.connected, seen.transport, roll, seen.buttons,
                  tuple(value / 32767 for value in seen.sticks), tuple(value / 255 for value in seen.triggers), seen.counts.received)


class Scene(scene.Scene):
    """A test with a real daemon and gateway."""

    # A script that makes features of the browser unavailable to the page. Here it is data channels.
    without = page_tests.NO_CHANNEL
    script = ""
    transport = Transport.WEBSOCKET

    def open_house(self, **options):
        """Starts the daemon and the gateway of this test; returns them."""
        return RealHouse(**options)

    def phone(self, script="", **options):
        """Returns a phone that has not opened the page yet, and can use only this test's transport."""
        return super().phone(script=self.without + self.script + script, **options)

    def until_player(self, player, condition, what):
        """Waits until `condition` holds for a player's record; returns the record."""
        def wanted():
            said = self.house.player(player)
            return said if said and condition(said) else None
        return house.until(wanted, what)

    def steer_by_slider(self, phone, player):
        """Steers half right on the slider that stands in for the tilt in the layout "wheel", and releases it."""
        phone.wait("document.querySelector('[data-cell=steer]').getAttribute('role') === 'slider'")
        x, y = phone.middle("[data-cell=steer]")
        width = phone.run("document.querySelector('[data-cell=steer]').getBoundingClientRect().width")
        phone.touch(t=(x, y))
        phone.slide(t=(x + width / 4, y))
        self.until_state(player, lambda state: 0.45 < state.sticks[0] < 0.55 and not state.flags & frames.TILT, "half right by slider")
        self.until_player(player, lambda pad: pad.sticks[0] > 0.2, "the pad to steer")
        phone.lift()
        self.until_player(player, lambda pad: pad.is_at_rest, "the wheel straight")


class Posting:
    """The tests without WebSockets: the page sends by POST, and receives server-sent events."""

    script = page_tests.NO_SOCKET
    transport = Transport.HTTP


class Channels:
    """The tests over a data channel, to which the page changes on its own."""

    without = ""
    # The number of old states that may arrive after a time in which nothing got through, since some wait in the browser.
    stale = 8
    transport = Transport.WEBRTC

    def join(self, **options):
        """Returns a phone that plays over a data channel, and its player's number."""
        phone, player = super().join(**options)
        self.until_player(player, lambda pad: pad.transport == Transport.WEBRTC, "play over a data channel")
        return phone, player


class Plain(Channels):
    """The tests over a data channel, from the page without TLS."""

    def open_house(self, **options):
        """Starts the daemon and the gateway; returns them with the address of the page without TLS."""
        opened = super().open_house(**options)
        opened.address = f"http://127.0.0.1:{opened.plain.port}"
        return opened
