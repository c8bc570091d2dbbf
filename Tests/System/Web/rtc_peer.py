"""A browser's side of a data channel, with other implementations than the gateway's: aioice for STUN, aiortc for DTLS and SCTP."""

import asyncio
import base64
import collections
import hashlib
import json
import os
import random
import secrets
import ssl
import struct

from aioice import stun
from aiortc import RTCCertificate, RTCDataChannel, RTCDataChannelParameters, RTCDtlsFingerprint, RTCDtlsParameters
from aiortc.rtcdtlstransport import RTCDtlsTransport
from aiortc.rtcsctptransport import RTCSctpCapabilities, RTCSctpTransport

SCTP_PORT = 5000
CHECK_PERIOD = 0.2
DEADLINE = 60
# The times in s at which texts are repeated, as in web/channel.js. A greeting is repeated every AGAIN until the host sends a text. Any other text is
# sent at the times REPEATS.
AGAIN, REPEATS = 0.25, (0, 0.06, 0.15)
HANDSHAKE, CLIENT_HELLO, HELLO_VERIFY_REQUEST = 22, 1, 3
RECORD_HEADER, MESSAGE_HEADER = 13, 12
# Maps the base64 characters of a password to the base64url characters of the ticket in a link.
TO_LINK = str.maketrans("+/", "-_")


def credentials(ticket):
    """Returns the user name and the password (of ICE) that belong to a ticket."""
    password = ticket.replace("-", "+").replace("_", "/")
    digest = hashlib.sha256(base64.b64decode(password + "==")).digest()
    return base64.b64encode(digest).decode()[:8], password


def fingerprint(text):
    """Returns the SHA-256 of a certificate in PEM, in base64url as in links."""
    return base64.urlsafe_b64encode(hashlib.sha256(ssl.PEM_cert_to_DER_cert(text)).digest()).decode().rstrip("=")


def check(user, password, own, nominates=True):
    """Returns a STUN connectivity check as a browser sends it. `own` is the browser's user name."""
    message = stun.Message(message_method=stun.Method.BINDING, message_class=stun.Class.REQUEST)
    message.attributes["USERNAME"] = f"{user}:{own}"
    message.attributes["PRIORITY"] = 1853817087
    message.attributes["ICE-CONTROLLING"] = secrets.randbits(64)
    if nominates:
        message.attributes["USE-CANDIDATE"] = None
    message.add_message_integrity(password.encode())
    return bytes(message)


class Socket(asyncio.DatagramProtocol):
    """A UDP socket that exchanges datagrams only with the gateway."""

    def __init__(self, heard):
        """Prepares a socket that calls `heard` with each datagram."""
        self.datagram_received = lambda data, _: heard(data)


class Path:
    """A path to the gateway that STUN has checked, with the interface that aiortc's DTLS expects of its transport."""

    role, state = "controlling", "completed"

    def __init__(self, port, user, password, own=None):
        """Prepares a path to the gateway at `port` on loopback."""
        self.port, self.user, self.password = port, user, password
        self.own = own or secrets.token_hex(4)
        self.answers = collections.deque(maxlen=64)
        self.loss = 0  # the share of datagrams that are lost in each direction
        self.splits = 0  # the size in bytes of the pieces of a ClientHello; 0 if it is not split
        self._numbers, self._random = 0, random.Random(16)
        self._records = asyncio.Queue()
        self._answered = asyncio.Event()
        self.link = None

    async def open(self):
        """Opens a socket. If the path has one, replaces it, so that the port changes."""
        former, loop = self.link, asyncio.get_running_loop()
        self.link, _ = await loop.create_datagram_endpoint(
            lambda: Socket(self._hear), remote_addr=("127.0.0.1", self.port))
        if former:
            former.close()

    def close(self):
        """Closes the socket without telling the gateway."""
        self.link.close()

    def check(self, nominates=True):
        """Sends a STUN check."""
        self._put(check(self.user, self.password, self.own, nominates))

    def _put(self, data):
        if self._random.random() >= self.loss:
            self.link.sendto(data)

    async def until_answered(self):
        """Sends checks until the gateway answers one."""
        self._answered.clear()
        while not self._answered.is_set():
            self.check()
            try:
                await asyncio.wait_for(self._answered.wait(), CHECK_PERIOD)
            except asyncio.TimeoutError:
                pass

    async def keep_checking(self):
        """Renews the browser's consent by a check every CHECK_PERIOD (RFC 7675)."""
        while True:
            self.check()
            await asyncio.sleep(CHECK_PERIOD)

    def _hear(self, data):
        if self._random.random() < self.loss:
            return
        if data[0] < 4:
            self.answers.append(stun.parse_message(data, self.password.encode()))
            self._answered.set()
        else:
            self._records.put_nowait(data)

    async def _recv(self):
        return await self._records.get()

    async def _send(self, data):
        if self.splits and data[0] == HANDSHAKE and data[3:5] == b"\0\0":
            for record in self._split(data):
                self._put(record)
        else:
            self._put(data)

    def _split(self, datagram):
        """Yields the records of a datagram one by one.

        A ClientHello is split into pieces (RFC 6347 §4.2.3). Records that are not encrypted get new numbers.
        """
        while datagram:
            size = struct.unpack_from("!H", datagram, 11)[0]
            record, datagram = datagram[:RECORD_HEADER + size], datagram[RECORD_HEADER + size:]
            head, body = record[:5], record[RECORD_HEADER:]
            if head[3:] != b"\0\0":
                yield record
                continue
            pieces = [body]
            if record[0] == HANDSHAKE and body[0] == CLIENT_HELLO:
                start, offset, text = body[:6], int.from_bytes(body[6:9], "big"), body[MESSAGE_HEADER:]
                parts = [(place, text[place:place + self.splits]) for place in range(0, len(text), self.splits)]
                pieces = [start + (offset + place).to_bytes(3, "big") + len(part).to_bytes(3, "big") + part
                          for place, part in parts]
            for piece in pieces:
                yield head + self._numbers.to_bytes(6, "big") + struct.pack("!H", len(piece)) + piece
                self._numbers += 1


class Channel:
    """An open data channel. It has those methods of a WebSocket that `Page` uses."""

    def __init__(self, path, fingerprint):
        """Prepares a channel over `path` to the host whose certificate has this SHA-256, in base64url."""
        self.path = path
        self._heard = asyncio.Queue()
        self._digest = base64.urlsafe_b64decode(fingerprint + "=").hex(":").upper()
        self._consent = self._greeting = None

    async def __aenter__(self):
        await self.path.open()
        await self.path.until_answered()
        self._consent = asyncio.create_task(self.path.keep_checking())
        self.tls = RTCDtlsTransport(self.path, [RTCCertificate.generateCertificate()])
        self.tls._set_role("client")
        await self.tls.start(RTCDtlsParameters([RTCDtlsFingerprint("sha-256", self._digest)]))
        if self.tls.state != "connected":
            raise ConnectionError(self.tls.state)
        self.sctp = RTCSctpTransport(self.tls, SCTP_PORT)
        parameters = RTCDataChannelParameters(ordered=False, maxRetransmits=0, negotiated=True, id=0)
        self.channel = RTCDataChannel(self.sctp, parameters)
        is_open = asyncio.Event()
        self.closed = asyncio.Event()
        self.channel.on("message", self._hear)
        self.channel.on("open", is_open.set)
        self.channel.on("close", self.closed.set)
        await self.sctp.start(RTCSctpCapabilities(65536), SCTP_PORT)
        await asyncio.wait_for(is_open.wait(), DEADLINE)
        return self

    async def __aexit__(self, *_):
        if self._consent:
            self._consent.cancel()
        self._end_greeting()
        if self.channel.readyState == "open":
            await self.sctp.stop()
        await self.tls.stop()
        self.path.close()

    def vanish(self):
        """Closes the socket without telling the gateway."""
        self._consent.cancel()
        self._end_greeting()
        self.path.close()

    async def send(self, message):
        """Sends a packet once. Repeats a text, since it may be lost.

        A greeting is repeated until the host answers. The path's ticket is added to it, unless it names one.
        """
        if not isinstance(message, str):
            self.channel.send(message)
        elif (said := json.loads(message)).get("type") == "hello":
            self._end_greeting()
            self._greet(json.dumps({"ticket": self.path.password.translate(TO_LINK), **said}))
        else:
            for pause in REPEATS:
                asyncio.get_running_loop().call_later(pause, self._put, message)

    def _put(self, text):
        if self.channel.readyState == "open":
            self.channel.send(text)

    def _greet(self, text):
        self._put(text)
        self._greeting = asyncio.get_running_loop().call_later(AGAIN, self._greet, text)

    def _end_greeting(self):
        if self._greeting:
            self._greeting.cancel()

    def _hear(self, message):
        if isinstance(message, str):
            self._end_greeting()
        self._heard.put_nowait(message)

    async def recv(self):
        """Returns the next message, a text or a packet."""
        return await self._heard.get()


def random_hello(cookie=b"", randomness=None):
    """Returns a record with a ClientHello of random bytes, whose handshake nobody can complete. With a `cookie`, it is the second ClientHello."""
    suites, extensions = b"\xc0\x2b\xc0\x2f", b"\x00\x0a\x00\x04\x00\x02\x00\x17" + b"\x00\x0d\x00\x04\x00\x02\x04\x03"
    body = (b"\xfe\xfd" + (randomness or os.urandom(32)) + b"\0" + bytes([len(cookie)]) + cookie
            + struct.pack("!H", len(suites)) + suites + b"\x01\0" + struct.pack("!H", len(extensions)) + extensions)
    return handshake(CLIENT_HELLO, int(bool(cookie)), body, len(body), int(bool(cookie)))


def handshake(kind, number, part, length, record=0):
    """Returns a record of epoch 0 with the first part of a handshake message. The whole message has `length` bytes."""
    message = bytes([kind]) + length.to_bytes(3, "big") + struct.pack("!H", number) + b"\0\0\0" + len(part).to_bytes(3, "big") + part
    return b"\x16\xfe\xfd" + bytes(2) + record.to_bytes(6, "big") + struct.pack("!H", len(message)) + message


def cookie_of(datagram):
    """Returns the cookie in a HelloVerifyRequest; empty bytes for any other datagram (RFC 6347 §4.2.1)."""
    at = RECORD_HEADER + MESSAGE_HEADER + 3
    is_question = datagram[0] == HANDSHAKE and datagram[RECORD_HEADER] == HELLO_VERIFY_REQUEST
    return datagram[at:at + datagram[at - 1]] if is_question else b""
