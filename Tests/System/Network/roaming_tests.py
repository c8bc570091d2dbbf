"""Tests of a controller whose port and address change, of an attacker who repeats its packets, and of two controllers with one key."""

import math
import time
import unittest

import standstill
import times
import watch
from links import CONTROLLER
from namespaces import unavailable
from scene import PATIENCE, Scene
from tables import Drop

A, B = 1, 2
ELSEWHERE = "10.77.9.9"
THIRD = "10.77.66.6"
# The host releases held buttons after 0.9 s of silence. If the machine stood still for this time in s, that may be the reason.
STILL_seconds = 0.4


@unittest.skipIf(unavailable(), unavailable())
class Roaming(unittest.TestCase):
    """Tests of a controller that holds a button while its address changes."""

    def setUp(self):
        """Starts the controller, and waits until the host shows the button."""
        self.left = math.inf
        self.scene = self.enterContext(Scene(delay=5))
        self.controller = self.scene.controller("--swing", "--hold", "a")
        self.scene.watch.until(lambda: self.player and self.player.buttons == A, PATIENCE, "the button")

    def longest_pause(self):
        """Ends the link; returns the longest time in s in which the host or the controller sent nothing."""
        return self.scene.stall(self.left) / 1000

    @property
    def player(self):
        """Returns the player's newest status."""
        return self.scene.watch.player

    def until_from(self, address, port):
        """Waits until the host sees the controller at this address and port, and then for half a second of packets."""
        self.scene.watch.until(
            lambda: self.player and (self.player.address, self.player.port) == (address, port), PATIENCE,
            f"the controller at {address}, not {self.player}")
        self.scene.watch.listen(0.5)

    def hold(self):
        """Checks that the button was pressed once, that packets kept arriving, and that the controller still has its first session."""
        players, arrivals = self.scene.watch.players, self.scene.watch.arrivals
        self.assertEqual(watch.transitions(players), 1)
        self.assertEqual({player.slot for player in players}, {1})
        self.assertEqual({(player.counts.edges, player.counts.skipped) for player in players[-10:]}, {(1, 0)})
        self.assertEqual(self.controller.states()[-1:], ["connected"])
        self.assertEqual(self.controller.states().count("connected"), 1)
        gap = watch.longest_gap([arrival.time for arrival in arrivals])
        stall = watch.longest_gap([time for time, _ in self.scene.watch.hosts])
        times.hold(self, f"the longest gap, beside a stall of the machine of {stall:.0f} ms", gap / 1000, 0.3 + stall / 1000)

    @standstill.again(STILL_seconds)
    def test_a_button_stays_held_once_while_a_nat_changes_port_and_address(self):
        """The port changes, then the address, and then both change back. Each time, the host's answers reach the controller."""
        port = self.player.port
        for address, other in ((CONTROLLER, 40001), (ELSEWHERE, 40002), (CONTROLLER, port)):
            self.scene.link.order("source", address, other)
            self.until_from(address, other)
            before = self.scene.link.counts()["far"]["delivered"]
            self.scene.watch.until(lambda: self.scene.link.counts()["far"]["delivered"] > before + 5, PATIENCE, "answers")
        self.hold()
        self.leave(presses=1)

    @standstill.again(STILL_seconds)
    def test_a_replay_of_the_newest_packet_from_a_third_address_moves_nothing(self):
        """The host drops the replay as a duplicate, and sends nothing to the third address."""
        port, before = self.player.port, self.player.counts
        drops = self.scene.watch.hosts[-1][1][Drop.DUPLICATE]
        for number in range(40):
            self.scene.link.order("replay", THIRD, 5000 + number)
            self.scene.watch.listen(0.03)
        self.scene.watch.until(lambda: self.scene.watch.hosts[-1][1][Drop.DUPLICATE] >= drops + 40, PATIENCE, "the replays")
        self.assertEqual(self.scene.watch.hosts[-1][1][Drop.DUPLICATE], drops + 40)
        self.assertEqual({(player.address, player.port) for player in self.scene.watch.players}, {(CONTROLLER, port)})
        self.scene.watch.until(lambda: self.player and self.player.counts.received > before.received + 60, PATIENCE, "packets")
        self.assertEqual(self.scene.link.counts()["stray"], 0)
        self.hold()
        self.leave(presses=1)

    @standstill.again(STILL_seconds)
    def test_who_is_faster_than_the_controller_has_the_answers_until_its_next_packet(self):
        """If an attacker's copy arrives before the packet itself, the host accepts the copy.

        Only the host's answers then go elsewhere for a moment.
        """
        port = self.player.port
        for number in range(40):
            self.scene.link.order("overtake", THIRD, 5000 + number)
            self.scene.watch.listen(0.03)
        self.until_from(CONTROLLER, port)
        elsewhere = [player for player in self.scene.watch.players if player.address != CONTROLLER]
        print(f"{100 * len(elsewhere) / len(self.scene.watch.players):.0f} % of the time elsewhere", end=" ")
        self.hold()
        self.leave(presses=1)

    def test_of_two_controllers_with_one_key_the_newer_wins(self):
        """The newer controller gets the slot at once. Both reconnect in turn until the host refuses the key for 30 s. There is never a second pad."""
        other = self.scene.controller("--swing", "--hold", "b", name="other")
        started = time.monotonic()
        self.scene.watch.until(lambda: self.player and self.player.buttons == B, PATIENCE, "the newer one's button")
        taken = time.monotonic() - started
        self.scene.watch.until(lambda: "is not admitted for 30 s" in self.scene.daemon.text(), 2 * PATIENCE, "an end of it")
        self.scene.watch.listen(5)
        print(f"taken over after {1000 * taken:.0f} ms", end=" ")
        self.assertEqual({player.slot for player in self.scene.watch.players}, {1})
        self.assertIn(self.player.buttons, (A, B))
        self.assertEqual({player.buttons for player in self.scene.watch.players[-100:]}, {self.player.buttons})
        self.assertEqual(self.scene.daemon.text().count("joined, pad "), 1, self.scene.daemon.text())
        self.assertEqual((other.process.poll(), self.controller.process.poll()), (None, None))

    def leave(self, presses):
        """Ends the controller; checks that each press and release was acknowledged, and that no button is down."""
        self.left = time.monotonic_ns()
        self.controller.process.terminate()
        self.scene.watch.until(lambda: self.controller.process.poll() is not None, PATIENCE, "its end")
        tally = self.controller.tally()
        self.assertEqual((tally["edges"], tally["acknowledged"]), (2 * presses, 2 * presses))
        self.assertEqual(self.scene.watch.players[-1].buttons, 0)
