"""A game in the guest that pushes a wheel by the kernel's own interface, for tests of the forces that arrive."""

import json

import shared_guest


class PushingGame:
    """A test with a game that pushes a wheel."""

    def open_game(self):
        """Starts a game that has opened the wheel, and ends it with the test."""
        self.game = shared_guest.start("force_probe")
        self.addCleanup(self.game.close)
        self.game_pid = self.game.until("ready")["ready"]

    def ask(self, verb, *arguments, seconds=60):
        """Gives the game an order of force_probe.py; returns the result."""
        self.game.send(json.dumps([verb, *arguments]))
        answer = self.game.until(verb, timeout_seconds=seconds)
        self.assertNotIn("error", answer)
        return answer[verb]

    def play(self, kind, **fields):
        """Uploads an effect and plays it; returns its number."""
        number = self.ask("upload", {"kind": kind, **fields})
        self.ask("play", number)
        return number
