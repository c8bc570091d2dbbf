"""Tests of pages that play over data channels. The pages use another implementation than the gateway."""

import asyncio
import json
import struct
import time

import fake_bridge
import times
from rtc_peer import Channel, credentials
from with_channels import WithChannels
from with_gateway import DEADLINE, Page, state

A, B = 1, 2
FULL_RIGHT = 32767
FEEDBACK = 0x12
# The host gives up a silent channel after 30 s. The test's limit in s is far below that.
PATIENCE = 5


class Playing(WithChannels):
    def test_a_page_plays_over_a_data_channel(self):
        asyncio.run(self.play())

    async def play(self):
        async with self.channel() as link:
            page = Page(link)
            welcome = await page.hello()
            self.assertEqual((welcome["type"], welcome["player"]), ("welcome", 1))
            self.assertEqual(
                welcome["rtc"], {
                    "port": self.port, "user": credentials(welcome["resume"])[0],
                    "password": credentials(welcome["resume"])[1], "fingerprint": self.fingerprint})
            self.assertEqual((await page.text("players"))["players"], [{"player": 1, "name": "Aki"}])
            async with page.holding(state(A, FULL_RIGHT)):
                players = await self.until(lambda players: players[0]["rightStick"]["x"] == 1)
                newest = struct.unpack("<I", (await page.frame(0x10))[:4])[0]
                self.assertGreaterEqual(newest, 1)
            self.assertEqual((players[0]["buttons"], players[0]["transport"]), (["a"], "webrtc"))

    def test_a_page_moves_to_a_data_channel_and_back_as_the_same_player(self):
        asyncio.run(self.move_up_and_back())

    async def move_up_and_back(self):
        async with self.connect(self.ticket()) as link:
            page = Page(link)
            welcome = await page.hello()
            async with page.holding(state(A)):
                await self.until(lambda players: players[0]["buttons"] == ["a"])
            async with self.channel_of(welcome) as other:
                above = Page(other, page.counter)
                welcome = await above.hello()
                self.assertEqual(welcome["player"], 1)
                await asyncio.wait_for(link.wait_closed(), DEADLINE)
                async with above.holding(state(B)):
                    players = await self.until(lambda players: players[0]["buttons"] == ["b"])
                self.assertEqual(players[0]["transport"], "webrtc")
                async with self.connect(welcome["resume"]) as link:
                    page = Page(link, above.counter)
                    self.assertEqual((await page.hello())["player"], 1)
                    await asyncio.wait_for(other.closed.wait(), DEADLINE)
                    async with page.holding(state(A)):
                        players = await self.until(lambda players: players[0]["buttons"] == ["a"])
                    self.assertEqual((len(players), players[0]["transport"]), (1, "websocket"))

    def test_a_long_text_arrives_whole(self):
        layouts = self.folder / "layouts"
        layouts.mkdir()
        # A layout's id has at most 32 characters.
        names = [f"layout-{number:03}-{'x' * 21}" for number in range(200)]
        for name in names:
            layout = {"id": name, "grid": ["a"], "controls": {"a": {"type": "button", "out": "A"}}}
            (layouts / f"{name}.json").write_text(json.dumps(layout))
        self.end(self.gateway)
        self.start_gateway()

        async def join():
            async with self.channel() as link:
                self.assertEqual((await Page(link).hello())["layouts"], names)
        asyncio.run(join())

    def test_a_page_goes_on_from_another_socket(self):
        asyncio.run(self.roam())

    async def roam(self):
        async with self.channel() as link:
            page = Page(link)
            await page.hello()
            async with page.holding(state(A)):
                await self.until(lambda players: players[0]["buttons"] == ["a"])
            for _ in range(6):
                await link.path.open()
                await link.path.until_answered()
            async with page.holding(state(B)):
                players = await self.until(lambda players: players[0]["buttons"] == ["b"])
                page.heard.clear()
                await page.frame(0x10)
            self.assertEqual(len(players), 1)

    def test_a_page_whose_path_died_is_the_same_player_over_a_websocket_at_once(self):
        asyncio.run(self.fall_back())

    async def fall_back(self):
        async with self.channel() as link:
            page = Page(link)
            welcome = await page.hello()
            async with page.holding(state(A)):
                await self.until(lambda players: players[0]["buttons"] == ["a"])
            await self.deliver(page, state())
            link.path.loss = 1
            began = time.monotonic()
            async with self.connect(welcome["resume"]) as other:
                below = Page(other, page.counter)
                self.assertEqual((await below.hello())["player"], 1)
                async with below.holding(state(B)):
                    await below.frame(0x10)
                    times.hold(self, "a page whose path died plays over a WebSocket", time.monotonic() - began, PATIENCE)
                    players = await self.until(lambda players: players[0]["buttons"] == ["b"])
                self.assertEqual((len(players), players[0]["counts"]["lost"]), (1, 0))

    def test_with_a_tenth_of_the_datagrams_lost_each_way_a_channel_opens_and_texts_arrive(self):
        asyncio.run(self.play_with_loss())

    async def play_with_loss(self):
        path = self.path()
        path.loss = 0.1
        async with Channel(path, self.fingerprint) as link:
            page = Page(link)
            for number in range(30):
                # The text "players" is sent to the page only once, and may be lost. So the page says hello until it arrives.
                greeting = asyncio.create_task(page.text("players"))
                while not greeting.done():
                    await page.say(type="hello", name=f"Aki {number}", counter=page.counter)
                    await asyncio.wait([greeting], timeout=0.2)
                self.assertEqual(greeting.result()["players"][0]["player"], 1)
            async with page.holding(state(A)):
                await self.until(lambda players: players[0]["buttons"] == ["a"])
                await page.frame(0x10)

    def test_a_hello_of_tls_in_many_pieces_is_read(self):
        async def join():
            path = self.path()
            path.splits = 50
            async with Channel(path, self.fingerprint) as link:
                self.assertEqual((await Page(link).hello())["player"], 1)
        asyncio.run(join())

    def test_a_page_that_leaves_its_channel_rests_and_comes_back(self):
        asyncio.run(self.leave_and_come_back())

    async def leave_and_come_back(self):
        async with self.channel() as link:
            page = Page(link)
            welcome = await page.hello()
            async with page.holding(state(A)):
                await self.until(lambda players: players[0]["buttons"] == ["a"])
        await self.until(lambda players: players[0]["buttons"] == [])
        async with self.channel_of(welcome) as link:
            self.assertEqual((await Page(link, page.counter).hello())["player"], 1)
        async with self.channel_of(welcome) as link:
            page = Page(link, page.counter)
            await page.hello()
            await page.say(type="bye")
            await asyncio.wait_for(link.closed.wait(), DEADLINE)
        await self.until(lambda players: players == [])


class Feeling(fake_bridge.WithFakeBridge, WithChannels):
    """Tests of a gateway with a FakeBridge, because pads in memory have no rumble."""

    def test_rumble_comes_over_a_data_channel(self):
        asyncio.run(self.feel())

    async def feel(self):
        async with self.channel() as link:
            page = Page(link)
            self.assertEqual((await page.hello())["type"], "welcome")
            await page.send(state())
            for strength in (255, 0):
                feedback = bytes([strength, 128, 0, 0, 40, 0, 0, 0])
                self.bridge.send(1, bytes([FEEDBACK, len(feedback)]) + feedback)
                self.assertEqual(await page.frame(FEEDBACK), feedback)
