"""A base for tests that have a gateway with overlays.

An overlay can watch at the overlay's own port, or by a link from another machine.
"""

import asyncio
import http.client
import json
import urllib.parse

import websockets
from ports import free_port
from with_gateway import DEADLINE, LIKE_A_BROWSER, ROOT, TRUSTING, WithGateway

WEB = ROOT / "web"
PROTOCOL = "tpp.overlay.v1"


async def answer(connect, *values, **options):
    """Returns the HTTP status with which the WebSocket of `connect` is refused; 101 if it opens."""
    try:
        async with connect(*values, **options):
            return 101
    except websockets.InvalidStatusCode as refused:
        return refused.status_code


def refusal(connect, *values, **options):
    """Runs `answer` in a new event loop; returns its result."""
    return asyncio.run(answer(connect, *values, **options))


class WithOverlay(WithGateway):
    """A gateway with an overlay port. It serves the real pages."""

    def setUp(self):
        self.overlay_port = free_port()
        self.extra = ("--overlay-port", str(self.overlay_port))
        super().setUp()

    def start_gateway(self):
        self.folder = WEB
        return super().start_gateway()

    def ask(self, method, path, host=None, body=None, **fields):
        """Sends a request to the overlay's port; returns the status and the body of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.overlay_port, timeout=DEADLINE)
        connection.request(method, path, body, {"Host": host or f"127.0.0.1:{self.overlay_port}", **fields})
        answer = connection.getresponse()
        found = answer.status, answer.read().decode()
        connection.close()
        return found

    def watch(self, path="/overlay", protocols=(PROTOCOL,), origin=None):
        """Returns a WebSocket of an overlay at the overlay's own port."""
        return websockets.connect(
            f"ws://127.0.0.1:{self.overlay_port}{path}", subprotocols=list(protocols),
            origin=origin or f"http://127.0.0.1:{self.overlay_port}", **LIKE_A_BROWSER)

    def watch_by_link(self, ticket, path="/overlay", protocol=PROTOCOL, origin=None):
        """Returns a WebSocket of an overlay over TLS, as from another machine. `ticket` may be None."""
        tickets = [f"ticket.{ticket}"] if ticket else []
        return websockets.connect(
            f"wss://127.0.0.1:{self.port}{path}", ssl=TRUSTING, subprotocols=[protocol, *tickets], origin=origin or self.origin,
            **LIKE_A_BROWSER)

    def overlay(self, *words):
        """Runs `tiltpad overlay` with these words."""
        return self.run_command("overlay", "--socket", self.tickets, *words)

    def viewer_ticket(self):
        """Returns the ticket of a new link for another machine."""
        result = self.overlay("link", "--link", "--address", "127.0.0.1")
        self.assertEqual(result.returncode, 0, result.stderr)
        link = urllib.parse.urlsplit(result.stdout.strip())
        self.assertEqual((link.scheme, link.netloc, link.path), ("https", f"127.0.0.1:{self.port}", "/overlay"))
        return link.fragment

    async def shown(self, link, wanted):
        """Waits until `wanted` holds for the players that the overlay receives."""
        async with asyncio.timeout(DEADLINE):
            while not wanted(json.loads(await link.recv())["players"]):
                pass
