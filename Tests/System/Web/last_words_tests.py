"""Tests of data that arrive together with the end of a connection. All of them count, since a player's last press may be among them."""

import asyncio
import contextlib
import json
import signal
import socket
import ssl
import struct
import time

from with_gateway import DEADLINE, TRUSTING, WithGateway, state


class Secure:
    """A TLS connection that encrypts in memory, so that several records can be sent at once."""

    def __init__(self, port):
        """Connects to `port` of this machine, and does the handshake."""
        self.link = socket.create_connection(("127.0.0.1", port), DEADLINE)
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = TRUSTING.wrap_bio(self.incoming, self.outgoing)
        self.until(self.tls.do_handshake)

    def until(self, act):
        """Calls `act` again and again until enough has arrived for it; returns its result."""
        while True:
            try:
                result = act()
            except ssl.SSLWantReadError:
                self.link.sendall(self.outgoing.read())
                part = self.link.recv(65536)
                if not part:
                    raise ConnectionError("the connection has ended") from None
                self.incoming.write(part)
            else:
                self.link.sendall(self.outgoing.read())
                return result

    def read(self):
        """Returns the next decrypted bytes."""
        return self.until(lambda: self.tls.read(65536))

    def say(self, *records, goodbye=False):
        """Sends each of `records` as a TLS record, and then the end of TLS if `goodbye` is set, all in one write."""
        for record in records:
            self.tls.write(record)
        if goodbye:
            # The other end has not ended TLS yet, and may still have sent data.
            with contextlib.suppress(ssl.SSLError):
                self.tls.unwrap()
        self.link.sendall(self.outgoing.read())

    def reset(self):
        """Ends the connection by a TCP reset, as when a process is killed with unread data."""
        self.link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.link.close()


def frame(kind, content):
    """Returns a WebSocket frame with a mask of zeros."""
    size = bytes([0x80 | len(content)]) if len(content) < 126 else struct.pack(">BH", 0xfe, len(content))
    return bytes([0x80 | kind]) + size + bytes(4) + content


class LastWords(WithGateway):
    """Tests of a page that sends packets just before its connection ends."""

    def join(self):
        """Returns the connection of a page that plays. It has sent a first packet."""
        page = Secure(self.port)
        page.say((
            f"GET /link HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nOrigin: {self.origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Sec-WebSocket-Protocol: tpp.v1, ticket.{self.ticket()}\r\n\r\n").encode())
        self.assertIn(b" 101 ", page.read())
        page.say(frame(1, json.dumps({"type": "hello", "name": "Aki", "counter": 0}).encode()))
        heard = b""
        while b'"welcome"' not in heard:
            heard += page.read()
        # This is the page's first packet. Before it, the gateway has sent packets to the daemon in the page's name.
        page.say(self.packet(0))
        asyncio.run(self.until(lambda players: players and players[0]["counts"]["received"] > 0))
        time.sleep(0.2)
        self.before = self.received()
        return page

    def received(self):
        """Returns the number of packets from the page that the daemon has accepted."""
        return self.players()[0]["counts"]["received"]

    def packet(self, number):
        """Returns a frame with the page's packet `number`."""
        return frame(2, struct.pack("<I", number + 1) + state(buttons=number % 2, sample_time=number))

    def packets(self, count):
        """Returns the frames of `count` packets, which follow the first packet."""
        return [self.packet(number + 1) for number in range(count)]

    def assert_received(self, count):
        """Fails unless the daemon receives `count` more packets."""
        asyncio.run(self.until(lambda _: self.received() >= self.before + count))

    def test_a_press_that_comes_together_with_the_end_counts(self):
        self.join().say(*self.packets(1), goodbye=True)
        self.assert_received(1)

    def test_a_press_that_comes_before_a_reset_counts(self):
        page = self.join()
        self.gateway.send_signal(signal.SIGSTOP)
        page.say(*self.packets(1))
        page.reset()
        self.gateway.send_signal(signal.SIGCONT)
        self.assert_received(1)

    def test_all_that_came_before_a_reset_counts(self):
        page = self.join()
        self.gateway.send_signal(signal.SIGSTOP)
        # The gateway accepts up to 256 packets of a page at once.
        page.say(*self.packets(200))
        page.reset()
        self.gateway.send_signal(signal.SIGCONT)
        self.assert_received(200)

    def test_a_request_that_comes_together_with_the_end_is_answered(self):
        browser = Secure(self.port)
        browser.say(f"GET /j/ HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode(), goodbye=True)
        self.assertIn(b" 200 ", browser.read())


del WithGateway
