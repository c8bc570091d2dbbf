"""Tests of phones that follow the game, which is recognized by the pads that it opens. A script stands in for Steam's program `reaper`."""

import asyncio
import json
import os
import socket
import subprocess
import time
import unittest

import times
from with_games import WithGames
from with_gateway import DEADLINE, Page

NOBODY = 65534
# A program that reports a game to the gateway as another user, and prints the answer.
STRANGER = """
import os, socket, sys
os.setgroups([]); os.setgid(int(sys.argv[2])); os.setuid(int(sys.argv[2]))
link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
link.settimeout(60)
link.connect(sys.argv[1])
try:
    link.send(b'{"game":"kart-racer","layout":"wheel"}')
    print(link.recv(64))
except (BrokenPipeError, ConnectionResetError):
    print(b"")
"""


class Games(WithGames):
    def test_the_phones_follow_the_game_and_return_after_it(self):
        watcher = self.watch()

        async def test():
            async with self.connect(self.ticket()) as link, self.connect(self.ticket()) as other:
                page, second = Page(link), Page(other)
                for each in (page, second):
                    self.assertEqual((await each.hello())["type"], "welcome")
                for turn in range(3):
                    start = time.monotonic()
                    game = await asyncio.to_thread(self.play)
                    self.assertEqual((await page.text("layout"))["id"], "kart")
                    times.hold(self, "from a game's start to the layout on its phone", time.monotonic() - start, 1)
                    self.assertEqual((await second.text("layout"))["id"], "kart")
                    start = time.monotonic()
                    self.quit(game)
                    self.assertEqual((await page.text("layout"))["id"], "")
                    took = time.monotonic() - start
                    self.assertGreaterEqual(took, 5, f"turn {turn}")
                    times.hold(self, "from a game's end to the former layout", took, 7)
                    self.assertEqual((await second.text("layout"))["id"], "")
        asyncio.run(test())
        self.assertIsNone(watcher.poll())

    def test_the_number_in_steam_decides_whatever_the_program_is_called(self):
        self.watch()
        reaper = self.place / "reaper"
        reaper.write_text('#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nshift\n"$@"\n')
        reaper.chmod(0o755)

        async def test():
            async with self.connect(self.ticket()) as link:
                page = Page(link)
                await page.hello()
                await asyncio.to_thread(self.play, "second-game", "event7", [str(reaper), "SteamLaunch", "AppId=12345", "--"])
                self.assertEqual((await page.text("layout"))["id"], "kart")
        asyncio.run(test())

    def test_a_game_that_reads_another_device_changes_nothing(self):
        self.play(device="event8")
        game = self.play("second-game")
        rows = [json.loads(line) for line in self.run_command("games", "who", "--json", *self.options()).stdout.splitlines()]
        self.assertEqual([(row["process"], row["game"], row["mark"]) for row in rows], [(game.pid, "second", "exe:second-game")])

    def test_a_game_concerns_its_players_only_and_the_newest_wins(self):
        self.watch()

        async def test():
            async with self.connect(self.ticket()) as link, self.connect(self.ticket()) as other:
                page, second = Page(link), Page(other)
                for each in (page, second):
                    await each.hello()
                await asyncio.to_thread(self.play)
                for each in (page, second):
                    self.assertEqual((await each.text("layout"))["id"], "kart")
                game = await asyncio.to_thread(self.play, "second-game")
                self.assertEqual((await page.text("layout"))["id"], "")
                self.assertEqual((await second.text("layout"))["id"], "wheel")
                self.quit(game)
                for each in (page, second):
                    self.assertEqual((await each.text("layout"))["id"], "kart")
        asyncio.run(test())

    def test_a_watcher_that_is_killed_counts_as_the_end_of_the_game(self):
        watcher = self.watch()

        async def test():
            async with self.connect(self.ticket()) as link:
                page = Page(link)
                await page.hello()
                await asyncio.to_thread(self.play)
                self.assertEqual((await page.text("layout"))["id"], "kart")
                watcher.kill()
                watcher.wait(DEADLINE)
                self.assertEqual((await page.text("layout"))["id"], "")
                # Another watcher sees the game that already runs.
                await asyncio.to_thread(self.watch)
                self.assertEqual((await page.text("layout"))["id"], "kart")
        asyncio.run(test())

    def test_a_gateway_that_returns_is_told_again(self):
        self.watch()
        self.play()
        self.gateway.kill()
        self.gateway.wait(DEADLINE)
        self.start_gateway()

        async def test():
            async with self.connect(self.ticket()) as link:
                page = Page(link)
                await page.hello()
                self.assertEqual((await page.text("layout"))["id"], "kart")
        asyncio.run(test())

    @unittest.skipIf(os.getuid() != 0, "only root can be other users")
    def test_a_false_claim_of_another_user_moves_no_page_and_is_counted(self):
        self.place.chmod(0o755)

        async def test():
            async with self.connect(self.ticket()) as link:
                page = Page(link)
                await page.hello()
                for _ in range(2):
                    done = await asyncio.to_thread(
                        subprocess.run, ["/usr/bin/python3", "-c", STRANGER, f"{self.tickets}.games", str(NOBODY)],
                        capture_output=True, text=True, timeout=DEADLINE, check=False)
                    self.assertEqual((done.stdout, done.stderr), ("b''\n", ""))
                line = f"tiltpad: user {NOBODY} may not tell which game runs\n"
                self.assertIn(line, iter(self.gateway.stderr.readline, ""))
                # The first layout that the page receives must be that of an admitted user's game.
                with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as own:
                    own.connect(f"{self.tickets}.games")
                    own.send(b'{"game":"kart-racer","layout":"kart"}')
                    self.assertEqual((await page.text("layout"))["id"], "kart")
        asyncio.run(test())
        status = json.loads(self.run_command("status", "--json", "--socket", self.socket, "--tickets", self.tickets).stdout)
        self.assertEqual(status["gateway"]["refused"]["messages"], 2)

    def test_broken_texts_and_a_flood_of_texts_close_the_connection(self):
        for texts in ([b"{"], [b"x" * 300], [b'{"game":"kart-racer","layout":"kart"}'] * 5):
            with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as link:
                link.settimeout(DEADLINE)
                link.connect(f"{self.tickets}.games")
                for text in texts:
                    link.send(text)
                try:
                    self.assertEqual(link.recv(64), b"", texts[0])
                except ConnectionResetError:
                    pass
        self.assertIsNone(self.gateway.poll())

    def test_a_user_who_connects_again_and_again_has_no_more_texts_and_lines_in_the_journal(self):
        turns, start = 60, time.monotonic()
        for turn in range(turns):
            with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as link:
                link.connect(f"{self.tickets}.games")
                try:
                    for _ in range(4):
                        link.send(b'{"game":"kart-racer","layout":"nowhere-%d"}' % turn)
                    # Once the gateway closes its end, it has read the texts.
                    link.shutdown(socket.SHUT_WR)
                    link.settimeout(DEADLINE)
                    link.recv(64)
                except (BrokenPipeError, ConnectionResetError):
                    pass
        status = json.loads(self.run_command("status", "--json", "--socket", self.socket, "--tickets", self.tickets).stdout)
        seconds = int(time.monotonic() - start) + 1
        # All connections but those within the allowed burst end with a refusal.
        self.assertGreaterEqual(status["gateway"]["refused"]["messages"], turns - 4 - seconds)
        self.assertLessEqual(self.end(self.gateway)[2].count("nowhere-"), min(8 + seconds // 60, 4 + seconds))

    def test_a_watcher_without_news_does_not_wake_up(self):
        watcher = self.watch()
        former = self.wake_ups(watcher)
        time.sleep(10)
        self.assertEqual(self.wake_ups(watcher), former)
        # A device that is opened again and again makes the watcher look only once a second.
        with open(self.devices / "event7", "rb"):
            start = time.monotonic()
            while time.monotonic() < start + 5:
                open(self.devices / "event8", "rb").close()
        seconds = time.monotonic() - start
        self.assertLess(self.wake_ups(watcher) - former, 10 * seconds)
