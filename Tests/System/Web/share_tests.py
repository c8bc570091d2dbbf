"""Tests of shared pads with a real daemon and gateway, a dashboard and two pages."""

import asyncio
import json
import struct

import websockets

from dashboard import Dashboard
from with_gateway import Page, WithGateway

STATE, BUTTON_B = 1, 2


def state(buttons=0):
    """Returns a STATE frame of a controller that holds these buttons, with sticks at rest and no edges so far."""
    return struct.pack("<BBIBB3hI4hBBH", STATE, 28, 0, 0, 255, 0, 0, 0, buttons, 0, 0, 0, 0, 0, 0, 0)


class Sharing(WithGateway):
    """Tests of a host whose dashboard lets one page help another."""

    def shares(self):
        """Returns the shared pads, as `tiltpad share --json` prints them."""
        result = self.run_command("share", "--json", "--socket", self.socket)
        self.assertEqual(result.returncode, 0, result.stderr)
        return [json.loads(line) for line in result.stdout.splitlines()]

    def test_who_joins_by_the_code_of_a_helper_moves_the_pad_and_may_leave(self):
        async def test():
            async with self.connect(self.ticket()) as one, self.connect_dashboard() as link:
                main, dashboard = Page(one), Dashboard(link)
                self.assertEqual((await main.hello("Ana"))["player"], 1)
                await dashboard.send("helper", slot=1)
                code = await dashboard.hear("ticket", lambda said: said.get("helps") == 1)
                self.assertGreater(len(code["rows"]), 20)
                async with self.connect(code["url"].rpartition("#")[2].split("&")[0]) as two:
                    helper = Page(two)
                    self.assertEqual((await helper.hello("Bo"))["player"], 2)
                    told = await helper.text("share")
                    self.assertEqual((told["main"], told["preset"], [member["name"] for member in told["members"]]), (1, "help", ["Ana", "Bo"]))
                    self.assertEqual((await main.text("share"))["main"], 1)
                    self.assertEqual([(share["player"], share["helpers"]) for share in self.shares()], [(1, [2])])
                    async with helper.holding(state(BUTTON_B)):
                        while not any(member["player"] == 2 and member["steers"] for member in (await main.text("share"))["members"]):
                            pass
                    self.assertEqual(await dashboard.order("share", do="begin", slot=1, preset="turns"), "done")
                    self.assertEqual(await dashboard.order("share", do="pass", slot=1), "done")
                    self.assertEqual(self.shares()[0]["steering"], [2])
                    await helper.say(type="apart")
                    while "main" in await helper.text("share"):
                        pass
                    self.assertEqual(self.shares(), [])
                    self.assertEqual(await dashboard.order("share", do="end", slot=1), "nobody")
                    self.assertEqual(await dashboard.order("share", do="begin", slot=1, preset="one", helper=3), "nobody")
        asyncio.run(test())

    def test_the_code_of_a_helper_works_once_and_for_no_dashboard(self):
        async def test():
            async with self.connect(self.ticket()) as one, self.connect_dashboard() as link:
                await Page(one).hello("Ana")
                dashboard = Dashboard(link)
                await dashboard.send("helper", slot=1)
                ticket = (await dashboard.hear("ticket", lambda said: said.get("helps") == 1))["url"].rpartition("#")[2].split("&")[0]
                async with self.connect(ticket) as two:
                    await Page(two).hello("Bo")
                    self.assertNotEqual(self.request("GET", "/host", ticket=ticket).status, 101)
                    with self.assertRaises(websockets.InvalidStatusCode):
                        await self.connect(ticket)
        asyncio.run(test())
