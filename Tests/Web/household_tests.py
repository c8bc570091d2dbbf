"""Tests of connections: an address's limit, the one that gives way when all are taken, and the TLS suites."""

import asyncio
import contextlib
import os
import socket
import ssl
import subprocess

from with_gateway import DEADLINE, Page, WithGateway, state

LIMIT, OF_ONE = 128, 24
A = 1


class Households(WithGateway):
    def setUp(self):
        super().setUp()
        self.links = self.enterContext(contextlib.ExitStack())

    def hold(self, source, target="127.0.0.1"):
        """Opens a silent connection from `source`; returns None if it is refused at once."""
        try:
            return self.links.enter_context(socket.create_connection((target, self.port), DEADLINE, (source, 0)))
        except OSError:
            return None

    def is_there(self, link):
        """Returns whether the gateway has kept `link` open so far."""
        link.setblocking(False)
        try:
            return link.recv(1) != b""
        except BlockingIOError:
            return True
        except OSError:
            return False

    def wait_until_served(self):
        """Waits until the gateway has seen all earlier requests."""
        self.assertEqual(self.request("GET", "/j/").status, 200)

    def test_an_address_gives_up_its_own_connections_and_none_of_its_network(self):
        prefix = f"fd77:{os.getpid() & 0xffff:x}:0:1"
        addresses = [f"{prefix}::{number}" for number in range(1, 3)]
        for address in addresses:
            subprocess.run(["ip", "address", "add", f"{address}/128", "dev", "lo", "nodad"], check=True)
            self.addCleanup(subprocess.run, ["ip", "address", "del", f"{address}/128", "dev", "lo"], check=True)
        neighbour = self.hold(addresses[1], "::1")
        own = [self.hold(addresses[0], "::1") for _ in range(2 * OF_ONE)]
        self.wait_until_served()
        self.assertEqual([self.is_there(link) for link in own if link], [False] * OF_ONE + [True] * OF_ONE)
        self.assertTrue(self.is_there(neighbour))

    def test_an_address_of_ipv4_is_a_household_by_itself(self):
        links = [self.hold(f"127.0.1.{1 + number // OF_ONE}") for number in range(4 * OF_ONE)]
        self.wait_until_served()
        self.assertTrue(all(self.is_there(link) for link in links))

    def test_when_a_household_has_all_its_connections_its_oldest_without_a_ticket_gives_way(self):
        asyncio.run(self.fill_the_household())

    async def fill_the_household(self):
        async with self.connect(self.ticket()) as link:
            page = Page(link)
            await page.hello()
            neighbour = self.hold("127.0.1.1")
            for _ in range(2 * OF_ONE):
                self.hold("127.0.0.1")
            self.wait_until_served()
            self.assertTrue(self.is_there(neighbour))
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


del WithGateway
