"""Tests of the use of a page's motion: what the welcome says about it, and what the pad shows."""

import asyncio
import struct

from with_gateway import Page, WithGateway, state


def motion(rotation):
    """Returns a MOTION frame of a phone that lies on its back and turns about its normal at `rotation` °/s."""
    return struct.pack("<BB6h", 3, 12, 0, 0, 4096, 0, 0, round(rotation * 16))


class WithoutMotion(WithGateway):
    """Tests of a host whose pads show no motion, except the second player's."""

    CONFIGURATION = "[host]\nmotion = no\n[player 2]\nmotion = yes\n"

    def test_each_page_is_told_the_use_of_its_own(self):
        asyncio.run(self.greet())

    async def greet(self):
        async with self.connect(self.ticket()) as first, self.connect(self.ticket()) as second:
            self.assertEqual([(await Page(link).hello())["motion"] for link in (first, second)], [0, 1])


class View(WithGateway):
    """Tests of a host on which a phone's rotation turns the view."""

    CONFIGURATION = "[input]\nprofile = aim\n[profile aim]\ngyro = stick\nturn_rate = 360\nturn_inner = 0.2\n"

    def test_a_page_is_told_and_its_rotation_moves_the_right_stick(self):
        asyncio.run(self.turn())

    async def turn(self):
        async with self.connect(self.ticket()) as link:
            page = Page(link)
            self.assertEqual((await page.hello())["motion"], 2)
            # A turn clockwise as seen from above, at a quarter of the game's speed.
            async with page.holding(state(), motion(-90)):
                await self.until(lambda players: abs(players[0]["rightStick"]["x"] - 0.4) < 0.004)
            async with page.holding(state(), motion(0)):
                await self.until(lambda players: players[0]["rightStick"] == {"x": 0, "y": 0})


class Flick(WithGateway):
    """Tests of a host with flick stick: a push of the right stick turns the view by the stick's angle."""

    CONFIGURATION = "[input]\nprofile = aim\n[profile aim]\nflick = yes\nturn_rate = 30\n"

    def test_a_stick_at_its_edge_turns_the_view_and_not_the_stick(self):
        asyncio.run(self.flick())

    async def flick(self):
        async with self.connect(self.ticket()) as link:
            page = Page(link)
            self.assertEqual((await page.hello())["motion"], 1)
            async with page.holding(state()):
                await self.until(lambda players: players[0]["rightStick"]["x"] == 0)
            # A turn of 90° at 30 °/s takes 3 s. After it, the stick is still at its edge, but the view stands still.
            async with page.holding(state(right_x=32767)):
                await self.until(lambda players: players[0]["rightStick"]["x"] == 1)
                await self.until(lambda players: players[0]["rightStick"]["x"] == 0)


del WithGateway
