"""Tests of phones that follow the games of GameMode.

GameMode's real daemon runs on a session bus of the test, or a stand-in has GameMode's name on that bus.
"""

import asyncio
import json
import os
import pathlib
import subprocess
import sys
import time
import unittest

import times
from with_games import WithGames
from with_gateway import DEADLINE, Page

STAND_IN = pathlib.Path(__file__).resolve().parent / "game_mode_stand_in.py"
RUN, DAEMON = "/usr/games/gamemoderun", "/usr/bin/gamemoded"
NOBODY = 65534
# A game that opens no pad, and runs until its input ends.
BLIND = "import sys; print('open', flush=True); sys.stdin.read()"
# A game of another user that opens no pad, and runs until its input ends.
FOREIGN = f"import os; os.setgid({NOBODY}); os.setuid({NOBODY}); {BLIND}"


class WithBus(WithGames):
    """A test with its own session bus."""

    def setUp(self):
        super().setUp()
        self.bus = self.surroundings["DBUS_SESSION_BUS_ADDRESS"]
        bus = self.child("dbus-daemon", "--session", "--nofork", "--print-address", f"--address={self.bus}")
        self.assertIn(self.bus, bus.stdout.readline())

    def child(self, *arguments):
        """Starts a program that uses the bus; returns it. It ends with the test."""
        child = subprocess.Popen(
            arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=self.surroundings)
        self.addCleanup(self.close, child)
        return child

    @staticmethod
    def close(child):
        """Ends a program, and closes its pipes."""
        child.kill()
        child.wait(DEADLINE)
        for end in (child.stdin, child.stdout):
            end.close()

    def answer(self):
        """Returns the message of `tiltpad games who --verbose`, which is about GameMode."""
        result = self.run_command("games", "who", "--verbose", *self.options())
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stderr

    def until_answered(self, words):
        """Waits until the message of `tiltpad games who --verbose` contains these words."""
        limit = time.monotonic() + DEADLINE
        while words not in (said := self.answer()):
            self.assertLess(time.monotonic(), limit, said)

    @staticmethod
    def finish(game):
        """Lets a game end by itself, so that it unregisters at GameMode."""
        game.communicate(timeout=DEADLINE)


@unittest.skipUnless(os.path.exists(RUN), "GameMode is not installed")
class TheRealOne(WithBus):
    def start_mode(self):
        """Starts GameMode's daemon, and waits until it answers; returns it."""
        mode = self.child(DAEMON)
        self.until_answered("GameMode lists 0 of your processes")
        return mode

    def test_a_game_without_a_pad_is_followed_and_left(self):
        self.start_mode()
        self.watch()

        async def test():
            async with self.connect(self.ticket()) as link:
                page = Page(link)
                await page.hello()
                for _ in range(2):
                    start = time.monotonic()
                    game = await asyncio.to_thread(self.play, before=[RUN], code=BLIND)
                    self.assertEqual((await page.text("layout"))["id"], "kart")
                    times.hold(self, "from gamemoderun to the layout on the phone", time.monotonic() - start, 1)
                    rows = [json.loads(line) for line in self.run_command("games", "who", "--json", *self.options()).stdout.splitlines()]
                    self.assertEqual([(row["process"], row["game"]) for row in rows], [(game.pid, "kart-racer")])
                    start = time.monotonic()
                    await asyncio.to_thread(self.finish, game)
                    self.assertEqual((await page.text("layout"))["id"], "")
                    took = time.monotonic() - start
                    self.assertGreaterEqual(took, 5)
                    times.hold(self, "from the end of GameMode's game to the former layout", took, 7)
        asyncio.run(test())

    def test_a_daemon_that_comes_late_and_goes_early_is_followed(self):
        self.watch()
        self.assertIn("tiltpad: GameMode does not run\n", self.answer(), "neither the watcher nor the command starts it")

        async def test():
            async with self.connect(self.ticket()) as link:
                page = Page(link)
                await page.hello()
                mode = await asyncio.to_thread(self.start_mode)
                await asyncio.to_thread(self.play, before=[RUN], code=BLIND)
                self.assertEqual((await page.text("layout"))["id"], "kart")
                mode.kill()
                self.assertEqual((await page.text("layout"))["id"], "")
        asyncio.run(test())


class FalseOnes(WithBus):
    def start_mode(self):
        """Starts a stand-in without games; returns it."""
        mode = self.child(sys.executable, str(STAND_IN), self.bus)
        self.assertEqual(mode.stdout.readline(), "ready\n")
        return mode

    @staticmethod
    def name(mode, *processes):
        """Tells `mode`, a stand-in for GameMode, to report these process ids as its games."""
        mode.stdin.write(json.dumps(processes) + "\n")
        mode.stdin.flush()

    @unittest.skipIf(os.getuid() != 0, "only root can be other users")
    def test_a_process_of_another_user_is_no_game(self):
        mode = self.start_mode()
        watcher = self.watch()
        self.place.chmod(0o755)
        foreign = self.play(code=FOREIGN)
        self.name(mode, foreign.pid, 0, -1, 2**31 - 1)
        self.until_answered("GameMode lists 4 of your processes")
        self.assertIn("None of your programs", self.run_command("games", "who", *self.options()).stdout)
        self.wait_until_asleep(watcher)

        async def test():
            async with self.connect(self.ticket()) as first, self.connect(self.ticket()) as link:
                await Page(first).hello()
                page = Page(link)
                await page.hello()
                # The first layout that the page receives must be that of the user's own game.
                own = await asyncio.to_thread(self.play, "second-game", code=BLIND)
                self.name(mode, foreign.pid, own.pid)
                self.assertEqual((await page.text("layout"))["id"], "wheel")
        asyncio.run(test())

    def test_a_list_of_many_processes_is_harmless(self):
        mode = self.start_mode()
        watcher = self.watch()
        self.name(mode, *range(100_000, 100_500))
        self.until_answered("GameMode lists 64 of your processes")
        self.close_quietly(mode)
        self.until_answered("GameMode does not run")
        self.assertIsNone(watcher.poll())

    @staticmethod
    def close_quietly(mode):
        """Kills a stand-in for GameMode. Its pipes are closed at the end of the test."""
        mode.kill()
        mode.wait(DEADLINE)

    def test_a_flood_of_its_signals_costs_a_look_a_second(self):
        mode = self.start_mode()
        watcher = self.watch()
        former = self.wake_ups(watcher)
        time.sleep(10)
        self.assertEqual(self.wake_ups(watcher), former)
        start = time.monotonic()
        while time.monotonic() < start + 5:
            self.name(mode, os.getpid())
        seconds = time.monotonic() - start
        self.assertLess(self.wake_ups(watcher) - former, 15 * seconds, "the flood is of thousands a second")


class NoBus(WithGames):
    def test_without_a_bus_only_those_who_ask_are_told(self):
        watcher = self.watch()
        said = self.run_command("games", "who", "--verbose", *self.options())
        self.assertEqual(said.returncode, 0)
        self.assertIn("tiltpad: GameMode cannot be asked, because there is no session bus: ", said.stderr)
        self.assertEqual(self.run_command("games", "who", *self.options()).stderr, "")
        self.assertEqual(self.end(watcher)[1:], ("", ""))
        self.assertEqual(self.run_command("games", "list", "--verbose", *self.options()).returncode, 2)
