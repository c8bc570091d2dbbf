"""A stand-in for gateway and bridge, as a page sees them: HTTPS, WebSocket, POST and server-sent events on one port.

It is for tests of the page on machines where the daemon is not built. It leaves out all that a page cannot see.
"""

import asyncio
import base64
import gzip
import json
import pathlib
import secrets
import ssl
import struct
import subprocess
import time

import background
import channel_host
import page_files
import seats
import stand_in_crowd
import stand_in_shelf
import websocket_server

GUARDS = {"Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
          "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
# The file of each page, by the first part of its path.
PAGES = {"j": "join.html", "check": "check.html", "crowd": "crowd.html"}
ACKNOWLEDGEMENT_s = 0.016
# The time in s for which a used ticket is still valid for the page that has used it.
GRACE_s = 1


def certificate(place):
    """Makes a self-signed certificate and its key in a directory; returns the TLS context of a server that uses them."""
    key, cert = pathlib.Path(place, "key.pem"), pathlib.Path(place, "cert.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
         "/CN=tiltpad", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    return context


class StandIn:
    """The server. All methods but the constructor, `open_channels` and `end` run in the server's own thread."""

    def __init__(self, place, limit=4, layout="pad"):
        """Listens at a free port on loopback."""
        self.limit, self.layout, self.policy = limit, layout, "open"
        # Whether pages learn that they run on the host's machine, and further members of the welcome, such as the use of motion.
        self.is_local, self.more = False, {}
        # Whether the host acknowledges BUZZ.
        self.hears_buzz = True
        self.tickets, self.files = set(), page_files.PageFiles()
        # The number of the next greetings that get no answer.
        self.ignored = 0
        # The data channels; None until `open_channels` is called.
        self.channels = None
        # By ticket: how often it is refused although it is valid.
        self.refusals = {}
        self.seats, self.queue, self.denials = {}, [], []
        # The layouts that players have saved, and the crowd's pages.
        self.shelf, self.crowd = stand_in_shelf.Shelf(), stand_in_crowd.Crowd()
        self._links, self._streams = [], {}
        self.background = background.Background()
        self._server = self.background.run(asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=certificate(place)))
        self.port = self._server.sockets[0].getsockname()[1]
        self.background.soon(lambda: self.background.loop.create_task(self._acknowledge()))

    def open_channels(self):
        """Opens a port for data channels, and announces it to each page in its next welcome."""
        channels = channel_host.ChannelHost(self._channel)
        self.background.run(channels.listen())
        self.channels = channels

    def _channel(self, ticket, channel):
        if not self._knows(ticket):
            return channel.send(json.dumps({"type": "denied", "reason": "ticket"}))
        link = Link(self, ticket, channel.send, lambda: None, "rtc")
        channel.on("message", lambda said: link.text(json.loads(said)) if isinstance(said, str) else link.binary(said))
        channel.on("close", link.gone)

    def end(self):
        """Ends the server."""
        self.background.soon(self._server.close)
        self.background.end()

    async def _acknowledge(self):
        while True:
            await asyncio.sleep(ACKNOWLEDGEMENT_s)
            # Tests remove seats meanwhile, from another thread.
            for seat in list(self.seats.values()):
                if seat.is_owed and seat.send:
                    seat.is_owed = False
                    seat.send(seat.answer(self.hears_buzz))

    async def _serve(self, reader, writer):
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
                method, path, _ = head[0].split(" ")
                headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
                body = await reader.readexactly(int(headers.get("content-length", 0)))
                if await self._answer(method, path.split("?")[0], headers, body, reader, writer):
                    return
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError, OSError):
            pass
        finally:
            writer.close()

    async def _answer(self, method, path, headers, body, reader, writer):
        """Answers a request; returns whether the connection cannot take another request."""
        is_ours = headers.get("origin") == f"https://{headers.get('host')}"
        if (method == "POST" or "upgrade" in headers) and not is_ours:
            respond(writer, 403)
        elif path == "/link" and headers.get("upgrade", "").lower() == "websocket":
            return await self._socket(headers, reader, writer)
        elif path == "/crowd" and "upgrade" in headers:
            return await self.crowd.answer(headers, reader, writer)
        elif path == "/link" and method == "POST":
            self._post(headers, body, writer)
        elif path == "/link/open" and method == "POST":
            self._open(headers, writer)
        elif path.startswith("/link/events/"):
            return await self._events(path.rsplit("/", 1)[1], reader, writer)
        elif path.split("/")[1] in PAGES:
            self._file(PAGES[path.split("/")[1]], writer)
        elif path.startswith("/web/"):
            self._file(path[5:], writer)
        else:
            respond(writer, 404)
        return False

    def _file(self, name, writer):
        if not (found := self.files.read(name)):
            return respond(writer, 404)
        kind, body = found
        respond(writer, 200, gzip.compress(body, 6), {"Content-Type": kind, "Content-Encoding": "gzip", "Cache-Control": "no-cache"})

    async def _socket(self, headers, reader, writer):
        offered = websocket_server.protocols(headers)
        ticket = next((name[7:] for name in offered if name.startswith("ticket.")), "")
        if "tpp.v1" not in offered or not self._knows(ticket):
            respond(writer, 403)
            return True
        socket = websocket_server.shake_hands(headers, "tpp.v1", reader, writer)
        link = Link(self, ticket, socket.send, socket.close, "wss")
        async for is_text, payload in socket.messages():
            link.text(json.loads(payload)) if is_text else link.binary(payload)
        link.gone()
        return True

    def _post(self, headers, body, writer):
        ticket = headers.get("authorization", "").removeprefix("Bearer ")
        # Takes the newest link, since a broken connection may not have been noticed yet.
        link = next((link for link in reversed(self._links) if link.shows(ticket)), None)
        if not link:
            return respond(writer, 403)
        if headers.get("content-type") == "application/json":
            link.text(json.loads(body))
        else:
            at = 0
            while at + 2 <= len(body):
                length = struct.unpack_from("<H", body, at)[0]
                link.binary(body[at + 2:at + 2 + length])
                at += 2 + length
        respond(writer, 204)

    def _open(self, headers, writer):
        ticket = headers.get("authorization", "").removeprefix("Bearer ")
        if not self._knows(ticket):
            return respond(writer, 403)
        stream = secrets.token_urlsafe(12)
        self._streams[stream] = ticket
        respond(writer, 200, json.dumps({"stream": stream}).encode(), {"Content-Type": "application/json"})

    async def _events(self, stream, reader, writer):
        ticket = self._streams.pop(stream, None)
        if not ticket:
            respond(writer, 404)
            return True
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\r\n:\n\n")

        def send(payload):
            kind, said = ("text", payload) if isinstance(payload, str) else ("binary", base64.b64encode(payload).decode())
            if not writer.is_closing():
                writer.write(f"event: {kind}\ndata: {said}\n\n".encode())

        link = Link(self, ticket, send, writer.close, "POST")
        self._links.append(link)
        await reader.read()
        link.gone()
        if not link.seat:  # A player's goodbye arrives over another connection, which may be slower.
            self._links.remove(link)
        return True

    def _knows(self, ticket):
        if self.refusals.get(ticket, 0) > 0:
            self.refusals[ticket] -= 1
            return False
        return ticket in self.tickets or any(seat.resume == ticket for seat in self.seats.values())


class Link:
    """One connection of a page, over any transport."""

    def __init__(self, house, ticket, send, close, kind):
        """Makes a connection of the transport `kind`, with a valid ticket."""
        self.house, self.ticket, self.close, self.kind = house, ticket, close, kind
        self._send = send
        self._began = time.monotonic()
        self.seat, self.hello = None, {}

    def shows(self, ticket):
        """Returns whether a request with this ticket belongs to the connection."""
        if self.seat and ticket == self.seat.resume:
            return True
        return ticket == self.ticket and (not self.seat or time.monotonic() < self._began + GRACE_s)

    def say(self, **said):
        """Sends a text to the page."""
        self._send(json.dumps(said))

    def text(self, said):
        """Handles a text from the page."""
        if said["type"] == "hello":
            self.hello = said
            if self.house.ignored:
                self.house.ignored -= 1
            else:
                self.admit()
        if said["type"] == "bye" and self.seat:
            self.house.seats.pop(self.seat.player, None)
            next_in_queue(self.house)
        if said["type"] == "check":
            self.say(type="checked", result="kept")
        if self.seat:
            self.seat.said.append(said)
            self.house.shelf.answer(self, said)

    def binary(self, message):
        """Handles a message of frames from the page."""
        if self.seat and self.seat.send == self._send:
            self.seat.take(message)

    def admit(self):
        """Gives the page a seat, or tells it why it gets none."""
        house = self.house
        seat = next((seat for seat in house.seats.values() if seat.resume == self.ticket), None)
        if seat is None and house.policy in ("locked", "ask"):
            return self.say(type="denied", reason="locked") if house.policy == "locked" else self.wait("host")
        if seat is None and len(house.seats) >= house.limit:
            return self.wait("full")
        if seat is None:
            number = next(n for n in range(1, house.limit + 1) if n not in house.seats)
            seat = house.seats[number] = seats.Seat(number)
        elif seat.send and seat.link is not self:
            seat.link.say(type="denied", reason="takeover")
        self.sit(seat)

    def wait(self, reason):
        """Puts the page at the end of the queue, and tells it its place."""
        self.house.queue.append(self)
        self.say(type="waiting", reason=reason, place=len(self.house.queue))

    def sit(self, seat):
        """Connects the page to a seat, and welcomes it."""
        self.seat, seat.link, seat.send, seat.hello = seat, self, self._send, self.hello
        self.house.tickets.discard(self.ticket)
        seat.newest, seat.wanted = 0, seat.wanted if self.hello.get("counter") else ""
        channels = {"rtc": self.house.channels.entrance(seat.resume)} if self.house.channels else {}
        self.say(type="welcome", player=seat.player, limit=self.house.limit, host="Den", session=seat.session, resume=seat.resume,
                 layout=self.house.layout, wanted=seat.wanted, rate=60, local=self.house.is_local, **self.house.shelf.told(seat.player), **channels, **self.house.more)
        everyone = [{"player": other.player, "name": other.hello.get("name", "")} for other in self.house.seats.values()]
        for other in self.house.seats.values():
            if other.send:
                other.link.say(type="players", players=everyone)

    def gone(self):
        """Handles the end of the connection. The seat stays reserved."""
        if self in self.house.queue:
            self.house.queue.remove(self)
        if self.seat and self.seat.send == self._send:
            self.seat.send = None


def next_in_queue(house):
    """Admits the page that has waited longest."""
    if house.queue:
        house.queue.pop(0).admit()


def respond(writer, status, body=b"", headers=()):
    """Writes a complete HTTP response."""
    reason = {200: "OK", 204: "No Content", 403: "Forbidden", 404: "Not Found"}[status]
    lines = [f"HTTP/1.1 {status} {reason}", f"Content-Length: {len(body)}",
             *(f"{name}: {value}" for name, value in {**GUARDS, **dict(headers)}.items())]
    writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
