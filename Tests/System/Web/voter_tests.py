"""Tests of a crowd that plays one pad. Real WebSockets vote at a real gateway, and the daemon's pad follows."""

import asyncio
import contextlib
import json
import time

import times
import websockets
from voters import FIELDS, FULL, A, Voter, WithCrowd, X, at_rest, holds
from with_gateway import DEADLINE, Page, state

HUNDRED = 100
# The goal for the time from a vote to the page's text with the result, in addition to the window, in s.
BEYOND_s = 0.1


class Crowds(WithCrowd):
    def test_votes_move_one_pad_and_each_page_hears_its_share(self):
        async def test():
            async with contextlib.AsyncExitStack() as links:
                voters = [await self.enter(links, device) for device in (1, 2, 3)]
                for voter in voters[:2]:
                    await links.enter_async_context(voter.voting(x=FULL, buttons=A))
                await links.enter_async_context(voters[2].voting())
                said = await voters[0].hear(lambda said: said["of"] == 3 and said["agree"] == 2)
                self.assertEqual(said["result"], [round(2 * FULL / 3), 0, 0, 0, A])
                self.assertEqual((said["voters"], said["preset"], said["window"]), (3, "together", 200))
                self.assertEqual(set(said), FIELDS)
                self.assertEqual((await voters[2].hear(lambda said: said["of"] == 3))["agree"], 1)
                await self.player(holds(round(2 * FULL / 3), 0, "a"))
            await self.player(at_rest)
        asyncio.run(test())

    def test_the_pad_rests_when_the_last_voter_leaves_or_falls_silent(self):
        async def test():
            async with contextlib.AsyncExitStack() as links:
                one, two = [await self.enter(links, device) for device in (1, 2)]
                async with two.voting(x=-FULL, buttons=X):
                    await self.player(holds(-FULL, 0, "x"))
                    await two.link.close()
                    await self.player(at_rest)
                    self.assertEqual((await one.hear(lambda said: said["voters"] == 1))["of"], 0)
                # If a vote is not repeated, it may expire before a busy machine looks at the pad.
                async with one.voting(y=FULL):
                    await self.player(holds(0, FULL))
                await self.player(at_rest)
                self.assertEqual((await one.hear(lambda said: not said["open"]))["of"], 0)
        asyncio.run(test())

    def test_a_browser_has_one_vote_its_newest_page(self):
        async def test():
            async with contextlib.AsyncExitStack() as links:
                first = await self.enter(links, 1)
                second = await self.enter(links, 1)
                self.assertEqual(await first.end(), "elsewhere")
                async with second.voting(x=FULL):
                    self.assertEqual((await second.hear(lambda said: said["of"]))["of"], 1)
                self.assertEqual(json.loads(second.said[-1])["voters"], 1)
        asyncio.run(test())

    def test_a_page_that_floods_is_closed_and_the_others_go_on(self):
        async def test():
            async with contextlib.AsyncExitStack() as links:
                flooder, other = [await self.enter(links, device) for device in (1, 2)]
                async with other.voting(x=FULL):
                    async def flood():
                        with contextlib.suppress(websockets.ConnectionClosed):
                            while True:
                                await flooder.vote(x=-FULL)
                                await asyncio.sleep(0.01)
                    flooding = asyncio.create_task(flood())
                    self.assertEqual(await flooder.end(), "flood")
                    flooding.cancel()
                    await other.hear(lambda said: said["voters"] == 1 and said["result"][0] == FULL)
        asyncio.run(test())
        refused = json.loads(self.run_command("status", "--json", "--socket", self.socket, "--tickets", self.tickets).stdout)["gateway"]["refused"]
        self.assertGreater(refused["messages"], 100)

    def test_too_many_voters_of_one_address_are_refused_in_words_until_the_host_allows_them(self):
        self.begin("--limit", "2")

        async def test():
            async with contextlib.AsyncExitStack() as links:
                for device in (1, 2):
                    await self.enter(links, device)
                third = Voter(await links.enter_async_context(self.socket_of(3)))
                self.assertEqual(await third.end(), "address")
                await asyncio.to_thread(self.begin, "--limit", "3")
                self.assertEqual((await self.enter(links, 3)).said[0][:15], '{"type":"crowd"')
        asyncio.run(test())

    def test_a_hundred_vote_and_no_more_while_players_play(self):
        self.begin("--limit", "100", "--preset", "ballot")

        async def test():
            async with contextlib.AsyncExitStack() as links:
                page = Page(await links.enter_async_context(self.connect(await asyncio.to_thread(self.ticket))))
                welcome = await page.hello()
                self.assertEqual(welcome["player"], 2)
                await links.enter_async_context(page.holding(state(A)))
                voters = [await self.enter(links, device) for device in range(HUNDRED)]
                late = Voter(await links.enter_async_context(self.socket_of(200)))
                self.assertEqual(await late.end(), "full")

                async def vote():
                    # Repeats the votes as pages do, since a vote expires after a second and a half.
                    while True:
                        for number, voter in enumerate(voters):
                            await voter.vote(y=-FULL if number < 60 else FULL)
                        await asyncio.sleep(0.5)
                voting = asyncio.create_task(vote())
                said = await voters[0].hear(lambda said: said["of"] == HUNDRED)
                voting.cancel()
                self.assertEqual((said["agree"], said["voters"], said["result"]), (60, HUNDRED, [0, -FULL, 0, 0, 0]))
                players = await self.until(lambda players: len(players) == 2)
                self.assertEqual([(player["player"], player["buttons"]) for player in players][1], (2, ["a"]))
                again = Page(await links.enter_async_context(self.connect(await asyncio.to_thread(self.ticket))))
                self.assertEqual((await again.hello())["player"], 3)
        asyncio.run(test())

    def test_the_end_closes_every_page_and_frees_the_slot(self):
        async def test():
            async with contextlib.AsyncExitStack() as links:
                voter = await self.enter(links, 1)
                async with voter.voting(x=FULL):
                    await self.player(holds(FULL, 0))
                    result = await asyncio.to_thread(self.crowd, "--stop")
                    self.assertEqual((result.returncode, result.stdout), (0, "The crowd has ended.\n"))
                    self.assertEqual(await voter.end(), "ended")
                await self.until(lambda players: not players)
        asyncio.run(test())
        self.assertEqual(self.refusal(), 403, "its ticket has ended with it")
        self.assertNotEqual(self.begin(), self.code)

    def test_link_and_slot_outlive_the_gateway_and_nothing_stays_held(self):
        async def test():
            async with contextlib.AsyncExitStack() as links:
                voter = await self.enter(links, 1)
                async with voter.voting(x=FULL, buttons=A):
                    await self.player(holds(FULL, 0, "a"))
                    self.gateway.kill()
                    await self.player(at_rest)
            self.gateway.wait(DEADLINE)
            await asyncio.to_thread(self.start_gateway)
            async with contextlib.AsyncExitStack() as links:
                voter = await self.enter(links, 1)
                async with voter.voting(y=FULL):
                    await self.player(holds(0, FULL))
            self.assertEqual([player["player"] for player in self.players()], [1])
        asyncio.run(test())
        self.end(self.gateway)
        self.assertTrue(at_rest(self.players()[0]))

    def test_a_crowd_waits_for_the_daemon_and_for_a_free_slot(self):
        async def test():
            async with contextlib.AsyncExitStack() as links:
                voter = await self.enter(links, 1)
                await voter.until(lambda said: said["slot"] == 1)
                await asyncio.to_thread(self.restart_daemon)
                await voter.hear(lambda said: said["slot"] == 0)
                await voter.hear(lambda said: said["slot"] == 1)
                async with voter.voting(x=FULL):
                    await self.player(holds(FULL, 0))
                await asyncio.to_thread(self.run_command, "kick", "1", "--socket", self.socket)
                self.assertEqual(await voter.end(), "ended")
        asyncio.run(test())

    def test_a_vote_is_on_the_pad_soon_after_the_window(self):
        async def test():
            async with contextlib.AsyncExitStack() as links:
                voter = await self.enter(links, 1)
                waits = []
                for number in range(20):
                    x = FULL if number % 2 else -FULL
                    began = time.monotonic()
                    await voter.vote(x=x)
                    await voter.hear(lambda said, x=x: said["shown"][0] == x)
                    waits.append(time.monotonic() - began)
                print(f"(vote to result: longest {max(waits) * 1000:.0f} ms)", end=" ", flush=True)
                times.hold(self, "a vote to the result of a window of 200 ms, longest", max(waits), 0.2 + BEYOND_s)
        asyncio.run(test())


del WithCrowd
