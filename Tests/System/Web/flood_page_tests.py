"""Tests of neighbours who flood the page's port with connections while a phone with a slow Wi-Fi loads the page."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import unittest

from with_gateway import DEADLINE, TRUSTING, WithGateway, signal

FILES, AT_ONCE = 30, 6
# The delay of the Wi-Fi in each direction, in s.
WAY = 0.010
# Networks of local addresses that the gateway does not take for loopback.
HOME, NEIGHBOUR, V4 = "fd77:7117::", "fd77:7117:0:1::", "10.71.17."
# The option IPV6_FREEBIND of ipv6(7). It allows binding to the addresses of a local route, which belong to no interface.
FREEBIND = 78
# A program that opens connections at a steady rate, from each source in turn, and keeps the newest thousand. It sends `words` on each.
FLOOD = """
import collections, itertools, socket, sys, time
family, target, port, rate, words = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), bytes.fromhex(sys.argv[5])
kept, began = collections.deque(maxlen=1000), time.monotonic()
print("ready", flush=True)
for count, source in zip(itertools.count(), itertools.cycle(sys.argv[6:])):
    link = socket.socket(family)
    link.setblocking(False)
    if family == socket.AF_INET6:
        link.setsockopt(socket.IPPROTO_IPV6, 78, 1)
    link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, bytes([1, 0, 0, 0, 0, 0, 0, 0]))
    try:
        link.bind((source, 0))
        link.connect((target, port))
    except BlockingIOError:
        pass
    except OSError:
        link.close()
        continue
    if words and len(kept) > 20:
        try:
            kept[-20].send(words)
        except OSError:
            pass
    kept.append(link)
    time.sleep(max(0, began + count / rate - time.monotonic()))
"""


class SlowWay:
    """A relay that delays all bytes by WAY in both directions."""

    def __init__(self, source, target, port):
        """Prepares a relay that connects from `source` to `port` at `target` for each incoming connection."""
        self.source, self.target, self.port = source, target, port

    async def __aenter__(self):
        """Starts to listen; returns the port."""
        self.server = await asyncio.start_server(self.carry, "127.0.0.1", 0)
        return self.server.sockets[0].getsockname()[1]

    async def __aexit__(self, *_):
        """Stops listening."""
        self.server.close()

    async def carry(self, reader, writer):
        """Relays one connection."""
        link = socket.socket(socket.AF_INET6 if ":" in self.source else socket.AF_INET)
        link.setblocking(False)
        if link.family == socket.AF_INET6:
            link.setsockopt(socket.IPPROTO_IPV6, FREEBIND, 1)
        link.bind((self.source, 0))
        try:
            await asyncio.get_running_loop().sock_connect(link, (self.target, self.port))
            far_reader, far_writer = await asyncio.open_connection(sock=link)
        except OSError:
            link.close()
            return writer.close()
        await asyncio.gather(self.hand_on(reader, far_writer), self.hand_on(far_reader, writer))

    async def hand_on(self, reader, writer):
        """Passes on each piece of bytes after WAY seconds."""
        loop = asyncio.get_running_loop()
        try:
            while piece := await reader.read(1 << 16):
                loop.call_later(WAY, writer.write, piece)
        except OSError:
            pass
        loop.call_later(WAY, writer.close)


@unittest.skipIf(os.getuid() != 0, "only root gives this machine addresses")
class FloodedPages(WithGateway):
    def setUp(self):
        super().setUp()
        for words in (["-6", "route", "add", "local", f"{HOME}/63"], ["route", "add", "local", f"{V4}0/24"]):
            subprocess.run(["ip", *words, "dev", "lo"], check=True)
            self.addCleanup(subprocess.run, ["ip", *[word.replace("add", "del") for word in words], "dev", "lo"], check=True)
        for number in range(FILES):
            (self.folder / f"part{number}.js").write_text(f"export const part = {number};" + 4000 * " ")
        os.kill(self.gateway.pid, signal.SIGHUP)
        while self.request("GET", f"/web/part{FILES - 1}.js").status != 200:
            pass

    def flood(self, family, target, rate, sources, words=b""):
        """Floods the port at `target` from the sources until the test ends."""
        child = subprocess.Popen(
            [sys.executable, "-c", FLOOD, str(family), target, str(self.port), str(rate), words.hex(), *sources],
            stdout=subprocess.PIPE, text=True)
        self.addCleanup(lambda: (child.kill(), child.wait(DEADLINE), child.stdout.close()))
        self.assertEqual(child.stdout.readline(), "ready\n")

    async def fetch(self, port, names, found):
        """Loads files one after the other over one connection, as a browser does. Appends each complete file to `found`."""
        try:
            async with asyncio.timeout(DEADLINE):
                reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=TRUSTING)
                while names:
                    name = names.pop()
                    writer.write(f"GET /web/{name} HTTP/1.1\r\nHost: localhost:{self.port}\r\n\r\n".encode())
                    head = await reader.readuntil(b"\r\n\r\n")
                    length = int(head.lower().partition(b"content-length:")[2].split()[0])
                    await reader.readexactly(length)
                    if head.split()[1] == b"200":
                        found.append(name)
                writer.close()
        except (OSError, EOFError, TimeoutError):
            pass

    async def load(self, source, target):
        """Loads the page's files as a phone at `source`; returns the number of complete ones."""
        names, found = [f"part{number}.js" for number in range(FILES)], []
        async with SlowWay(source, target, self.port) as port:
            await asyncio.gather(*(self.fetch(port, names, found) for _ in range(AT_ONCE)))
        return len(found)

    async def check_host(self):
        """Checks that root on this machine can open the dashboard and give orders there."""
        async with self.connect_dashboard() as link:
            await link.send(json.dumps({"type": "ticket", "number": 7}))
            async with asyncio.timeout(DEADLINE):
                while True:
                    said = await link.recv()
                    if isinstance(said, str) and json.loads(said)["type"] == "answer":
                        return

    def check(self, source, target):
        """Checks that a phone at `source` gets the page, and that the host's dashboard works."""
        self.assertEqual(asyncio.run(self.load(source, target)), FILES)
        asyncio.run(self.check_host())
        self.assertIsNone(self.gateway.poll())

    def test_a_neighbour_in_the_same_64_who_floods_silent_connections_does_not_keep_the_page_from_a_phone(self):
        self.flood(10, f"{HOME}1", 1_200, [f"{HOME}{number:x}" for number in range(0x1000, 0x1400)])
        self.check(f"{HOME}77", f"{HOME}1")

    def test_six_addresses_that_flood_silent_connections_do_not_keep_the_page_from_a_phone(self):
        self.flood(2, f"{V4}1", 5_000, [f"{V4}{number}" for number in range(11, 17)])
        self.check(f"{V4}77", f"{V4}1")

    def test_six_addresses_that_flood_the_first_bytes_of_a_handshake_do_not_keep_the_page_from_a_phone(self):
        self.flood(2, f"{V4}1", 2_000, [f"{V4}{number}" for number in range(11, 17)], b"\x16\x03\x01\x02\x00\x01")
        self.check(f"{V4}77", f"{V4}1")


del WithGateway
