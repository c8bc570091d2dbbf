"""A wheel in the guest that a game pushes, and a controller that prints the forces that it gets (docs/protocol.md, "Forces")."""

import itertools
import unittest

import daemon_guest
import pushing_game
from json_lines import JSONLines
from shared_guest import guest

PERCENT = 0.01
# The configuration of a G29 in a firm hand.
FIRM = "identity = g29\ngrip = firm\n"
# The same configuration, but the wheel follows the controller's stick instead of its tilt.
MEASURED = FIRM + "[input]\nprofile = pad\n"
# Each controller gets a new token, because packets of a new program with an old token may look like late packets.
_tokens = itertools.count(100)


class Told(pushing_game.PushingGame, unittest.TestCase):
    """A test with a wheel, its controller, and a game."""

    configuration = FIRM
    abilities = "motor"
    options = "--sticks 0,0,0,0"

    def setUp(self):
        """Plugs the controller in, and begins the game."""
        daemon_guest.ready(self.configuration)
        self.player = self.controller()
        daemon_guest.wait_for_pads(1)
        self.open_game()

    def controller(self):
        """Starts a controller that prints the forces it gets."""
        player = JSONLines(guest(), f"exec tiltpad send --show-force {self.abilities} --json --token {next(_tokens)} {self.options} 127.0.0.1")
        self.addCleanup(player.close)
        return player

    def place(self):
        """Returns the position of the wheel that the controller gets while a force acts, −1 to 1."""
        number = self.play("CONSTANT", level=1)
        found = self.player.until(lambda line: line.get("acting") and line["angle"])["angle"]
        self.ask("erase", number)
        self.player.until(lambda line: "torque" in line and not line["acting"])
        return found

    def until_torque(self, share):
        """Waits for a TORQUE that differs from `share` by at most 1 % of the full torque; returns its line."""
        return self.player.until(lambda line: "torque" in line and abs(line["torque"] - share) <= PERCENT)

    def newest(self):
        """Waits until the wheel stands still; returns the line of the newest TORQUE."""
        self.ask("settled")
        self.player.drain()
        return [line for line in self.player.seen if "torque" in line][-1]
