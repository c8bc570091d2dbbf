"""Tests of `tiltpad status`, `metrics` and `report` with phones: the players' names, and the gateway's pages."""

import asyncio
import contextlib
import json

from with_gateway import Page, WithGateway, state

NAME = "Akiko of Kyoto"
SLOTS = 4


class Watched(WithGateway):
    async def ask(self, *arguments):
        """Returns the output of a command about this daemon. Pages keep playing meanwhile."""
        result = await asyncio.to_thread(self.run_command, *arguments, "--socket", self.socket)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def test_a_phone_is_shown_by_its_name_and_its_transport(self):
        async def play():
            async with self.connect(self.ticket()) as link, self.connect_dashboard():
                page = Page(link)
                await page.hello(NAME)
                async with page.holding(state()):
                    status = json.loads(await self.ask("status", "--json"))
                    screen, metrics = await self.ask("status"), await self.ask("metrics")
            player = status["players"][0]
            self.assertEqual((player["name"], player["transport"], player["player"]), (NAME, "websocket", 1))
            self.assertGreater(player["rate"], 0)
            self.assertEqual((status["gateway"]["pages"], status["gateway"]["dashboards"], status["gateway"]["waiting"]),
                             ({"websocket": 1, "http": 0, "webrtc": 0}, 1, 0))
            self.assertRegex(screen, rf"(?m)^ +1  {NAME} +xbox360 +websocket ")
            self.assertIn('tiltpad_gateway_pages{transport="websocket"} 1\n', metrics)
            self.assertIn('tiltpad_players{transport="websocket"} 1\n', metrics)
            self.assertNotIn("Akiko", metrics)
        asyncio.run(play())

    def test_a_page_that_finds_no_free_slot_waits(self):
        async def wait():
            async with contextlib.AsyncExitStack() as links:
                pages = [Page(await links.enter_async_context(self.connect(self.ticket()))) for _ in range(SLOTS + 1)]
                said = [(await page.hello())["type"] for page in pages]
                status, metrics = json.loads(await self.ask("status", "--json")), await self.ask("metrics")
                self.assertEqual(said, ["welcome"] * SLOTS + ["waiting"])
                self.assertEqual((status["gateway"]["pages"]["websocket"], status["gateway"]["waiting"]), (SLOTS + 1, 1))
                self.assertIn("tiltpad_waiting 1\n", metrics)
        asyncio.run(wait())

    def test_refused_requests_are_counted(self):
        before = json.loads(self.order("status", "--json"))["gateway"]["refused"]["requests"]
        for _ in range(3):
            self.assertEqual(self.request("GET", "/j/", Host="elsewhere.example").status, 421)
        self.assertEqual(json.loads(self.order("status", "--json"))["gateway"]["refused"]["requests"], before + 3)

    def test_neither_the_name_nor_the_ticket_is_in_a_report(self):
        async def play():
            ticket = self.ticket()
            async with self.connect(ticket) as link:
                page = Page(link)
                await page.hello(NAME)
                async with page.holding(state()):
                    report = await self.ask("report", "-")
            self.assertIn('"transport":"websocket"', report)
            for secret in (NAME, "Akiko", ticket):
                self.assertNotIn(secret, report)
        asyncio.run(play())


del WithGateway
