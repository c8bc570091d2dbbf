"""Tests of a daemon whose disk hangs. Packets, presses and orders continue, and a round is announced only once it is stored."""

import math
import pathlib
import subprocess

import times
from tables import Mode, RoundPhase
from with_daemon import DEADLINE
from with_quiz import WithQuiz

HANG_SECONDS = 5
# The upper end of the first bin of the histogram HANDLING, the time that the daemon takes for a packet, in µs (docs/protocol.md, "HANDLING").
FIRST_BIN_us = 16
# If the daemon takes longer than this for a packet, in µs, the packet has had to wait for the disk.
LONG_us = 5_000
HERE = pathlib.Path(__file__).resolve().parent


class SlowDisk(WithQuiz):
    """Tests of a quiz on a disk that hangs while the file `mark` exists."""

    def start_daemon(self):
        """Starts the daemon with a preloaded library that can make its disk hang."""
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
        """Returns the histogram of the times that the daemon has taken for this player's packets so far."""
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
        # If the daemon waited for the disk, all packets would be in the last bin.
        self.assertLess(limit(hanging, 50), math.inf)
        times.check(self, "nine of ten packets in the hang are in time", limit(hanging, 90) <= LONG_us)
        self.mark.unlink()


def limit(bins, percent):
    """Returns the upper end, in µs, of the bin that contains this percentile; infinity for the last bin."""
    wanted, place = sum(bins) * percent / 100, 0
    while sum(bins[:place + 1]) < wanted:
        place += 1
    return FIRST_BIN_us * 2 ** place if place < len(bins) - 1 else math.inf


del WithQuiz
