"""Tests of connections: the limit for an address, the choice of the connection that is closed when all are taken, squatters, and TLS suites."""

import asyncio
import contextlib
import os
import socket
import ssl
import subprocess
import sys
import time
import unittest

import websockets

from flood_page_tests import SlowWay
from with_gateway import DEADLINE, LIKE_A_BROWSER, Page, TRUSTING, WithGateway, state

LIMIT, OF_ONE = 128, 24
A = 1
TRIES = 10
# The time in s within which the gateway closes no silent connection for its age. The gateway closes such connections after 10 s.
YOUNG = 8
# A program in which each address keeps idle connections that have asked once, and reopens those that end. It prints a line once all have asked.
SQUAT = """
import asyncio, socket, ssl, sys
target, port, each, sources = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
asked = set()
async def hold(place):
    while True:
        link = socket.socket(socket.AF_INET6 if ":" in target else socket.AF_INET)
        link.setblocking(False)
        if ":" in target:
            link.setsockopt(socket.IPPROTO_IPV6, 78, 1)
        try:
            link.bind((sources[place % len(sources)], 0))
            await asyncio.get_running_loop().sock_connect(link, (target, port))
            reader, writer = await asyncio.open_connection(sock=link, ssl=trusting, server_hostname="localhost")
            writer.write(f"HEAD /j/ HTTP/1.1\\r\\nHost: localhost:{port}\\r\\n\\r\\n".encode())
            await reader.readuntil(b"\\r\\n\\r\\n")
            if place not in asked:
                asked.add(place)
                if len(asked) == each * len(sources):
                    print("ready", flush=True)
            await reader.read(1)
            writer.transport.abort()
        except (OSError, EOFError):
            link.close()
async def main():
    await asyncio.gather(*(hold(place) for place in range(each * len(sources))))
asyncio.run(main())
"""


class Households(WithGateway):
    def setUp(self):
        super().setUp()
        self.links = self.enterContext(contextlib.ExitStack())

    def hold(self, source, target="127.0.0.1"):
        """Opens a silent connection from `source`; returns it, or None if it is refused at once."""
        try:
            return self.links.enter_context(socket.create_connection((target, self.port), DEADLINE, (source, 0)))
        except OSError:
            return None

    def is_there(self, link):
        """Returns whether `link` is still open."""
        link.setblocking(False)
        try:
            return link.recv(1) != b""
        except BlockingIOError:
            return True
        except OSError:
            return False

    def in_time(self, look):
        """Returns the result of `look`. Repeats it if it took so long that the gateway may have closed connections for their age."""
        limit = time.monotonic() + DEADLINE
        while True:
            began = time.monotonic()
            found = look()
            if time.monotonic() - began < YOUNG or began > limit:
                return found
            self.links.close()
            self.wait_until_served()

    def wait_until_served(self):
        """Waits until the gateway has handled all earlier connections."""
        self.assertEqual(self.request("GET", "/j/").status, 200)

    def test_an_address_gives_up_its_own_connections_and_none_of_its_network(self):
        prefix = f"fd77:{os.getpid() & 0xffff:x}:0:1"
        addresses = [f"{prefix}::{number}" for number in range(1, 3)]
        for address in addresses:
            subprocess.run(["ip", "address", "add", f"{address}/128", "dev", "lo", "nodad"], check=True)
            self.addCleanup(subprocess.run, ["ip", "address", "del", f"{address}/128", "dev", "lo"], check=True)

        def look():
            neighbour = self.hold(addresses[1], "::1")
            own = [self.hold(addresses[0], "::1") for _ in range(2 * OF_ONE)]
            self.wait_until_served()
            return [self.is_there(link) for link in own if link], self.is_there(neighbour)
        self.assertEqual(self.in_time(look), ([False] * OF_ONE + [True] * OF_ONE, True))

    def test_an_address_of_ipv4_is_a_household_by_itself(self):
        def look():
            links = [self.hold(f"127.0.1.{1 + number // OF_ONE}") for number in range(4 * OF_ONE)]
            self.wait_until_served()
            return [self.is_there(link) for link in links]
        self.assertEqual(self.in_time(look), [True] * 4 * OF_ONE)

    def test_when_a_household_has_all_its_connections_its_oldest_without_a_ticket_gives_way(self):
        asyncio.run(self.fill_the_household())

    async def fill_the_household(self):
        async with self.connect(self.ticket()) as link:
            page = Page(link)
            await page.hello()

            def look():
                neighbour = self.hold("127.0.1.1")
                for _ in range(2 * OF_ONE):
                    self.hold("127.0.0.1")
                self.wait_until_served()
                return self.is_there(neighbour)
            self.assertTrue(self.in_time(look))
            async with page.holding(state(A)):
                await self.until(lambda players: players[0]["buttons"] == ["a"])

    def test_when_all_connections_are_taken_the_oldest_without_a_ticket_gives_way(self):
        asyncio.run(self.crowd_out())

    async def crowd_out(self):
        ticket, late = self.ticket(), self.ticket()
        async with self.connect(ticket) as first:
            page = Page(first)
            await page.hello()
            for place in range(LIMIT + 2 * OF_ONE):
                self.hold(f"127.0.{1 + place // OF_ONE}.1")
            async with self.connect(late) as last:
                self.assertEqual((await Page(last).hello("Mei"))["player"], 2)
                for place in range(LIMIT):
                    self.hold(f"127.0.{101 + place // OF_ONE}.1")
                async with page.holding(state(A)):
                    await self.until(lambda players: players[0]["buttons"] == ["a"])

    def test_tls_1_2_comes_with_suites_that_encrypt_and_authenticate_in_one(self):
        for suites, is_taken in (("ECDHE+AESGCM", True), ("ECDHE+CHACHA20", True), ("ECDHE+AES:!AESGCM:!AESCCM", False)):
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            context.maximum_version = ssl.TLSVersion.TLSv1_2
            context.set_ciphers(suites)
            try:
                with socket.create_connection(("127.0.0.1", self.port), DEADLINE) as raw, context.wrap_socket(raw) as link:
                    self.assertTrue(is_taken, link.cipher())
            except ssl.SSLError:
                self.assertFalse(is_taken, suites)


@unittest.skipIf(os.getuid() != 0, "only root gives this machine addresses")
class Squatters(WithGateway):
    """Tests of fifteen or sixteen addresses with 8 idle connections each. An address with more than 8 would have to give up some first."""

    # Networks of local addresses that the gateway does not take for loopback.
    V4, V6 = "10.71.18.", "fd77:7118:0:"

    def setUp(self):
        super().setUp()
        for words in (["-6", "route", "add", "local", f"{self.V6}:/48"], ["route", "add", "local", f"{self.V4}0/24"]):
            subprocess.run(["ip", *words, "dev", "lo"], check=True)
            self.addCleanup(subprocess.run, ["ip", *[word.replace("add", "del") for word in words], "dev", "lo"], check=True)

    def squat(self, target, *sources, each=8):
        """Opens `each` idle connections from each source, and keeps them until the test ends."""
        child = subprocess.Popen(
            [sys.executable, "-c", SQUAT, target, str(self.port), str(each), *sources], stdout=subprocess.PIPE, text=True)
        self.addCleanup(lambda: (child.kill(), child.wait(DEADLINE), child.stdout.close()))
        self.assertEqual(child.stdout.readline(), "ready\n")

    async def load(self, port):
        """Opens TRIES fresh connections, as a phone does; returns how many of them get a file."""
        count = 0
        for _ in range(TRIES):
            with contextlib.suppress(OSError, EOFError, TimeoutError):
                async with asyncio.timeout(DEADLINE):
                    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=TRUSTING)
                    writer.write(f"GET /web/link.js HTTP/1.1\r\nHost: localhost:{self.port}\r\nConnection: close\r\n\r\n".encode())
                    count += b" 200 " in (await reader.readuntil(b"\r\n"))
                    writer.close()
        return count

    async def come_back(self, port):
        """Reconnects a player's WebSocket TRIES times; returns the number of successes."""
        count, ticket = 0, self.ticket()
        for _ in range(TRIES):
            with contextlib.suppress(OSError, EOFError, TimeoutError, websockets.WebSocketException):
                async with asyncio.timeout(DEADLINE), websockets.connect(
                        f"wss://localhost:{self.port}/link", host="127.0.0.1", port=port, ssl=TRUSTING,
                        subprotocols=["tpp.v1", f"ticket.{ticket}"], origin=f"https://localhost:{self.port}", **LIKE_A_BROWSER) as link:
                    ticket = (await Page(link).hello())["resume"]
                    count += 1
        return count

    async def open_dashboards(self):
        """Opens the dashboard TRIES times as root on this machine; returns the number of successes."""
        count = 0
        for _ in range(TRIES):
            with contextlib.suppress(OSError, EOFError, TimeoutError, websockets.WebSocketException):
                async with asyncio.timeout(DEADLINE), self.connect_dashboard() as link:
                    await link.recv()
                    count += 1
        return count

    async def visit(self, phone, player, target):
        """Connects a phone, a player and root TRIES times each, at the same time; returns the numbers of successes."""
        async with SlowWay(phone, target, self.port) as one, SlowWay(player, target, self.port) as other:
            return await asyncio.gather(self.load(one), self.come_back(other), self.open_dashboards())

    def check(self, phone, player, target):
        """Checks that a phone, a player and root can connect each time."""
        self.assertEqual(asyncio.run(self.visit(phone, player, target)), [TRIES] * 3)

    def test_idle_connections_of_fifteen_addresses_keep_nobody_out(self):
        self.squat(f"{self.V4}1", *(f"{self.V4}{number}" for number in range(10, 25)))
        self.check(f"{self.V4}77", f"{self.V4}78", f"{self.V4}1")

    def test_idle_connections_of_fifteen_networks_keep_nobody_out(self):
        self.squat(f"{self.V6}1::1", *(f"{self.V6}{number:x}::1" for number in range(16, 31)))
        self.check(f"{self.V6}77::1", f"{self.V6}78::1", f"{self.V6}1::1")

    def test_idle_connections_of_a_neighbour_in_the_same_64_keep_nobody_out(self):
        self.squat(f"{self.V6}1::1", *(f"{self.V6}1::{number:x}" for number in range(16, 31)))
        self.check(f"{self.V6}1::77", f"{self.V6}1::78", f"{self.V6}1::1")

    def test_idle_connections_of_another_user_of_this_machine_keep_nobody_out(self):
        self.squat("127.0.0.1", *(f"127.0.0.{number}" for number in range(10, 26)))
        self.check(f"{self.V4}77", f"{self.V4}78", f"{self.V4}1")


del WithGateway
