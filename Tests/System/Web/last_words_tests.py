"""Tests of the end of connections: all that came before it counts, and a player's last press may be in it."""

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
    """A connection with TLS in memory, so that one segment carries whatever is wanted."""

    def __init__(self, port):
        """Connects."""
        self.link = socket.create_connection(("127.0.0.1", port), DEADLINE)
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = TRUSTING.wrap_bio(self.incoming, self.outgoing)
        self.until(self.tls.do_handshake)

    def until(self, act):
        """Does something as soon as enough has arrived; returns what it returns."""
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
        """Returns the next bytes."""
        return self.until(lambda: self.tls.read(65536))

    def say(self, *records, goodbye=False):
        """Sends each of these as a record, and the goodbye of TLS after them, all at once."""
        for record in records:
            self.tls.write(record)
        if goodbye:
            # The other end has not said goodbye yet, and may have said something else.
            with contextlib.suppress(ssl.SSLError):
                self.tls.unwrap()
        self.link.sendall(self.outgoing.read())

    def reset(self):
        """Ends the connection by a reset, as a process that is killed with something unread does."""
        self.link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.link.close()


def frame(kind, content):
    """Returns a masked frame, under a mask of zeros."""
    size = bytes([0x80 | len(content)]) if len(content) < 126 else struct.pack(">BH", 0xfe, len(content))
    return bytes([0x80 | kind]) + size + bytes(4) + content


class LastWords(WithGateway):
    """A page that plays, and says something before its end."""

    def join(self):
        """Returns the connection of a page that plays."""
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
        # A first packet, after what the gateway says for the page itself.
        page.say(self.packet(0))
        asyncio.run(self.until(lambda players: players and players[0]["counts"]["received"] > 0))
        time.sleep(0.2)
        self.before = self.received()
        return page

    def received(self):
        """Returns the number of packets that the daemon has got of the page."""
        return self.players()[0]["counts"]["received"]

    def packet(self, number):
        """Returns the frame of a packet of the page."""
        return frame(2, struct.pack("<I", number + 1) + state(buttons=number % 2, sample_time=number))

    def packets(self, count):
        """Returns the frames of that many packets after the first one."""
        return [self.packet(number + 1) for number in range(count)]

    def assert_received(self, count):
        """Fails unless the daemon gets that many more packets."""
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
        # A page may send 256 packets at once.
        page.say(*self.packets(200))
        page.reset()
        self.gateway.send_signal(signal.SIGCONT)
        self.assert_received(200)

    def test_a_request_that_comes_together_with_the_end_is_answered(self):
        browser = Secure(self.port)
        browser.say(f"GET /j/ HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode(), goodbye=True)
        self.assertIn(b" 200 ", browser.read())


del WithGateway
