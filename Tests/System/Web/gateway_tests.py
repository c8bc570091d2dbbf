"""Tests of the page, its link to the gateway, and its players. They use the real program and pads in memory."""

import asyncio
import itertools
import json
import struct
import time

import times
import websockets
from with_gateway import DEADLINE, Page, Poster, WithGateway, state

A, B = 1, 2
FULL_RIGHT = 32767
# The time in s without an acknowledgement after which the machine counts as having stood still.
STILL = 0.1


class Links(WithGateway):
    def test_a_packet_over_a_websocket_moves_the_pad(self):
        asyncio.run(self.play_over_websocket())

    async def play_over_websocket(self):
        async with self.connect(self.ticket()) as link:
            self.assertEqual(link.subprotocol, "tpp.v1")
            page = Page(link)
            welcome = await page.hello()
            self.assertEqual((welcome["type"], welcome["player"], welcome["limit"]), ("welcome", 1, 4))
            self.assertRegex(welcome["resume"], r"^[\w-]{22}$")
            self.assertIs(welcome["local"], True, "this page is on the host itself")
            self.assertEqual(welcome["motion"], 1, "pads show it")
            self.assertEqual((await page.text("players"))["players"], [{"player": 1, "name": "Aki"}])
            await page.say(type="hello", name="Mei")
            self.assertEqual((await page.text("players"))["players"], [{"player": 1, "name": "Mei"}])
            await page.send(state(A, FULL_RIGHT))
            newest = struct.unpack("<I", (await page.frame(0x10))[:4])[0]
            self.assertEqual(newest, 1)
            async with page.holding(state(A, FULL_RIGHT)):
                players = await self.until(lambda players: players[0]["rightStick"]["x"] == 1)
            self.assertEqual((players[0]["buttons"], players[0]["transport"]), (["a"], "websocket"))
            await page.send(state())
            await self.until(lambda players: players[0]["buttons"] == [])

    def test_acknowledgements_come_as_fast_as_packets(self):
        asyncio.run(self.count_acknowledgements())

    async def count_acknowledgements(self):
        async with self.connect(self.ticket()) as link:
            page = Page(link)
            await page.hello()
            limit = time.monotonic() + DEADLINE
            while (heard := await self.acknowledgements(page, 60))[1] > STILL and time.monotonic() < limit:
                pass
            # The host acknowledges the packets of pages up to 60 times a second, and those of other controllers only 20 times.
            self.assertGreater(heard[0], 40)

    async def acknowledgements(self, page, count):
        """Sends `count` packets; returns the number of acknowledgements, and the longest time between two of them, in s."""
        async def send():
            for _ in range(count):
                await page.send(state())
                await asyncio.sleep(0.02)
        newest, last, heard = page.counter, page.counter + count, []
        sending = asyncio.create_task(send())
        while newest < last:
            newest = struct.unpack("<I", (await page.frame(0x10))[:4])[0]
            heard.append(time.monotonic())
        await sending
        return len(heard), max((later - earlier for earlier, later in itertools.pairwise(heard)), default=float("inf"))

    def test_a_packet_in_a_request_moves_the_pad_and_events_come_back(self):
        page = Poster(self, self.ticket())
        self.addCleanup(page.close)
        self.assertEqual(page.hello()["player"], 1)
        self.assertEqual(page.send(state(), state(B)), 204)
        self.assertEqual(page.event("binary")[0], 0x10)
        with page.holding(state(B)):
            players = asyncio.run(self.until(lambda players: players[0]["buttons"] == ["b"]))
        self.assertEqual(players[0]["transport"], "http")

    def test_a_stream_of_events_begins_before_the_page_says_anything(self):
        page = Poster(self, self.ticket())
        self.addCleanup(page.close)
        self.assertEqual(page.lines.readline(), b":\n")

    def test_a_player_stays_the_same_when_the_transport_changes(self):
        asyncio.run(self.change_transport())

    async def change_transport(self):
        async with self.connect(self.ticket()) as link:
            page = Page(link)
            resume = (await page.hello())["resume"]
            async with page.holding(state(A)):
                await self.until(lambda players: players[0]["buttons"] == ["a"])
        poster = Poster(self, resume)
        self.addCleanup(poster.close)
        poster.counter = page.counter
        self.assertEqual(poster.hello()["player"], 1)
        with poster.holding(state(B)):
            players = await self.until(lambda players: players[0]["buttons"] == ["b"])
        self.assertEqual((len(players), players[0]["counts"]["lost"]), (1, 0))

    def test_who_comes_back_has_the_same_slot_and_was_at_rest(self):
        asyncio.run(self.drop_and_resume())

    async def drop_and_resume(self):
        other = await self.connect(self.ticket())
        await Page(other).hello("Mei")
        link = await self.connect(self.ticket())
        page = Page(link)
        welcome = await page.hello()
        self.assertEqual(welcome["player"], 2)
        async with page.holding(state(A, FULL_RIGHT)):
            await self.until(lambda players: players[1]["buttons"] == ["a"] and players[1]["rightStick"]["x"] == 1)
        link.transport.abort()
        await self.until(lambda players: players[1]["buttons"] == [] and players[1]["rightStick"]["x"] == 0)
        async with self.connect(welcome["resume"]) as link:
            again = Page(link)
            self.assertEqual((await again.hello())["player"], 2)
            async with again.holding(state(B)):
                await self.until(lambda players: players[1]["buttons"] == ["b"])
        await other.close()

    def test_a_goodbye_frees_the_slot_and_ends_the_ticket(self):
        asyncio.run(self.say_goodbye())

    async def say_goodbye(self):
        async with self.connect(self.ticket()) as link:
            page = Page(link)
            welcome = await page.hello()
            await page.send(state())
            await page.say(type="bye")
            await self.until(lambda players: players == [])
        with self.assertRaises(websockets.InvalidStatusCode) as refused:
            await self.connect(welcome["resume"])
        self.assertEqual(refused.exception.status_code, 403)

    def test_who_is_kicked_hears_it_and_needs_a_new_ticket(self):
        asyncio.run(self.kick())

    async def kick(self):
        async with self.connect(self.ticket()) as link:
            page = Page(link)
            welcome = await page.hello()
            self.assertEqual(self.run_command("kick", "1", "--socket", self.socket).returncode, 0)
            self.assertEqual((await page.text("denied"))["reason"], "kicked")
            await page.send(state(A))
            await asyncio.sleep(0.2)
            self.assertEqual(self.players(), [])
        self.assertEqual(self.request("POST", "/link/open", welcome["resume"]).status, 403)

    def test_a_locked_host_says_so(self):
        self.run_command("lock", "--socket", self.socket)
        page = Poster(self, self.ticket())
        self.addCleanup(page.close)
        self.assertEqual(page.hello(), {"type": "denied", "reason": "locked"})

    def test_who_finds_no_slot_waits_and_comes_in_when_one_is_free(self):
        asyncio.run(self.wait_for_slot())

    async def wait_for_slot(self):
        links = [await self.connect(self.ticket()) for _ in range(5)]
        pages = [Page(link) for link in links]
        said = [await page.hello(f"P{number}") for number, page in enumerate(pages)]
        self.assertEqual([text.get("player") for text in said], [1, 2, 3, 4, None])
        self.assertEqual(said[4], {"type": "waiting", "reason": "full", "place": 1})
        await pages[2].say(type="bye")
        self.assertEqual((await pages[4].text("welcome"))["player"], 3)
        for link in links:
            await link.close()


class Discovery(WithGateway):
    def discover(self, *options):
        """Runs `tiltpad discover` once; returns its output, or "" if it fails."""
        result = self.run_command("discover", self.host, "--port", self.host.split(":")[1], "--once", "--timeout", "0.5", *options)
        return result.stdout if result.returncode == 0 else ""

    def found(self):
        """Returns the daemon's PROBE_REPLY, decoded, or an empty dictionary."""
        said = self.discover("--json")
        return json.loads(said.splitlines()[0]) if said else {}

    def wait_for(self, port):
        """Waits until the daemon reports the page at `port`, or no page if `port` is None."""
        limit = time.monotonic() + DEADLINE
        while self.found().get("webPort", "nobody answers") != port:
            self.assertLess(time.monotonic(), limit)

    def test_the_network_is_told_where_the_page_is_while_there_is_one(self):
        self.wait_for(self.port)
        limit = time.monotonic() + DEADLINE
        while not (shown := self.discover()):
            self.assertLess(time.monotonic(), limit)
        self.assertIn(f"page on TCP port {self.port}\n", shown)
        self.end(self.gateway)
        self.wait_for(None)


class Restarts(WithGateway):
    def test_a_killed_gateway_leaves_pads_at_rest_and_pages_find_their_way_back(self):
        asyncio.run(self.kill_gateway())

    async def kill_gateway(self):
        link = await self.connect(self.ticket())
        page = Page(link)
        welcome = await page.hello()
        async with page.holding(state(A, FULL_RIGHT)):
            await self.until(lambda players: players[0]["buttons"] == ["a"] and players[0]["rightStick"]["x"] == 1)
            self.gateway.kill()
            self.gateway.wait()
        await self.until(lambda players: players[0]["buttons"] == [] and players[0]["rightStick"]["x"] == 0)
        began = time.monotonic()
        self.start_gateway()
        async with self.connect(welcome["resume"]) as link:
            again = Page(link, page.counter)
            self.assertEqual((await again.hello())["player"], 1)
            times.hold(self, "a page is back after its gateway was killed", time.monotonic() - began, 2)
            async with again.holding(state(B)):
                await self.until(lambda players: players[0]["buttons"] == ["b"])

    def test_a_killed_daemon_is_told_of_and_players_go_on(self):
        asyncio.run(self.kill_daemon())

    async def kill_daemon(self):
        async with self.connect(self.ticket()) as link:
            page = Page(link)
            await page.hello()
            self.daemon.kill()
            self.assertEqual(await page.text("waiting"), {"type": "waiting", "reason": "host"})
            self.restart_daemon()
            began = time.monotonic()
            self.assertEqual((await page.text("welcome"))["player"], 1)
            times.hold(self, "a page plays on after the daemon was killed", time.monotonic() - began, 2)
            async with page.holding(state(B)):
                await self.until(lambda players: players[0]["buttons"] == ["b"])

    def test_key_and_certificate_stay_the_same(self):
        before = [(self.place / "state" / name).read_bytes() for name in ("web.key", "web.crt")]
        self.assertEqual((self.place / "state" / "web.key").stat().st_mode & 0o777, 0o600)
        self.end(self.gateway)
        line = self.start_gateway()
        self.assertIn("SHA-256", line)
        self.assertEqual(before, [(self.place / "state" / name).read_bytes() for name in ("web.key", "web.crt")])
