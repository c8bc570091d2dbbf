"""Tests of a gateway whose host wants more guests than usual."""

import asyncio
import contextlib

from with_gateway import Page, WithGateway

SLOTS, CROWD = 4, 80


class Crowd(WithGateway):
    def start_gateway(self):
        """Starts a gateway for more guests than one has by default."""
        (self.place / "crowd.conf").write_text("[web]\nguests = 100\n")
        self.extra = ("--config", str(self.place / "crowd.conf"))
        return super().start_gateway()

    def test_eighty_pages_are_there_and_those_who_wait_come_in_by_their_turn(self):
        async def wait():
            async with contextlib.AsyncExitStack() as links:
                pages, said = [], []
                for number in range(CROWD):
                    pages.append(Page(await links.enter_async_context(self.connect(await asyncio.to_thread(self.ticket)))))
                    said.append(await pages[-1].hello(f"Page {number}"))
                self.assertEqual([text["type"] for text in said], ["welcome"] * SLOTS + ["waiting"] * (CROWD - SLOTS))
                self.assertEqual([text["place"] for text in said[SLOTS:]], list(range(1, CROWD - SLOTS + 1)))
                await pages[0].say(type="bye")
                self.assertEqual((await pages[SLOTS].text("welcome"))["player"], 1)
                self.assertEqual((await pages[-1].text("waiting"))["place"], CROWD - SLOTS - 1)
        asyncio.run(wait())


del WithGateway
