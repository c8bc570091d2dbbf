"""Tests of profiles that follow the game: how a player's pad behaves during a game, and which settings have priority over the game's."""

import asyncio
import json
import time

import times
from with_games import WithGames
from with_gateway import DEADLINE, Page, state

A = 1


class Profiles(WithGames):
    CONFIGURATION = "[profile wide]\nfull_lock = 90\n[profile narrow]\nfull_lock = 20\n[player 2]\nprofile = narrow\n"
    CATALOGUE = """
    [game kart-racer]
    match = exe:kart-racer
    layout = kart
    profile = wide
    [game second]
    match = exe:second-game
    profile = nowhere
    """

    def setUp(self):
        super().setUp()
        (self.catalogue / "own.conf").write_text(self.CATALOGUE)

    def lock(self, player):
        """Returns the full lock of this player, in degrees."""
        return float(json.loads(self.order("set", "full_lock", "--player", str(player), "--json"))["value"])

    async def until(self, player, lock):
        """Waits until this player has this full lock; returns the time taken, in s."""
        start = time.monotonic()
        limit = start + DEADLINE
        while await asyncio.to_thread(self.lock, player) != lock:
            self.assertLess(time.monotonic(), limit, f"player {player} has {self.lock(player)}")
        return time.monotonic() - start

    async def seat(self, link):
        """Returns a page that plays, with everything at rest."""
        page = Page(link)
        if (await page.hello())["type"] != "welcome":
            # The gateway may not have reconnected to the daemon yet.
            await page.text("welcome")
        await page.send(state())
        return page

    async def play_while_holding(self, page):
        """Starts a game while a button is held.

        Returns the game, the full locks seen while the button was held, and the longest time in s in which the page sent nothing.
        """
        async with page.holding(state(buttons=A)) as sent:
            game = await asyncio.to_thread(self.play)
            self.assertEqual((await page.text("layout"))["id"], "kart")
            locks = {await asyncio.to_thread(self.lock, 1) for _ in range(5)}
        sent.append(time.monotonic())
        return game, locks, max(later - former for former, later in zip(sent, sent[1:]))

    def test_the_profile_of_a_game_takes_hold_at_rest_and_goes_back_after_it(self):
        self.watch()

        async def test():
            async with self.connect(self.ticket()) as link, self.connect(self.ticket()) as other:
                page, _ = await self.seat(link), await self.seat(other)
                await self.until(1, 45)
                for _ in range(5):
                    game, locks, silence = await self.play_while_holding(page)
                    if silence < 0.8:
                        break
                    # On a busy machine, the page may have been silent for so long that the daemon released the button. Then try again.
                    self.quit(game)
                    self.assertEqual((await page.text("layout"))["id"], "")
                    await page.send(state())
                    await self.until(1, 45)
                self.assertEqual(locks, {45}, "a button is down")
                await page.send(state())
                times.hold(self, "from the rest of a pad to the game's profile", await self.until(1, 90), 1)
                self.assertEqual(self.lock(2), 20, "a player's own profile stays")
                start = time.monotonic()
                self.quit(game)
                await self.until(1, 45)
                took = time.monotonic() - start
                self.assertGreaterEqual(took, 5)
                times.hold(self, "from a game's end to the former profile", took, 7)
        asyncio.run(test())

    def test_what_a_dashboard_keeps_or_tries_wins_over_the_game(self):
        self.watch()

        async def test():
            async with self.connect(self.ticket()) as link:
                await self.seat(link)
                await asyncio.to_thread(self.play)
                await self.until(1, 90)
                tried = self.start("set", "--try", "profile", "flight", "--player", "1", "--socket", self.socket)
                await self.until(1, 30)
                self.end(tried)
                await self.until(1, 90)
                self.order("set", "profile", "flight")
                await self.until(1, 30)
                self.order("set", "profile", "--default")
                await self.until(1, 90)
        asyncio.run(test())

    def test_a_profile_that_the_configuration_lacks_is_told_once_and_changes_nothing(self):
        self.watch()

        async def test():
            async with self.connect(self.ticket()) as link:
                await self.seat(link)
                line = "tiltpad: a game wants the profile nowhere, which the configuration does not have\n"
                for is_news in (True, False):
                    game = await asyncio.to_thread(self.play, "second-game")
                    if is_news:
                        self.assertIn(line, iter(self.daemon.stderr.readline, ""))
                    self.quit(game)
                self.assertEqual(self.lock(1), 45)
        asyncio.run(test())
        self.assertNotIn("nowhere", self.end(self.daemon)[2])

    def test_a_daemon_that_returns_is_told_again(self):
        self.watch()

        async def test():
            async with self.connect(self.ticket()) as link:
                await self.seat(link)
                await asyncio.to_thread(self.play)
                await self.until(1, 90)
        asyncio.run(test())
        self.daemon.kill()
        self.daemon.wait(60)
        self.start_daemon()

        async def again():
            async with self.connect(self.ticket()) as link:
                await self.seat(link)
                await self.until(1, 90)
        asyncio.run(again())
