"""Tests of strangers (unconfirmed controllers) at many addresses that receive the host's answers.

The host cannot distinguish them from other controllers (docs/threat-model.md).
"""

import time
import unittest

import long_run
import noise
import table
import times
from links import Flood, processors
from namespaces import unavailable
from scene import PATIENCE, PORT, Scene
from strangers import Strangers

ROUNDS = 10
# The time in s within which a paired controller must have its session.
BOUND = 3
PROBE = 0xD0
# The number of different INITs. It does not matter which of them a stranger sends.
KINDS = 64


@unittest.skipIf(unavailable(), unavailable())
class Crowds(unittest.TestCase):
    """Tests of a paired controller that starts ten times among strangers."""

    def scene(self, configuration=""):
        """Returns a scene. A controller has paired with its host, and has left."""
        *ours, self.theirs = processors()
        scene = Scene(delay=1, processor_list=",".join(map(str, ours or [self.theirs])), configuration=configuration)
        self.addCleanup(scene.close)
        self.leave(scene, self.come(scene))
        self.key = self.ask(scene)[24:56]
        return scene

    def ask(self, scene):
        """Returns the host's PROBE_REPLY, for which anybody may ask."""
        with scene.near.socket() as asker:
            return scene.answer(asker, bytes([PROBE, 1, 0, 0]) + b"TPP1" + bytes(112))

    def come(self, scene):
        """Starts a controller; returns it once it has a session."""
        controller = scene.controller("--swing")
        controller.until('"connected"')
        return controller

    def leave(self, scene, controller):
        """Ends a controller, and waits until its slot is free."""
        controller.end()
        scene.watch.until(lambda: scene.watch.hosts and not scene.watch.player, PATIENCE, "no player")

    def come_and_go(self, scene):
        """Starts and ends the controller ROUNDS times; returns the times in s from each start to the session."""
        took = []
        for _ in range(ROUNDS):
            start = time.monotonic()
            controller = self.come(scene)
            took.append(time.monotonic() - start)
            self.leave(scene, controller)
        return took

    def judge(self, name, took):
        """Records the times, and checks that each is below BOUND."""
        table.record_crowd(name, took)
        print(f"{name}: " + ", ".join(f"{1000 * one:.0f}" for one in took) + " ms", end=" ")
        times.hold(self, f"in, the worst of {len(took)}", max(took), BOUND)

    def test_two_hundred_addresses_with_cookies_keep_no_paired_controller_out(self):
        self.among_addresses(200, 400)

    @long_run.only
    def test_two_thousand_addresses_with_cookies_keep_out_nobody_who_had_a_session(self):
        self.among_addresses(2000, 10_000)

    def among_addresses(self, count, rate):
        """Starts and ends the controller while `count` addresses send `rate` handshakes a second."""
        scene = self.scene()
        datagrams = [noise.Controller(self.key, noise.KNOWN).introduction() for _ in range(KINDS)]
        with Flood(scene.far, PORT, count, rate, 10 * PATIENCE, self.theirs, with_cookies=True) as flood:
            flood.begin(datagrams)
            scene.watch.until(lambda: sum(scene.watch.hosts[-1][1]) > rate, PATIENCE, "a flood")
            took = self.come_and_go(scene)
            counts = flood.stop()
        self.assertGreater(counts["kinds"]["212"], count // 2, "strangers have cookies")
        self.assertGreater(counts["sent"], rate)
        self.judge(f"{count} addresses, {rate} INIT a second with cookies", took)

    def test_sixty_four_strangers_by_confirm_keep_no_paired_controller_out(self):
        scene = self.scene("[host]\nconfirm = yes\n")
        with Strangers(scene, 64, self.key) as strangers:
            strangers.until_all_are_answered(PATIENCE)
            took = self.come_and_go(scene)
            limit = time.monotonic() + PATIENCE
            while (waiting := strangers.waiting()) < 1:
                self.assertLess(time.monotonic(), limit, "nobody waits")
                time.sleep(0.1)
        self.judge("64 strangers who ask to be confirmed", took)
        print(f"{waiting} of them wait", end=" ")
        self.assertLessEqual(waiting, 4)
