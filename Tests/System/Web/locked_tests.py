"""Tests of a locked host whose database cannot be read: it has no encrypted sessions, and still admits nobody."""

import asyncio
import random

from with_gateway import Page, WithGateway, state

SEED = 8


class Locked(WithGateway):
    CONFIGURATION = "[host]\nadmission = locked\n"

    def start_daemon(self):
        """Starts the daemon with a database file of random bytes."""
        place = self.place / "state"
        place.mkdir(mode=0o700)
        database = place / "tiltpad.db"
        database.write_bytes(random.Random(SEED).randbytes(16_384))
        database.chmod(0o600)
        (self.place / "tiltpad.conf").write_text(self.CONFIGURATION)
        self.daemon = self.start(
            "serve", "--pads", "memory", "--socket", self.socket, "--port", self.host.split(":")[1],
            "--config", str(self.place / "tiltpad.conf"), "--web", "no")
        self.assertIn("encrypted sessions are off", self.daemon.stderr.readline())
        self.assertIn("listening", self.daemon.stderr.readline())

    def order(self, *arguments, status=0):
        """Runs a command with the daemon's socket; returns its output, or its error messages if `status` is not 0."""
        result = self.run_command(*arguments, "--socket", self.socket)
        self.assertEqual(result.returncode, status, result.stderr)
        return result.stdout if status == 0 else result.stderr

    def test_a_locked_host_without_its_database_lets_in_nobody_new(self):
        async def test():
            async with self.connect(self.ticket()) as link:
                self.assertEqual(await Page(link).hello(), {"type": "denied", "reason": "locked"})
            self.assertEqual(self.players(), [])
            await asyncio.to_thread(self.order, "lock", "open")
            async with self.connect(self.ticket()) as first, self.connect(self.ticket()) as second:
                player, late = Page(first), Page(second)
                self.assertEqual((await player.hello())["type"], "welcome")
                await player.send(state())
                await self.until(lambda players: len(players) == 1)
                await asyncio.to_thread(self.order, "lock")
                self.assertEqual(await late.hello(), {"type": "denied", "reason": "locked"})
                await player.send(state())
                await asyncio.to_thread(self.order, "kick", "1")
                self.assertEqual((await player.text("denied"))["reason"], "kicked")
                await self.until(lambda players: not players)
        asyncio.run(test())

    def test_what_needs_encrypted_sessions_says_that_there_are_none(self):
        for command in (("pair", "--link"), ("pair", "--pin")):
            self.assertIn("no encrypted sessions", self.order(*command, status=1))


del WithGateway
