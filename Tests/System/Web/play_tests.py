"""Tests of `tiltpad play`: the settings that it makes for a game, the exit status, and the undoing of the settings however the game ends."""

import asyncio
import json
import os
import signal
import subprocess
import time

import times
from with_games import WithGames
from with_gateway import DEADLINE, Page, state


class Plays(WithGames):
    CONFIGURATION = "[profile wide]\nfull_lock = 90\n"
    CATALOGUE = """
    [game kart-racer]
    layout = kart
    profile = wide
    identity = xboxseries
    [game kart-racer-2]
    layout = wheel
    for = 2
    [game lost]
    profile = nowhere
    [game odd]
    identity = atari
    """

    def setUp(self):
        super().setUp()
        (self.catalogue / "own.conf").write_text(self.CATALOGUE)

    def words(self, *words):
        """Returns the words of the command, with the catalogue and the sockets of this test."""
        return ["play", "--catalogue", str(self.catalogue), "--socket", self.socket, "--tickets", self.tickets, *words]

    def identity(self):
        """Returns the identity of player 1's pad."""
        said = self.run_command("status", "--json", "--socket", self.socket, "--tickets", self.tickets).stdout
        return json.loads(said)["players"][0]["identity"]

    def lock(self):
        """Returns the full lock of player 1, in degrees."""
        return float(json.loads(self.order("set", "full_lock", "--player", "1", "--json"))["value"])

    async def until(self, *wanted):
        """Waits until player 1 has this full lock and this identity."""
        limit = time.monotonic() + DEADLINE
        while (now := await asyncio.to_thread(lambda: (self.lock(), self.identity()))) != wanted:
            self.assertLess(time.monotonic(), limit, f"{now} is not {wanted}")

    def test_layout_profile_and_pad_are_set_before_the_game_runs_and_go_back_however_it_ends(self):
        async def test():
            async with self.connect(self.ticket()) as link:
                page = Page(link)
                await page.hello()
                await page.send(state())
                await self.until(45, "xbox360")
                for end in ("itself", signal.SIGTERM, signal.SIGKILL):
                    started, over = self.place / "started", self.place / "over"
                    plays = f"until [ -e {over} ]; do sleep 0.1; done" if end == "itself" else "exec sleep 600"
                    started.unlink(missing_ok=True)
                    game = self.start(*self.words("kart-racer", "--", "sh", "-c", f"echo $$ >{started}.new; mv {started}.new {started}; {plays}"))
                    self.assertEqual((await page.text("layout"))["id"], "kart")
                    limit = time.monotonic() + DEADLINE
                    while not started.exists():
                        self.assertLess(time.monotonic(), limit)
                        await asyncio.sleep(0.01)
                    # The pad has already been exchanged when the game starts.
                    self.assertEqual(await asyncio.to_thread(self.identity), "xboxseries", end)
                    await page.send(state())
                    await self.until(90, "xboxseries")
                    start = time.monotonic()
                    if end == "itself":
                        over.touch()
                    else:
                        game.send_signal(end)
                    status = await asyncio.to_thread(game.wait, DEADLINE)
                    self.assertEqual(status, {"itself": 0, signal.SIGTERM: 128 + signal.SIGTERM, signal.SIGKILL: -signal.SIGKILL}[end])
                    await page.send(state())
                    await self.until(45, "xbox360")
                    self.assertEqual((await page.text("layout"))["id"], "")
                    times.hold(self, "from the end of a played game to the former state", time.monotonic() - start, 10)
                    if end == signal.SIGKILL:
                        os.kill(int(started.read_text()), signal.SIGKILL)
        asyncio.run(test())

    def test_the_exit_status_and_the_words_are_those_of_the_game(self):
        for script, status in (("exit 0", 0), ("exit 7", 7), ("kill -9 $$", 137)):
            self.assertEqual(self.run_command(*self.words("kart-racer-2", "--", "sh", "-c", script)).returncode, status)
        said = self.run_command(*self.words("kart-racer-2", "--", "printf", "%s.", "--a", "b c", ""))
        self.assertEqual((said.stdout, said.stderr), ("--a.b c..", ""))
        self.assertEqual(self.run_command(*self.words("kart-racer-2", "--", "/nowhere/game")).returncode, 127)
        (self.place / "data").touch()
        self.assertEqual(self.run_command(*self.words("kart-racer-2", "--", str(self.place / "data"))).returncode, 126)

    def test_a_game_gets_no_descriptor_of_the_command(self):
        said = self.run_command(*self.words("kart-racer", "--", "ls", "/proc/self/fd"))
        # Number 3 is the directory that ls reads.
        self.assertEqual(said.stdout.split(), ["0", "1", "2", "3"])

    def test_an_unknown_game_is_told_with_the_nearest_and_nothing_runs(self):
        said = self.run_command(*self.words("kart-race", "--", "touch", str(self.place / "ran")))
        self.assertEqual(said.returncode, 1)
        self.assertIn("there is no game kart-race in the catalogue", said.stderr)
        self.assertIn("try: kart-racer, kart-racer-2; tiltpad games list", said.stderr)
        self.assertFalse((self.place / "ran").exists())
        self.assertIn("try: tiltpad games list\n", self.run_command(*self.words("zzzzzz", "--", "true")).stderr)
        said = self.run_command(*self.words("odd", "--", "true"))
        self.assertEqual(said.returncode, 1)
        self.assertIn("odd needs the identity atari, which does not exist", said.stderr)
        for words in ([], ["kart-racer"]):
            self.assertEqual(self.run_command(*self.words(*words)).returncode, 2)

    def test_a_dry_run_prints_the_plan_and_sets_nothing(self):
        said = self.run_command(*self.words("--dry-run", "kart-racer", "--", "touch", str(self.place / "ran")))
        self.assertEqual(said.stdout, f"layout: kart\nprofile: wide\nidentity: xboxseries\nfor: all\nrun: touch {self.place}/ran\n")
        self.assertFalse((self.place / "ran").exists())

    def test_a_host_that_refuses_or_is_away_keeps_no_game_from_running(self):
        said = self.run_command(*self.words("lost", "--", "echo", "plays"))
        self.assertEqual((said.returncode, said.stdout), (0, "plays\n"))
        self.end(self.gateway)
        said = self.run_command(*self.words("lost", "--", "echo", "plays"))
        self.assertEqual((said.returncode, said.stdout), (0, "plays\n"))
        self.assertIn("the host has no profile nowhere", said.stderr)
        self.end(self.daemon)
        said = self.run_command(*self.words("kart-racer", "--", "sh", "-c", "exit 3"))
        self.assertEqual(said.returncode, 3)
        self.assertIn("the web gateway cannot be reached", said.stderr)
        self.assertIn(self.socket, said.stderr)

    def test_ctrl_c_ends_the_game_and_not_the_command_before_it(self):
        program = self.place / "game.sh"
        program.write_text("trap 'exit 9' INT\necho ready\nwhile :; do sleep 0.1; done\n")
        game = subprocess.Popen(
            [self.program, *self.words("kart-racer-2", "--", "sh", str(program))], stdout=subprocess.PIPE, text=True,
            start_new_session=True, env=self.surroundings)
        self.addCleanup(game.stdout.close)
        self.assertEqual(game.stdout.readline(), "ready\n")
        os.killpg(game.pid, signal.SIGINT)
        self.assertEqual(game.wait(DEADLINE), 9)
