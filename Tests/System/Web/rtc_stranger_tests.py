"""Tests of data channels that are refused or abandoned, and of floods at the gateway's UDP port."""

import asyncio
import os
import pathlib
import re
import socket
import struct
import time

import times
from aiortc.rtcsctptransport import crc32c
from ports import kernel_drops
from rtc_peer import SCTP_PORT, check, credentials, random_hello
from with_channels import WithChannels
from with_gateway import DEADLINE, Page, state

A = 1
INIT, INIT_ACK, HEARTBEAT, ERROR = 1, 2, 4, 9
# Chunks of SCTP that have a parameter whose size is 0, or smaller than its header (RFC 9260 §3.2.1).
UNSOUND = [bytes([kind, 0]) + struct.pack("!H", 4 + len(start) + 8) + start + struct.pack("!HHL", parameter, size, 0x00070000)
           for kind, start in ((INIT, b"\0\0\0\1\0\1\0\0\0\1\0\1" + bytes(4)), (INIT_ACK, bytes(16)), (HEARTBEAT, b""), (ERROR, b""))
           for parameter in (0x8003, 0xC000, 7) for size in range(4)]
# The number of channels that are opened and closed.
OPENED = 40
# The number of abandoned handshakes, after how many the memory is measured first, and by how much the others may increase it, in KiB.
ABANDONED, FIRST, GROWTH = 10_000, 1000, 1024


class Refusals(WithChannels):
    def test_only_who_knows_the_password_is_answered(self):
        user, password = credentials(self.ticket())
        stranger = self.strange_socket()
        others = [(user, password[:-1] + ("A" if password[-1] != "A" else "Q")), ("abcdefgh", password), (user, "")]
        for name, secret in others:
            stranger.send(check(name, secret, "browser"))
        stranger.send(random_hello())
        self.assert_answered(stranger, check(user, password, "browser"))
        stranger.send(random_hello())
        self.assertEqual(stranger.recv(2000)[0], 22, "now its hello is answered")

    def test_a_check_is_answered_as_often_as_it_comes_and_never_in_part(self):
        user, password = credentials(self.ticket())
        request = check(user, password, "browser")
        stranger = self.strange_socket()
        for size in range(len(request)):
            stranger.send(request[:size])
        self.assert_answered(stranger, check(user, password, "browser"))
        self.assertEqual(len({self.assert_answered(stranger, request) for _ in range(3)}), 1)

    def assert_answered(self, stranger, request):
        """Sends a check; fails unless the next datagram is its answer; returns the answer."""
        stranger.send(request)
        answer = stranger.recv(2000)
        self.assertEqual((answer[:2], answer[8:20]), (b"\x01\x01", request[8:20]))
        return answer

    def test_a_ticket_that_another_page_has_used_opens_a_channel_that_says_so(self):
        ticket = self.ticket()

        async def two():
            async with self.connect(ticket) as link:
                await Page(link).hello()
                async with self.channel(ticket) as other:
                    await Page(other).say(type="hello", name="Aki", counter=0)
                    self.assertEqual(await Page(other).text("denied"), {"type": "denied", "reason": "ticket"})
                    await asyncio.wait_for(other.closed.wait(), DEADLINE)
            self.assertEqual(len(self.players()), 1)
        asyncio.run(two())

    def test_a_ticket_that_has_ended_opens_a_channel_that_says_so(self):
        asyncio.run(self.come_too_late())

    async def come_too_late(self):
        async with self.channel() as link:
            page = Page(link)
            welcome = await page.hello()
            await page.say(type="bye")
            await asyncio.wait_for(link.closed.wait(), DEADLINE)
        async with self.channel_of(welcome) as link:
            page = Page(link)
            await page.say(type="hello", name="Aki", counter=0)
            self.assertEqual((await page.text("denied"))["reason"], "ticket")

    def test_who_opens_a_channel_behind_the_check_of_another_is_nobody(self):
        """An attacker who forges packets from a page's address has copied its STUN check, but does not have its ticket."""
        asyncio.run(self.come_behind_another())

    async def come_behind_another(self):
        async with self.connect(self.ticket()) as link:
            page = Page(link)
            welcome = await page.hello()
            async with page.holding(state(A)):
                for ticket in ("A" * 22, self.ticket(), ""):
                    async with self.channel_of(welcome) as thief:
                        await Page(thief).say(type="hello", name="Eve", counter=99, ticket=ticket)
                        await asyncio.wait_for(thief.closed.wait(), DEADLINE)
                players = await self.until(lambda players: players[0]["buttons"] == ["a"])
            self.assertEqual([player["transport"] for player in players], ["websocket"])

    def test_a_packet_that_no_browser_sends_ends_nobodys_game(self):
        async def play():
            async with self.channel() as channel:
                await Page(channel).hello()
                for chunk in UNSOUND:
                    await self.send_chunk(channel, chunk)
                    self.assertEqual((await asyncio.to_thread(self.request, "GET", "/web/link.js")).status, 200)
        asyncio.run(play())

    async def send_chunk(self, channel, chunk):
        """Sends an SCTP packet with this chunk over the channel's DTLS."""
        tag = 0 if chunk[0] == INIT else channel.sctp._remote_verification_tag
        header = struct.pack("!HHL", SCTP_PORT, SCTP_PORT, tag)
        packet = header + struct.pack("<L", crc32c(header + bytes(4) + chunk)) + chunk
        await channel.tls._send_data(packet)

    def test_a_port_that_another_program_has_leaves_pages_to_tcp(self):
        self.end(self.gateway)
        with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as other:
            other.bind(("::", self.port))
            self.start_gateway()
            self.assertIn(f"cannot listen on UDP port {self.port}", self.gateway.stderr.readline())

            async def join():
                async with self.connect(self.ticket()) as link:
                    self.assertNotIn("rtc", await Page(link).hello())
            asyncio.run(join())


class Abandoned(WithChannels):
    def memory(self):
        """Returns the gateway's resident memory in KiB."""
        status = pathlib.Path(f"/proc/{self.gateway.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1])

    def test_thousands_of_abandoned_handshakes_cost_no_memory_and_no_player_anything(self):
        asyncio.run(self.abandon())

    async def abandon(self):
        tickets = [credentials(self.ticket()) for _ in range(8)]
        async with self.channel() as link:
            page = Page(link)
            await page.hello()
            async with page.holding(state(A)):
                await self.until(lambda players: players[0]["buttons"] == ["a"])
                limit = time.monotonic() + DEADLINE
                while not await self.is_unharmed(tickets, time.monotonic() < limit):
                    pass

    async def is_unharmed(self, tickets, may_be_full):
        """Abandons handshakes; returns whether they cost the player nothing.

        Returns False, so that the test tries again, if the gateway stood still and its socket was full.
        """
        former, dropped = (await asyncio.to_thread(self.players))[0]["counts"], kernel_drops(self.port)
        before = None
        for number in range(ABANDONED):
            await self.begin_handshake(*tickets[number % len(tickets)])
            if number == FIRST:
                before = self.memory()
        growth = self.memory() - before
        player = (await self.until(lambda players: players[0]["buttons"] == ["a"]))[0]
        self.assertLess(growth, GROWTH)
        self.assertEqual(player["transport"], "webrtc")
        if may_be_full and kernel_drops(self.port) > dropped:
            return False
        received, lost = (player["counts"][name] - former[name] for name in ("received", "lost"))
        self.assertLessEqual(lost, received // 50)
        return True

    def test_channels_that_open_and_close_leave_no_memory_behind(self):
        asyncio.run(self.open_and_close())

    async def open_and_close(self):
        async with self.channel() as link:
            welcome = await Page(link).hello()
        for number in range(OPENED):
            async with self.channel_of(welcome) as link:
                await asyncio.wait_for(link.path.until_answered(), DEADLINE)
            if number == OPENED // 2:
                before = self.memory()
        self.assertLess(self.memory() - before, GROWTH)

    async def begin_handshake(self, user, password):
        """Begins a handshake from a new socket, and abandons it after the first record."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
            link.connect(("127.0.0.1", self.port))
            link.send(check(user, password, os.urandom(8).hex()))
            link.send(random_hello())
        await asyncio.sleep(0.001)


class Floods(WithChannels):
    def test_a_flood_of_checks_from_strangers_delays_no_player(self):
        asyncio.run(self.flood())

    async def flood(self):
        user, password = credentials(self.ticket())
        checks = [check("abcdefgh", password, "browser"), check(user, "A" * 22, "browser"), random_hello(), b"\0" * 20]
        async with self.channel() as link:
            page = Page(link)
            await page.hello()
            delays = []
            stranger = self.strange_socket()
            for number in range(200):
                for turn in range(40):
                    stranger.send(checks[turn % len(checks)])
                sent = time.monotonic()
                await self.deliver(page, state(A if number % 2 else 0))
                delays.append(time.monotonic() - sent)
            delays.sort()
            times.hold(self, "the median in a flood of checks", delays[len(delays) // 2], 0.1)
            self.assertEqual(len(self.players()), 1)
