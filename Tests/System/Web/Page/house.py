"""The stand-in for the host of the page, with the interface that tests use.

A real host has the same interface (Tests/System/Web/Real/real.py).
"""

import json
import pathlib
import tempfile
import time

import proxy
import stand_in

# The longest wait for an expected event, in s.
DEADLINE = 60


class House:
    """The stand-in, behind a relay that can simulate faults."""

    def __init__(self, **options):
        """Starts the stand-in and the relay. `options` are those of the stand-in: limit and layout."""
        self._place = tempfile.TemporaryDirectory()
        self.server = stand_in.StandIn(self._place.name, **options)
        self.proxy = proxy.Proxy("127.0.0.1", self.server.port)
        self.address = f"https://127.0.0.1:{self.proxy.port}"

    def end(self):
        """Ends the relay and the stand-in."""
        self.proxy.end()
        self.server.end()
        self._place.cleanup()

    def ticket(self):
        """Returns a ticket that admits one player."""
        ticket = stand_in.secrets.token_urlsafe(16)
        self.server.tickets.add(ticket)
        return ticket

    def arrivals(self, player):
        """Returns all messages of a player so far, oldest first."""
        seat = self.server.seats.get(player)
        return list(seat.arrivals) if seat else []

    def say(self, player, **said):
        """Sends a text to a player's page."""
        if said["type"] == "layout":
            self.server.seats[player].wanted = said["id"]
        self.server.background.soon(lambda: self.server.seats[player].link.say(**said))

    def mode(self, player, mode):
        """Sends a player's page its mode, and repeats it until the page acknowledges it."""
        self.server.background.soon(lambda: self.server.seats[player].tell_mode(mode))

    def round(self, player, *values):
        """Sends a player's page the state of the round, now and with every acknowledgement: number, phase, winner, and margin in µs."""
        self.server.background.soon(lambda: self.server.seats[player].tell_round(*values))

    def said(self, player):
        """Returns the texts that a player's page has sent."""
        return list(self.server.seats[player].said)

    def send(self, player, data):
        """Sends frames to a player's page."""
        self.server.background.soon(lambda: self.server.seats[player].send(data))


def until(condition, what, seconds=DEADLINE):
    """Waits until `condition` returns a true value; returns that value. Fails with `what` after `seconds`."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"never came true: {what}")
        time.sleep(0.02)
    return value


def settings(**chosen):
    """Returns a script that makes a page start with these settings. By default, these are a name, no full screen, and no sound."""
    kept = {"name": "Aki", "sound": False, "fullScreen": False, **chosen}
    return f"try {{ localStorage.getItem('tiltpad.settings') ?? localStorage.setItem('tiltpad.settings', {json.dumps(json.dumps(kept))}) }} catch {{}}"


WEB = pathlib.Path(__file__).resolve().parents[4] / "web"
