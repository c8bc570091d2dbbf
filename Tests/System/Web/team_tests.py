"""Tests of players who change teams as fast as they can. The daemon limits the rates at which it accepts and stores the changes."""

import asyncio
import contextlib
import sqlite3
import struct
import threading
import time

from with_gateway import DEADLINE, Page, WithGateway, state

TOUCH, BEGAN, ENDED = 7, 0, 2
FINGERS = 10
SECONDS = 3
AT_ONCE, PER_SECOND = 4, 2
# The number of texts a second that the test sends, which is below a page's limit.
TEXTS_PER_SECOND = 15


def touches(phase, x):
    """Returns a TOUCH frame in which all fingers are in this phase at `x`."""
    each = b"".join(struct.pack("<BBHH", finger, phase, x, 30_000) for finger in range(FINGERS))
    return struct.pack("<BB", TOUCH, len(each)) + each


class Writes:
    """Counts the writes to a database during a `with` block."""

    def __init__(self, path):
        """Prepares to watch the database at `path`."""
        self.path, self.count, self._ended = path, 0, threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def _watch(self):
        with contextlib.closing(sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)) as database:
            last = None
            while not self._ended.wait(0.002):
                version = database.execute("PRAGMA data_version").fetchone()[0]
                self.count += last is not None and version != last
                last = version

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._ended.set()
        self._thread.join()


class Teams(WithGateway):
    async def lobby(self, page):
        """Lets `page` play, and puts the room into the lobby."""
        await page.hello()
        await page.send(state())
        await self.until(lambda players: len(players) == 1)
        result = await asyncio.to_thread(self.run_command, "mode", "lobby", "--socket", self.socket)
        self.assertEqual(result.returncode, 0, result.stderr)
        await page.text("quiz")

    async def teams(self, page, choose):
        """Calls `choose` for SECONDS, or longer until a team arrives; returns the teams that arrived, the time in s, and the number of writes."""
        told = []

        async def hear():
            while True:
                said = await page.text("quiz")
                told.append(said["scores"][0]["team"])
        hearing = asyncio.create_task(hear())
        begin = time.monotonic()
        with Writes(self.place / "state" / "tiltpad.db") as writes:
            while (now := time.monotonic() - begin) < SECONDS or not told and now < DEADLINE:
                await choose()
            seconds = time.monotonic() - begin
        hearing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await hearing
        return told, seconds, writes.count

    def check(self, told, seconds, writes):
        """Checks that teams change no faster than people choose, and are stored at most once a second."""
        figures = f"{len(told)} teams, {writes} writes in {seconds:.1f} s"
        self.assertGreaterEqual(len(told), 1, figures)
        self.assertLessEqual(len(told), AT_ONCE + PER_SECOND * seconds + 1, figures)
        self.assertLessEqual(writes, seconds + 1, figures)

    def test_teams_are_not_chosen_faster_than_people_do(self):
        async def test():
            async with self.connect(self.ticket()) as link:
                page, number = Page(link), 0
                await self.lobby(page)

                async def choose():
                    nonlocal number
                    number += 1
                    await page.say(type="team", team=number % 9)
                    await asyncio.sleep(1 / TEXTS_PER_SECOND)
                self.check(*await self.teams(page, choose))
        asyncio.run(test())

    def test_swipes_of_ten_fingers_choose_teams_no_faster_and_write_no_more_than_once_a_second(self):
        async def test():
            async with self.connect(self.ticket()) as link:
                page = Page(link)
                await self.lobby(page)

                async def choose():
                    for phase, x in ((BEGAN, 10_000), (ENDED, 40_000)):
                        await page.send(state(), touches(phase, x))
                        await asyncio.sleep(1 / 60)
                self.check(*await self.teams(page, choose))
        asyncio.run(test())

    def test_a_team_is_kept_when_the_daemon_ends(self):
        async def test():
            async with self.connect(self.ticket()) as link:
                page = Page(link)
                await self.lobby(page)
                await page.say(type="team", team=5)
                while (await page.text("quiz"))["scores"][0]["team"] != 5:
                    pass
                self.end(self.daemon)
        asyncio.run(test())
        with contextlib.closing(sqlite3.connect(self.place / "state" / "tiltpad.db")) as database:
            self.assertEqual(database.execute("SELECT team FROM score").fetchall(), [(5,)])


del WithGateway
