"""Tests of networks that carry nothing for a while, and of joining through bad networks."""

import concurrent.futures
import time
import unittest

import table
import times
import watch
from namespaces import unavailable
from scene import PATIENCE, Scene

# The options of two controllers: one holds a button, and one presses buttons again and again.
WAYS = (("--hold", "a"), ("--press", "a,b", "--count", "1000"))
LONG, SHORT = 10, 3
# The silence in s after which a player counts as away (docs/protocol.md, "Silence"), plus the time until the status shows it.
AWAY_AFTER = 5.5
# A blackout proves nothing if its length differs from AWAY_AFTER by at most this, in s.
DOUBTFUL = 0.6
BACK_WITHIN = 2
# The time in s within which a button must be up. The dead man's switch releases after 900 ms (docs/protocol.md, "Silence").
RELEASED_WITHIN = 1.0
# The dead man's switch may also release if the machine stands still for this long, in ms.
STILL_ms = 500


def live_through(seconds, way, seed):
    """Cuts a controller's network for `seconds`; returns the outcome of `live_once`.

    Tries again if the machine stood still while the network was on, or if the blackout got too long or too short to judge.
    """
    limit = time.monotonic() + PATIENCE
    while True:
        outcome = live_once(seconds, way, seed)
        is_clear = outcome.pop("stood") < STILL_ms and abs(outcome["lasted"] - AWAY_AFTER) > DOUBTFUL
        if is_clear or time.monotonic() > limit:
            return outcome


def live_once(seconds, way, seed):
    """Cuts a controller's network for `seconds`; returns the time until it was back, in s, and the other observations."""
    with Scene(seed, delay=10) as scene:
        controller = scene.controller("--swing", *way)
        scene.wait_for_player()
        scene.watch.until(lambda: scene.watch.player and scene.watch.player.buttons, PATIENCE, "a button")
        began = time.monotonic()
        scene.link.set(blackout=1)
        scene.watch.drain()
        former = scene.watch.host
        dark = scene.watch.until(lambda: scene.watch.host > former and scene.watch.host, PATIENCE, "a status in the dark")
        # The controller looks for its host at intervals. Each seed ends the blackout at another point of such an interval.
        scene.watch.listen(seconds + 0.27 * (seed % 7))
        released = [player for player in scene.watch.players if player.time > dark + RELEASED_WITHIN * 1e9 + 30e6]
        was_away = not scene.watch.players[-1].connected
        light = time.monotonic_ns()
        lasted = light / 1e9 - began
        scene.link.set(blackout=0)
        back = scene.watch.until(
            lambda: [arrival.time for arrival in scene.watch.arrivals if arrival.time > light], PATIENCE, "the way back")[0]
        scene.watch.listen(2)
        # The status of the host arrives before the statuses of its players. Until then, no player is known.
        now = scene.watch.until(lambda: scene.watch.player, PATIENCE, "the player")
        seen, end = watch.transitions(scene.watch.players), time.monotonic_ns()
        controller.process.terminate()
        scene.watch.until(lambda: controller.process.poll() is not None, PATIENCE, "its end")
        scene.watch.listen(0.1)
        last = scene.watch.player
        return {
            "seconds": seconds, "lasted": lasted, "way": way[0], "back": (back - light) / 1e9, "away": was_away,
            "down": {player.buttons for player in released}, "slots": {player.slot for player in scene.watch.players},
            "pads": scene.daemon.text().count("joined, pad "), "connected": now.connected,
            "transitions": seen, "end": last.buttons if last else 0, "stood": max(scene.stall(dark), scene.stall(end, light))}


@unittest.skipIf(unavailable(), unavailable())
class Blackout(unittest.TestCase):
    """Tests of several controllers at once, each in its own scene."""

    @classmethod
    def setUpClass(cls):
        """Runs all blackouts at once."""
        plans = [(seconds, way) for seconds in (LONG, LONG, LONG, SHORT) for way in WAYS]
        with concurrent.futures.ThreadPoolExecutor(len(plans)) as pool:
            cls.outcomes = list(pool.map(live_through, *zip(*plans), range(len(plans))))
        table.record("blackout", cls.outcomes)
        for seconds in (LONG, SHORT):
            took = sorted(one["back"] for one in cls.outcomes if one["seconds"] == seconds)
            print(f"\nback after {seconds} s without a network: {', '.join(f'{1000 * one:.0f}' for one in took)} ms")

    def test_after_a_blackout_a_controller_is_back_on_the_same_pad(self):
        for outcome in self.outcomes:
            with self.subTest(**outcome):
                times.hold(self, "back after a blackout", outcome["back"], BACK_WITHIN)
                self.assertEqual((outcome["slots"], outcome["pads"], outcome["connected"]), ({1}, 1, True))
                # A machine that stalls makes a short blackout a long one.
                self.assertEqual(outcome["away"], outcome["lasted"] > AWAY_AFTER)

    def test_in_a_blackout_buttons_go_up_and_none_is_stuck_at_the_end(self):
        for outcome in self.outcomes:
            with self.subTest(**outcome):
                self.assertEqual((outcome["down"], outcome["end"]), ({0}, 0))

    def test_a_button_that_is_held_through_a_blackout_goes_up_and_down_once(self):
        """The button goes down once, is released by the dead man's switch, and goes down again when the controller is back."""
        held = [outcome["transitions"] for outcome in self.outcomes if outcome["way"] == "--hold"]
        self.assertEqual(set(held), {3})


@unittest.skipIf(unavailable(), unavailable())
class WayIn(unittest.TestCase):
    """Tests of controllers that start while the network is bad."""

    def test_a_controller_gets_in_through_a_network_that_loses_a_fifth(self):
        """Eight controllers start at once, and pair by a link. Each lost packet of a handshake has to be repeated."""
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            took = sorted(pool.map(self.way_in, range(1, 9)))
        times.hold(self, "in through a network that loses a fifth, the worst of 8", took[-1], 10)

    def way_in(self, seed):
        """Returns the time in s until a controller plays that starts in a bad network."""
        with Scene(seed, delay=10, loss=20, burst=30) as scene:
            started = time.monotonic()
            scene.controller("--swing", "--duration", 15)
            scene.wait_for_player()
            return time.monotonic() - started
