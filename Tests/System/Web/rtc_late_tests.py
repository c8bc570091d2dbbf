"""Tests of expired tickets, of forged addresses, and of memory at the gateway's port for data channels."""

import asyncio
import contextlib
import os
import pathlib
import re
import socket
import time

from rtc_peer import HANDSHAKE, check, cookie_of, credentials, handshake, random_hello
from with_channels import WithChannels
from with_gateway import DEADLINE, Page, state

A = 1
# The time in s in which the gateway would repeat a part of a handshake several times.
REPETITIONS = 2
# The number of unfinished handshakes, and of the turns in which each sends records. The gateway's memory may grow by GROWTH KiB, far less than these
# records take.
UNFINISHED, RECORDS, GROWTH = 24, 110, 6 * 1024
LONGEST = 100_000


class WithLateTickets(WithChannels):
    async def late(self):
        """Returns a ticket whose page has said goodbye, so that it is no longer valid."""
        ticket = self.ticket()
        async with self.connect(ticket) as link:
            page = Page(link)
            await page.hello()
            await page.say(type="bye")
            await asyncio.wait_for(link.wait_closed(), DEADLINE)
        return ticket


class Late(WithLateTickets):
    def test_eight_tickets_that_are_over_keep_no_page_out(self):
        asyncio.run(self.crowd())

    async def crowd(self):
        tickets = [credentials(await self.late()) for _ in range(8)]

        async def press():
            while True:
                for user, password in tickets:
                    with self.strange() as stranger:
                        stranger.send(check(user, password, os.urandom(4).hex()))
                        stranger.send(random_hello())
                    await asyncio.sleep(0.01)
        pressing = asyncio.create_task(press())
        await asyncio.sleep(1)
        for _ in range(5):
            async with asyncio.timeout(DEADLINE):
                async with self.channel() as link:
                    self.assertEqual((await Page(link).hello())["type"], "welcome")
                    await Page(link).say(type="bye")
                    await link.closed.wait()
        pressing.cancel()

    def test_checks_with_a_ticket_that_is_over_in_a_pages_address_cost_it_nothing(self):
        asyncio.run(self.forge(late=True))

    def test_checks_with_another_pages_ticket_in_a_pages_address_cost_it_nothing(self):
        asyncio.run(self.forge(late=False))

    async def forge(self, late):
        user, password = credentials(await self.late() if late else self.ticket())
        async with self.channel() as link:
            page = Page(link)
            await page.hello()

            async def forge():
                while True:
                    # Packets from the page's own socket have its address and port.
                    link.path.link.sendto(check(user, password, os.urandom(4).hex()))
                    await asyncio.sleep(0.1)
            forging = asyncio.create_task(forge())
            # SCTP gives up a message that has no answer within its timer. On a machine that stood still this may happen, so the test plays again once
            # the host has seen the gap.
            limit = time.monotonic() + DEADLINE
            is_whole = False
            while not is_whole:
                self.assertLess(time.monotonic(), limit, "each message has an answer")
                await self.deliver(page, state())
                lost = (await asyncio.to_thread(self.players))[0]["counts"]["lost"]
                is_whole = await self.play(page)
            forging.cancel()
            self.assertEqual(self.players()[0]["counts"]["lost"], lost)

    async def play(self, page):
        """Sends 120 states; returns whether the host acknowledged each."""
        for number in range(120):
            await page.send(state(A if number % 2 else 0))
            if not await self.is_acknowledged(page):
                return False
            await asyncio.sleep(1 / 60)
        return True

    @contextlib.contextmanager
    def strange(self):
        """Yields a stranger's socket, connected to the gateway's UDP port."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
            stranger.connect(("127.0.0.1", self.port))
            yield stranger


class Reflection(WithLateTickets):
    def received(self, stranger):
        """Returns the number of bytes that arrive until nothing has come for REPETITIONS seconds."""
        stranger.settimeout(REPETITIONS)
        count = 0
        with contextlib.suppress(TimeoutError):
            while True:
                count += len(stranger.recv(2000))
        return count

    def assert_no_more(self, stranger, datagrams):
        """Sends the datagrams; fails if more bytes come back than were sent."""
        for datagram in datagrams:
            stranger.send(datagram)
        self.assertLessEqual(self.received(stranger), sum(map(len, datagrams)))

    def test_an_address_that_never_proved_itself_gets_no_more_than_it_sends(self):
        self.assert_nothing_is_gained(self.ticket())

    def test_an_address_with_a_ticket_that_is_over_gets_no_more_than_it_sends(self):
        self.assert_nothing_is_gained(asyncio.run(self.late()))

    def assert_nothing_is_gained(self, ticket):
        user, password = credentials(ticket)
        first = random_hello()
        for datagrams in ([first], [first] * 5, [first[:40]], [first + os.urandom(500)], [os.urandom(13)], [random_hello(os.urandom(16))]):
            stranger = self.strange_socket()
            self.assert_no_more(stranger, [check(user, password, os.urandom(4).hex()), *datagrams])

    def test_a_cookie_is_good_at_its_own_address_only(self):
        user, password = credentials(self.ticket())
        honest, forged = self.strange_socket(), self.strange_socket()
        own = os.urandom(4).hex()
        for link in (honest, forged):
            link.send(check(user, password, own))
            link.recv(2000)
        randomness = os.urandom(32)
        honest.send(random_hello(randomness=randomness))
        cookie = cookie_of(honest.recv(2000))
        self.assertTrue(cookie)
        self.assert_no_more(forged, [random_hello(cookie, randomness)])

    def test_a_handshake_stays_where_it_was_proven(self):
        user, password = credentials(self.ticket())
        honest, forged = self.strange_socket(), self.strange_socket()
        own = os.urandom(4).hex()
        for link in (honest, forged):
            link.send(check(user, password, own))
            link.recv(2000)
        hello = os.urandom(32)
        honest.send(random_hello(randomness=hello))
        honest.send(random_hello(cookie_of(honest.recv(2000)), hello))
        honest.recv(2000)
        self.assert_no_more(forged, [check(user, password, own), os.urandom(1).join([b"\x16\xfe\xfd", bytes(30)])])

    def test_a_ticket_that_is_over_is_sent_no_part_of_a_handshake_twice(self):
        user, password = credentials(asyncio.run(self.late()))
        stranger = self.strange_socket()
        stranger.send(check(user, password, "browser"))
        stranger.recv(2000)
        hello = os.urandom(32)
        stranger.send(random_hello(randomness=hello))
        stranger.send(random_hello(cookie_of(stranger.recv(2000)), hello))
        heard = []
        stranger.settimeout(REPETITIONS)
        with contextlib.suppress(TimeoutError):
            while True:
                heard.append(stranger.recv(2000))
        # In DTLS, each part of a handshake has its number in the record.
        parts = [datagram[17:19] + datagram[19:22] for datagram in heard]
        self.assertEqual(len(parts), len(set(parts)))


class Memory(WithLateTickets):
    def memory(self):
        """Returns the gateway's resident memory in KiB."""
        status = pathlib.Path(f"/proc/{self.gateway.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1])

    def begin(self, user, password):
        """Begins a handshake, and proves the socket's address by a cookie; returns the socket."""
        link = self.strange_socket()
        self.answer(link, check(user, password, os.urandom(8).hex()))
        hello = os.urandom(32)
        cookie = cookie_of(self.answer(link, random_hello(randomness=hello)))
        if cookie:
            self.answer(link, random_hello(cookie, hello))
        return link

    def answer(self, link, datagram):
        """Sends a datagram, again each second until its answer arrives; returns the answer.

        The repetition is needed because the socket of a gateway that stands still may be full.
        """
        link.settimeout(1)
        limit = time.monotonic() + DEADLINE
        while time.monotonic() < limit:
            link.send(datagram)
            with contextlib.suppress(TimeoutError):
                # Answers to an earlier copy of a datagram may still arrive, so skip those of the other kind.
                while ((answer := link.recv(2000))[0] == HANDSHAKE) != (datagram[0] == HANDSHAKE):
                    pass
                return answer
        return self.fail("no answer")

    def test_unfinished_handshakes_keep_little_memory(self):
        tickets = [credentials(self.ticket()) for _ in range(8)]
        before = self.memory()
        for number in range(UNFINISHED):
            user, password = tickets[number % len(tickets)]
            link = self.begin(user, password)
            for turn in range(RECORDS):
                early = bytes([22 + turn % 2, 0xfe, 0xfd, 0, 1]) + turn.to_bytes(6, "big") + b"\0\x30" + os.urandom(48)
                link.send(early)
                link.send(handshake(11, 2 + turn % 10, os.urandom(900), LONGEST, 10 + turn))
                # A ChangeCipherSpec before its time, followed by the record that would come after it.
                link.send(b"\x14\xfe\xfd" + bytes(2) + (500 + turn).to_bytes(6, "big") + b"\0\1\1" + early)
        self.answer(self.strange_socket(), check(*tickets[0], "after all"))
        grown = self.memory() - before
        print(f"({grown} KiB)", end=" ")
        self.assertLess(grown, GROWTH)
