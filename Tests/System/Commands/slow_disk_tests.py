"""Tests of a daemon whose disk hangs: packets, presses and orders continue, and nobody hears of a round before it is stored."""

import math
import pathlib
import subprocess

import times
from tables import Mode, RoundPhase
from with_daemon import DEADLINE
from with_quiz import WithQuiz

HANG_SECONDS = 5
# The end of the first bin of the times that packets take in the daemon, in µs (docs/protocol.md, "HANDLING").
FIRST_BIN_us = 16
# A packet that waits for the disk takes longer, in µs.
LONG_us = 5_000
HERE = pathlib.Path(__file__).resolve().parent


class SlowDisk(WithQuiz):
    """A quiz on a disk that hangs while a file exists."""

    def start_daemon(self):
        """Starts the daemon with a library that makes its disk hang."""
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
        self.assertEqual({now.phase for now in self.leader.stages[since:]}, {RoundPhase.ARMED}, "nobody is told")
        for count, former in zip(self.received(), before):
            self.assertGreater(count - former, HANG_SECONDS, "the packets are taken all the while")
        self.assertTrue(all(player.connected for player in self.leader.players.values()))
        self.mark.unlink()
        now = self.leader.until_stage(lambda now: now.phase == RoundPhase.LOCKED, what="the decision")
        self.assertEqual(now.winner, self.controllers[0].player)
        self.rounds[now.round] = set(now.presses)
        self.assertEqual(self.kept_rounds(), self.rounds)

    def test_an_order_during_the_hang_is_answered_when_its_result_is_kept(self):
        self.arm()
        self.decide(self.controllers[1])
        self.mark.touch()
        with self.assertRaises(AssertionError):
            self.leader.order("right", timeout_seconds=1)
        self.assertEqual(self.leader.stage.phase, RoundPhase.LOCKED)
        self.mark.unlink()
        now = self.leader.until_stage(lambda now: now.phase == RoundPhase.RESULT, what="the result")
        self.assertEqual(now.points[self.controllers[1].player], 1)

    def handling(self, player):
        """Returns the histogram of the times that a player's packets have taken in the daemon so far."""
        return self.leader.players[player].handling

    def test_packets_take_no_longer_while_a_controller_pairs_on_a_disk_that_hangs(self):
        self.leader.obeyed("mode", Mode.PLAY)
        self.start("send", "--swing", self.host)
        self.leader.until(lambda: 3 in self.leader.players, DEADLINE, "a third player")
        self.leader.wait(HANG_SECONDS)
        usual = self.handling(3)
        self.mark.touch()
        self.controller(4)
        self.leader.wait(HANG_SECONDS)
        hanging = [count - former for count, former in zip(self.handling(3), usual)]
        print("(p50 and p99 in the daemon, in µs: " + ", ".join(
            f"{name} below {limit(bins, 50):.0f} and {limit(bins, 99):.0f}" for name, bins in (("usually", usual), ("in the hang", hanging)))
            + ")", end=" ", flush=True)
        self.assertGreater(sum(hanging), HANG_SECONDS)
        # If the daemon waited for the disk, all of them would be beyond the last bin.
        self.assertLess(limit(hanging, 50), math.inf)
        times.check(self, "nine of ten packets in the hang are in time", limit(hanging, 90) <= LONG_us)
        self.mark.unlink()


def limit(bins, percent):
    """Returns the end of the bin that so many percent do not exceed, in µs; infinite for the last bin."""
    wanted, place = sum(bins) * percent / 100, 0
    while sum(bins[:place + 1]) < wanted:
        place += 1
    return FIRST_BIN_us * 2 ** place if place < len(bins) - 1 else math.inf


del WithQuiz
