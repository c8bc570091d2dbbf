"""Tests of a daemon whose disk hangs: packets, presses and orders go on, and nobody is told of a round before it is kept."""

import pathlib
import subprocess

import stage
from with_quiz import WithQuiz

HANG_SECONDS = 5
# The packets a second of a controller whose samples do not change.
SLOWEST_RATE = 20
HERE = pathlib.Path(__file__).resolve().parent


class SlowDisk(WithQuiz):
    """A quiz on a disk that hangs while a file exists."""

    def start_daemon(self):
        """Starts the daemon behind a library that makes its disk hang."""
        library = self.place / "slow_disk.so"
        subprocess.run(
            ["clang", "-std=gnu17", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library, HERE / "slow_disk.c"],
            check=True)
        self.mark = self.place / "hang"
        plain = self.surroundings
        self.surroundings = {**plain, "LD_PRELOAD": str(library), "TILTPAD_HANG": str(self.mark)}
        super().start_daemon()
        self.surroundings = plain

    def received(self):
        """Returns how many packets of each controller the daemon has accepted."""
        return [self.leader.players[controller.player].counts.received for controller in self.controllers]

    def test_a_disk_that_hangs_for_5_s_costs_no_packet_and_no_press_and_the_round_is_told_when_it_is_kept(self):
        self.arm()
        self.mark.touch()
        before, since = self.received(), len(self.leader.stages)
        self.controllers[0].press()
        self.leader.wait(HANG_SECONDS)
        self.assertEqual({now.phase for now in self.leader.stages[since:]}, {stage.ARMED}, "nobody is told")
        for count, former in zip(self.received(), before):
            self.assertGreater(count - former, HANG_SECONDS * SLOWEST_RATE * 0.9, "the packets are taken all the while")
        self.assertTrue(all(player.connected for player in self.leader.players.values()))
        self.mark.unlink()
        now = self.leader.until_stage(lambda now: now.phase == stage.LOCKED, what="the decision")
        self.assertEqual(now.winner, self.controllers[0].player)
        self.rounds[now.round] = set(now.presses)
        self.assertEqual(self.kept_rounds(), self.rounds)

    def test_an_order_during_the_hang_is_answered_when_its_result_is_kept(self):
        self.arm()
        self.decide(self.controllers[1])
        self.mark.touch()
        with self.assertRaises(AssertionError):
            self.leader.order("right", timeout_seconds=1)
        self.assertEqual(self.leader.stage.phase, stage.LOCKED)
        self.mark.unlink()
        now = self.leader.until_stage(lambda now: now.phase == stage.RESULT, what="the result")
        self.assertEqual(now.points[self.controllers[1].player], 1)

    def test_a_controller_plays_while_another_one_pairs_on_a_disk_that_hangs(self):
        self.mark.touch()
        before = self.received()
        third = self.controller(3)
        self.leader.wait(1)
        self.assertTrue(third.player)
        for count, former in zip(self.received(), before):
            self.assertGreater(count, former)
        self.mark.unlink()


del WithQuiz
