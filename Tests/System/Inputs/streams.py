"""Controllers over TCP and WebSocket, and the tests that only inputs over TCP have. The WebSocket client is Debian's python3-websockets."""

import asyncio
import contextlib
import os
import queue
import re
import select
import socket
import subprocess
import threading
import time
import unittest

import times
import websockets
from with_daemon import DEADLINE


class TCPSpeaker:
    """A controller over TCP. It connects when it sends, if it is not connected."""

    link, bytes = None, b""

    def __init__(self, port, address):
        """Sends to `port` from `address` of this machine."""
        self.place, self.address = ("127.0.0.1", port), (address, 0)

    def close(self):
        """Ends the connection."""
        if self.link:
            self.link.close()
        self.link = None

    def send(self, message):
        """Sends one message. It is lost if nobody listens."""
        try:
            self.link = self.link or socket.create_connection(self.place, source_address=self.address)
            self.link.sendall(message)
        except OSError:
            self.close()

    def heard(self):
        """Returns the whole lines that have arrived since the last call."""
        while self.link and select.select([self.link], [], [], 0)[0]:
            self.bytes += self.link.recv(4096)
        *lines, self.bytes = self.bytes.split(b"\n")
        return lines


class Loop:
    """An event loop in a thread, in which a test can run coroutines."""

    def __init__(self):
        """Starts the thread."""
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def run(self, coroutine):
        """Runs a coroutine in the loop, waits, and returns its result."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(DEADLINE)


LOOP = Loop()


class WebSocketSpeaker:
    """A controller over WebSocket. It connects when it sends, if it is not connected."""

    link = None

    def __init__(self, port, address):
        """Sends to `port` from `address` of this machine."""
        self.port, self.address, self.messages = port, address, queue.Queue()

    async def connect(self):
        """Opens the WebSocket and returns it. The client sends a ping each second, which the gateway has to answer."""
        link = await websockets.connect(
            f"ws://127.0.0.1:{self.port}", local_addr=(self.address, 0), ping_interval=1, ping_timeout=DEADLINE,
            close_timeout=1)
        asyncio.ensure_future(self.listen(link))
        return link

    async def listen(self, link):
        """Keeps the messages that arrive until the connection ends."""
        try:
            async for message in link:
                self.messages.put(message.encode())
        except websockets.ConnectionClosed:
            pass

    def close(self):
        """Closes the connection. The gateway may have closed it already."""
        if self.link:
            with contextlib.suppress(websockets.ConnectionClosed):
                LOOP.run(self.link.close())
        self.link = None

    def send(self, message):
        """Sends one message. It is lost if nobody listens."""
        try:
            self.link = self.link or LOOP.run(self.connect())
            LOOP.run(self.link.send(message.decode("latin-1")))
        except (OSError, websockets.WebSocketException):
            self.link = None

    def heard(self):
        """Returns the messages that have arrived since the last call."""
        return [self.messages.get() for _ in range(self.messages.qsize())]


class Streams:
    """The cells that only inputs over TCP have. Over TCP, everything stays held until the connection ends."""

    # Once the connection has ended, nothing has to stay held.
    LASTS = 0

    def leave(self, speaker):
        """Ends the connection."""
        speaker.close()

    def test_what_is_held_lasts_as_long_as_the_connection(self):
        """Held inputs outlast the configured silence. They are released when the connection ends, even without a goodbye."""
        speaker = self.speaker()
        self.play(speaker)
        speaker.hold()
        self.watch.until(lambda: self.is_moved(self.pad()), speaker.move)
        end = time.monotonic() + 1.5
        self.watch.until(lambda: time.monotonic() > end)
        # If the gateway stands still, the host releases everything for that time. So wait until it is held again.
        self.watch.until(lambda: self.is_moved(self.pad()) and self.pad().buttons == {"a"})
        speaker.close()
        self.watch.until(lambda: not self.is_moved(self.pad()) and not self.pad().buttons)

    def test_a_connection_takes_the_place_of_the_one_before(self):
        """An app may reconnect before its old connection ends.

        The app's buttons are then released, and the later end of the old connection changes nothing.
        """
        former, speaker = self.speaker(), self.speaker()
        self.play(former)
        former.hold()
        self.watch.until(lambda: self.pad().buttons)
        self.watch.until(lambda: self.is_moved(self.pad()) and not self.pad().buttons, speaker.move)
        former.close()
        speaker.hold()
        self.watch.until(lambda: self.pad().buttons)
        self.watch.catch_up()
        self.watch.until(lambda: self.is_moved(self.pad()) and self.pad().buttons)

    def test_the_kernel_looks_after_a_silent_connection(self):
        """The kernel's keepalive timer runs for the connection, and expires within a second (proc(5), net/tcp)."""
        speaker = self.speaker()
        self.play(speaker)

        def timers():
            text = open("/proc/net/tcp").read()
            return re.findall(rf"^ *\d+: \w+:{self.port:04X} \w+:\w+ 01 \S+ (\w\w):(\w+)", text, re.M)
        self.watch.until(lambda: [kind for kind, _ in timers()] == ["02"])
        self.assertLessEqual(int(timers()[0][1], 16), os.sysconf("SC_CLK_TCK"))

    @unittest.skipUnless(os.geteuid() == 0, "needs root to give this machine an address for a while")
    def test_a_phone_that_is_gone_without_a_word_lets_go(self):
        """The phone's address is removed, so no packet comes from it or reaches it."""
        # An address of the network for benchmarks (RFC 2544). It is made from the port, so that runs at the same time have different ones.
        address = f"198.18.{self.port >> 8}.{self.port & 255}"
        place = [f"{address}/32", "dev", "lo"]
        subprocess.run(["ip", "address", "add", *place], check=True)
        self.addCleanup(subprocess.run, ["ip", "address", "del", *place], stderr=subprocess.DEVNULL)
        self.reopen(f"confirm = no\nallow = {address}")
        speaker = self.speaker(address)
        self.play(speaker)
        speaker.hold()
        self.watch.until(lambda: self.is_moved(self.pad()), speaker.move)
        subprocess.run(["ip", "address", "del", *place], check=True)
        start = time.monotonic()
        self.watch.until(lambda: not self.is_moved(self.pad()) and not self.pad().buttons)
        times.hold(self, "a phone that is gone lets go", time.monotonic() - start, 10)

    def raw(self, first=b"", address="127.0.0.3"):
        """Returns a connection from `address` of this machine that has sent the bytes `first`."""
        link = socket.create_connection(("127.0.0.1", self.port), source_address=(address, 0))
        self.addCleanup(link.close)
        link.settimeout(DEADLINE)
        link.sendall(first)
        return link

    def test_half_a_handshake_ends(self):
        """A connection that has sent only a part of a handshake or of a message is closed after five seconds."""
        start = time.monotonic()
        links = [self.raw(first) for first in (b"GET / HTTP/1.1\r\nUpgrade: web", b'{"id":"A","type"')]
        self.assertEqual([link.recv(1) for link in links], [b""] * 2)
        self.assertGreater(time.monotonic() - start, 4)

    def test_an_address_has_four_connections(self):
        """A fifth connection ends the first one. A player at another address plays on."""
        guest = self.speaker("127.0.0.2")
        self.play(guest)
        links = [self.raw() for _ in range(5)]
        self.assertEqual(links[0].recv(1), b"")
        links[1].setblocking(False)
        self.assertRaises(BlockingIOError, links[1].recv, 1)
        self.watch.until(lambda: self.is_moved(self.pad()), guest.move)

    def test_of_32_connections_the_oldest_that_does_not_play_gives_way(self):
        """The controller that plays stays connected, and the newcomer plays too."""
        guest = self.speaker()
        self.play(guest)
        links = [self.raw(b"{}", f"127.0.0.{10 + number // 4}") for number in range(31)]
        newcomer = self.speaker("127.0.0.2")
        self.play(newcomer, slot=2)
        self.assertEqual(links[0].recv(1), b"")
        links[1].setblocking(False)
        self.assertRaises(BlockingIOError, links[1].recv, 1)
        self.watch.until(lambda: self.is_moved(self.pad()), guest.move)

    def test_what_is_no_protocol_is_closed(self):
        """A WebSocket handshake with an Origin (from a web page), another HTTP request, and other bytes are refused.

        A handshake without an Origin is accepted.
        """
        request = ("GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                   "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n")
        self.assertTrue(self.raw(f"{request}\r\n".encode()).recv(100).startswith(b"HTTP/1.1 101 "))
        page = self.raw(f"{request}Origin: https://game.example\r\n\r\n".encode())
        self.assertTrue(page.recv(100).startswith(b"HTTP/1.1 400 "))
        self.assertEqual(page.recv(1), b"")
        for junk in (b"POST / HTTP/1.1\r\n\r\n", b"\x16\x03\x01", b"[1]"):
            self.assertEqual(self.raw(junk).recv(1), b"")
