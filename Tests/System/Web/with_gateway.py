"""A base for tests that have a daemon without kernel pads, a web gateway, and clients that act as pages."""

import asyncio
import base64
import contextlib
import http.client
import json
import signal
import socket
import ssl
import struct
import threading
import time

import websockets
from ports import free_port
from with_daemon import DEADLINE, ROOT, WithDaemon

TRUSTING = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
TRUSTING.check_hostname = False
TRUSTING.verify_mode = ssl.CERT_NONE


def state(buttons=0, right_x=0, sample_time=0):
    """Returns a STATE frame with these buttons and the right stick at `right_x`, -32767 to 32767."""
    return struct.pack("<BBIBBhhhIhhhhBBH", 1, 28, sample_time, 2, 255, 0, 0, 0, buttons, 0, 0, right_x, 0, 0, 0, 0)


def frames(message):
    """Returns the bodies of the frames in a message from the host, by frame type."""
    found, next_one = {}, 0
    while next_one < len(message):
        kind, length = message[next_one], message[next_one + 1]
        found[kind] = message[next_one + 2:next_one + 2 + length]
        next_one += 2 + length
    return found


@contextlib.contextmanager
def raw_link(port, is_secure=True):
    """Yields a connection for any bytes, with TLS or without, during a `with` block."""
    with socket.create_connection(("127.0.0.1", port), DEADLINE) as link:
        if is_secure:
            with TRUSTING.wrap_socket(link) as secure:
                yield secure
        else:
            yield link


class Page:
    """A client that acts as a page and plays over a WebSocket."""

    def __init__(self, link, counter=0):
        """Uses the open WebSocket `link`. The first packet has the number `counter` + 1."""
        self.link = link
        self.counter = counter
        self.heard = []

    async def say(self, **members):
        """Sends a text with these members."""
        await self.link.send(json.dumps(members))

    async def hello(self, name="Aki"):
        """Says hello; returns the answer."""
        await self.say(type="hello", name=name, language="ja", colour="#e69f00", counter=self.counter)
        return await self.text("welcome", "waiting", "denied")

    async def send(self, *parts):
        """Sends a packet with these frames."""
        self.counter += 1
        await self.link.send(struct.pack("<I", self.counter) + b"".join(parts))

    @contextlib.asynccontextmanager
    async def holding(self, *parts):
        """Sends these frames 60 times a second during a `with` block, since the host releases inputs that are silent for a second.

        Yields the list of the times of sending, in s. It grows meanwhile.
        """
        sent = []

        async def hold():
            while True:
                await self.send(*parts)
                sent.append(time.monotonic())
                await asyncio.sleep(1 / 60)
        task = asyncio.create_task(hold())
        try:
            yield sent
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, websockets.ConnectionClosed):
                await task

    async def next(self):
        """Returns the next message. Unlike asyncio.wait_for of Python 3.11, the wait can always be cancelled."""
        async with asyncio.timeout(DEADLINE):
            return await self.link.recv()

    async def text(self, *types):
        """Returns the next text of one of these types, and keeps the packets before it in `heard`."""
        while True:
            message = await self.next()
            if isinstance(message, bytes):
                self.heard.append(message)
            elif json.loads(message)["type"] in types:
                return json.loads(message)

    async def frame(self, kind):
        """Returns the body of the next frame of the type `kind`."""
        while True:
            message = await self.next()
            if isinstance(message, bytes) and kind in frames(message):
                return frames(message)[kind]


class Poster:
    """A client that acts as a page, plays by POST requests, and receives server-sent events."""

    def __init__(self, place, ticket):
        """Opens the stream of events with this ticket. `place` is the test, which has the gateway."""
        self.place, self.ticket, self.counter = place, ticket, 0
        opened = place.request("POST", "/link/open", ticket)
        if opened.status != 200:
            raise PermissionError(opened.status)
        promise = json.loads(opened.body)
        self.ticket, self.promise = promise["resume"], promise["stream"]
        self.events = http.client.HTTPSConnection("127.0.0.1", place.port, context=TRUSTING, timeout=DEADLINE)
        self.events.request("GET", f"/link/events/{promise['stream']}")
        self.stream = self.events.getresponse()
        self.lines = self.stream.fp

    def close(self):
        """Closes the stream."""
        self.stream.close()
        self.events.close()

    def say(self, **members):
        """Sends a text; returns the HTTP status."""
        return self.place.request("POST", "/link", self.ticket, json.dumps(members).encode(), "application/json").status

    def send(self, *packets):
        """Sends packets in one request; returns the HTTP status."""
        body = b""
        for parts in packets:
            self.counter += 1
            packet = struct.pack("<I", self.counter) + parts
            body += struct.pack("<H", len(packet)) + packet
        return self.place.request("POST", "/link", self.ticket, body, "application/octet-stream").status

    @contextlib.contextmanager
    def holding(self, *packets):
        """Sends these packets every 50 ms during a `with` block."""
        ended = threading.Event()

        def hold():
            while not ended.wait(0.05):
                self.send(*packets)
        thread = threading.Thread(target=hold)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()

    def event(self, kind, wanted=lambda data: True):
        """Returns the data of the next event of this kind for which `wanted` holds."""
        while True:
            name = self.lines.readline().decode().removeprefix("event: ").strip()
            if not name or ":" in name:
                continue
            data = self.lines.readline().decode().removeprefix("data: ").strip()
            data = json.loads(data) if name == "text" else base64.b64decode(data)
            if name == kind and wanted(data):
                return data

    def hello(self, name="Aki"):
        """Says hello; returns the answer."""
        self.say(type="hello", name=name, counter=self.counter)
        return self.event("text", lambda said: said["type"] in ("welcome", "waiting", "denied"))


class Answer:
    """The answer to a request."""

    def __init__(self, response):
        """Reads the whole response."""
        self.status, self.headers, self.body = response.status, response.headers, response.read()


# Browsers send no pings, and a busy machine may need long to open a WebSocket.
LIKE_A_BROWSER = {"max_queue": None, "ping_interval": None, "open_timeout": DEADLINE}


class WithGateway(WithDaemon):
    """A test that has its own daemon and gateway."""

    extra = ()

    def setUp(self):
        super().setUp()
        self.port = free_port()
        self.folder = self.place / "page"
        self.folder.mkdir()
        (self.folder / "join.html").write_text("<!doctype html><title>join</title>")
        (self.folder / "dashboard.html").write_text("<!doctype html><title>dashboard</title>")
        (self.folder / "tank.html").write_text("<!doctype html><title>tank</title>")
        (self.folder / "link.js").write_text("export {};")
        self.tickets = str(self.place / "web.sock")
        self.start_gateway()

    def start_gateway(self):
        """Starts the gateway, and waits until it serves; returns the line that says so."""
        self.gateway = self.start(
            "web", "--folder", str(self.folder), "--port", str(self.port), "--socket", self.bridge_socket,
            "--tickets", self.tickets, *self.extra)
        line = self.gateway.stderr.readline()
        self.assertIn("serving the page", line)
        return line

    def restart_daemon(self):
        """Kills the daemon as a crash would, and starts another."""
        self.daemon.kill()
        self.daemon.wait(DEADLINE)
        self.daemon = self.start(
            "serve", "--pads", "memory", "--socket", self.socket, "--port", self.host.split(":")[1], "--web", "no")
        self.assertIn("listening", self.daemon.stderr.readline())

    @property
    def bridge_socket(self):
        """Returns the path at which the daemon listens for gateways."""
        return f"{self.socket}.gateway"

    @property
    def origin(self):
        return f"https://127.0.0.1:{self.port}"

    def link(self):
        """Returns a new link for a phone."""
        result = self.run_command(
            "pair", "--phone", "--link", "--address", "127.0.0.1", "--socket", self.tickets)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout.strip()

    def ticket(self):
        """Returns the ticket of a new link for a phone."""
        return self.link().split("#")[1]

    def request(self, method, path, ticket=None, body=None, kind=None, **fields):
        """Sends a request to the gateway, as its own page would; returns the answer."""
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, context=TRUSTING, timeout=DEADLINE)
        fields = {name.replace("_", "-"): value for name, value in fields.items()}
        if method == "POST":
            fields = {"Origin": self.origin, "Content-Type": kind or "application/octet-stream", **fields}
        if ticket:
            fields["Authorization"] = f"Bearer {ticket}"
        try:
            connection.request(method, path, body if method == "GET" else body or b"", fields)
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def connect(self, ticket, origin=None, **options):
        """Returns a WebSocket of a page with this ticket."""
        return websockets.connect(
            f"wss://127.0.0.1:{self.port}/link", ssl=TRUSTING, subprotocols=["tpp.v1", f"ticket.{ticket}"],
            origin=origin or self.origin, **LIKE_A_BROWSER, **options)

    def connect_plainly(self, port, ticket, path="/link", origin=None):
        """Returns a WebSocket of a page without TLS."""
        return websockets.connect(
            f"ws://127.0.0.1:{port}{path}", subprotocols=["tpp.v1", f"ticket.{ticket}"],
            origin=origin or f"http://127.0.0.1:{port}", **LIKE_A_BROWSER)

    def connect_dashboard(self, ticket=None, origin=None, address="127.0.0.1"):
        """Returns a WebSocket of a dashboard. `address` is the address of this machine at which it is opened."""
        tickets = [f"ticket.{ticket}"] if ticket else []
        return websockets.connect(
            f"wss://{address}:{self.port}/host", ssl=TRUSTING, subprotocols=["tpp.host.v1", *tickets],
            origin=origin or f"https://{address}:{self.port}", **LIKE_A_BROWSER)

    def players(self):
        """Returns the players in the monitor's output."""
        result = self.run_command("monitor", "--once", "--json", "--socket", self.socket)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)["players"]

    async def until(self, is_true):
        """Waits until `is_true` holds for the players; returns them. Fails after DEADLINE seconds."""
        limit = time.monotonic() + DEADLINE
        while not is_true(players := await asyncio.to_thread(self.players)):
            self.assertLess(time.monotonic(), limit, players)
            await asyncio.sleep(0.05)
        return players


__all__ = ["DEADLINE", "Page", "Poster", "ROOT", "TRUSTING", "WithGateway", "frames", "raw_link", "signal", "state"]
