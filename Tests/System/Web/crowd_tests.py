"""Tests of a gateway that accepts more guests than by default."""

import asyncio
import contextlib

from with_gateway import Page, WithGateway, state

CROWD = 70


class Crowd(WithGateway):
    CONFIGURATION = "[host]\nplayers = 1\n"

    def start_gateway(self):
        """Starts a gateway for 100 guests."""
        (self.place / "crowd.conf").write_text("[web]\nguests = 100\n")
        self.extra = ("--config", str(self.place / "crowd.conf"))
        return super().start_gateway()

    async def join(self, links, number):
        """Opens a page and says hello; returns the page and the answer."""
        page = Page(await links.enter_async_context(self.connect(await asyncio.to_thread(self.ticket))))
        return page, await page.hello(f"Page {number}")

    def test_seventy_pages_wait_while_one_plays_and_come_in_by_their_turn(self):
        async def wait():
            async with contextlib.AsyncExitStack() as links:
                player, said = await self.join(links, 0)
                self.assertEqual(said["type"], "welcome")
                # A player that sends nothing loses its slot, and one that reads nothing loses its connection. So the player sends and reads
                # meanwhile.
                async with player.holding(state()):
                    hearing = asyncio.create_task(player.text("never"))
                    crowd = [await self.join(links, number) for number in range(1, CROWD + 1)]
                    hearing.cancel()
                self.assertEqual([(said["type"], said["place"]) for _, said in crowd],
                                 [("waiting", place) for place in range(1, CROWD + 1)])
                await player.say(type="bye")
                self.assertEqual((await crowd[0][0].text("welcome"))["player"], 1)
                self.assertEqual((await crowd[-1][0].text("waiting"))["place"], CROWD - 1)
        asyncio.run(wait())


del WithGateway
