"""The host's side of data channels, with other implementations than the gateway's: aioice for STUN, aiortc for DTLS and SCTP."""

import asyncio
import base64
import hashlib
import random
from unittest import mock

from aioice import stun
from aiortc import RTCCertificate, RTCDataChannel, RTCDataChannelParameters, RTCDtlsParameters
from aiortc.rtcdtlstransport import RTCDtlsTransport
from aiortc.rtcsctptransport import RTCSctpCapabilities, RTCSctpTransport

SCTP_PORT = 5000


def credentials(ticket):
    """Returns the user name and the password (of ICE) that belong to a ticket."""
    password = ticket.replace("-", "+").replace("_", "/")
    return base64.b64encode(hashlib.sha256(base64.b64decode(password + "==")).digest()).decode()[:8], password


class ChannelHost(asyncio.DatagramProtocol):
    """A UDP port on loopback that answers as an ICE-lite agent. Use it only in its loop's thread."""

    def __init__(self, opened):
        """Prepares the port. It calls `opened(ticket, channel)` for each channel that opens."""
        self.opened = opened
        # The share of datagrams that are lost in each direction. From 1 on, all are lost.
        self.loss = 0
        self.refused = 0
        self._tickets = {}
        self._browsers = {}
        self._random = random.Random(16)
        self._certificate = RTCCertificate.generateCertificate()
        self.fingerprint = base64.urlsafe_b64encode(bytes.fromhex(
            self._certificate.getFingerprints()[0].value.replace(":", ""))).decode().rstrip("=")

    async def listen(self):
        """Opens the port."""
        self._socket, _ = await asyncio.get_running_loop().create_datagram_endpoint(lambda: self, ("127.0.0.1", 0))
        self.port = self._socket.get_extra_info("sockname")[1]

    def entrance(self, ticket):
        """Accepts pages with this ticket; returns what the welcome tells such a page about the channel."""
        user, password = credentials(ticket)
        self._tickets[user] = ticket
        return {"port": self.port, "user": user, "password": password, "fingerprint": self.fingerprint}

    def put(self, data, address):
        """Sends a datagram, unless it vanishes."""
        if self._random.random() >= self.loss:
            self._socket.sendto(data, address)

    def datagram_received(self, data, address):
        """Answers a STUN check. Passes on other datagrams, if their sender has sent a valid check."""
        if self._random.random() < self.loss:
            return
        if data[0] < 4:
            self._check(data, address)
        elif address in self._browsers:
            self._browsers[address].records.put_nowait(data)

    def _check(self, data, address):
        try:
            user = stun.parse_message(data).attributes["USERNAME"].split(":")[0]
            key = credentials(self._tickets[user])[1].encode()
            request = stun.parse_message(data, key)
        except (KeyError, ValueError):
            self.refused += 1
            return
        answer = stun.Message(message_method=stun.Method.BINDING, message_class=stun.Class.RESPONSE, transaction_id=request.transaction_id)
        answer.attributes["XOR-MAPPED-ADDRESS"] = address
        answer.add_message_integrity(key)
        self.put(bytes(answer), address)
        if address not in self._browsers:
            browser = self._browsers[address] = Browser(self, address)
            browser.task = asyncio.create_task(browser.serve(self._tickets[user], self._certificate))


class Browser:
    """A browser that has proved its password. It has the interface that aiortc's DTLS expects of its transport."""

    role, state = "controlled", "completed"

    def __init__(self, host, address):
        """Prepares the transport to the browser at `address`."""
        self.host, self.address = host, address
        self.records = asyncio.Queue()

    async def serve(self, ticket, certificate):
        """Waits for the handshakes of DTLS and SCTP, and reports the open channel."""
        tls = RTCDtlsTransport(self, [certificate])
        tls._set_role("server")
        # The page has proved itself by the password, so any certificate is accepted.
        anyone = mock.Mock(algorithm="sha-256", **{"value.lower.return_value": mock.ANY})
        await tls.start(RTCDtlsParameters([anyone]))
        if tls.state != "connected":
            return
        sctp = RTCSctpTransport(tls, SCTP_PORT)
        channel = RTCDataChannel(sctp, RTCDataChannelParameters(ordered=False, maxRetransmits=0, negotiated=True, id=0))
        channel.on("open", lambda: self.host.opened(ticket, channel))
        await sctp.start(RTCSctpCapabilities(65536), SCTP_PORT)

    async def _recv(self):
        return await self.records.get()

    async def _send(self, data):
        self.host.put(data, self.address)
