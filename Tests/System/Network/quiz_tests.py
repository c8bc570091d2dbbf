"""Tests of a quiz of eight controllers with wrong clocks, over a bad network. The player who was truly first must win."""

import random
import statistics
import time
import unittest

import contestants
import namespaces
import stage
import times
from contestants import OTHER_KEY, Quiz
from tables import Doubt, Result, RoundFlag, RoundPhase
from times import HANG_SECONDS

SKEWS_PPM = (-150, -90, -40, -10, 10, 40, 90, 150)
FAULTS = {"delay": 5, "jitter": 3, "loss": 3, "burst": 1}
SEED, ROUNDS = 20, 6
APART_SECONDS = 0.04
# Two presses within CLOSE_NS are too close to call. CLOSE_NS is well below the network's delay, which is at least 5 ms each way.
CLOSE_NS, TRIES = 3_000_000, 5
# The decision must come within 150 ms after the first press has arrived. The test may learn of it 20 ms later.
DECIDED_WITHIN_MS, HEARD_WITHIN_MS = 150, 20
# The time after which a key that was typed is up again. The same key then counts as a new press.
KEY_IS_UP_SECONDS = 0.2
LOCKED_OUT_SECONDS = 0.6
# If a press takes longer than this plus a round trip to arrive, the host reports a doubt about it.
ALLOWED_NS = 30_000_000
# The judge waits 150 ms for a press that may have been earlier. A press that takes longer than LATE_NS to arrive may come too late.
LATE_NS = 100_000_000
# The resolution of times on the stage (the state of the quiz): whole µs.
EXACT_NS = 1000
UNAVAILABLE = namespaces.unavailable() or contestants.unavailable()


@unittest.skipIf(UNAVAILABLE, UNAVAILABLE)
class QuizTests(unittest.TestCase):
    """Tests of rounds in which the test knows the time of each press by the host's clock."""

    @classmethod
    def setUpClass(cls):
        """Starts eight players."""
        cls.quiz = cls.enterClassContext(Quiz(SKEWS_PPM, **FAULTS))
        cls.host = cls.quiz.host
        cls.everybody = set(cls.quiz.contestants)

    def setUp(self):
        """Ends any round, and waits until no key is held."""
        self.host.order("clear")
        self.host.wait(KEY_IS_UP_SECONDS)

    def armed(self):
        """Starts a round with all players; returns the earliest and the latest time at which it may have started."""
        bounds = self.quiz.arm()
        self.assertEqual(self.host.stage.contestants, self.everybody)
        return bounds

    def settled(self, count):
        """Waits for a decision with `count` presses; returns the stage."""
        return self.host.until_stage(
            lambda now: now.phase == RoundPhase.LOCKED and len(now.presses) == count, what=f"a decision and {count} presses")

    def played(self, order):
        """Plays a round, again if a controller stood still.

        Returns the index of the round's first stage, the results of `armed` and `press`, and the stage with the decision.
        """
        limit = time.monotonic() + HANG_SECONDS
        while True:
            since, bounds = len(self.host.stages), self.armed()
            truth = self.quiz.press(order, APART_SECONDS)
            now = self.settled(len(order))
            late = max(bounds[1] + 1000 * press.received - truth[number] for number, press in now.presses.items())
            if late < LATE_NS or time.monotonic() > limit:
                return since, bounds, truth, now
            self.host.obeyed("clear")
            self.host.wait(KEY_IS_UP_SECONDS)

    def result(self):
        """Waits for the result of the round; returns the stage."""
        return self.host.until_stage(lambda now: now.phase == RoundPhase.RESULT, what="a result")

    def check_truth(self, now, bounds, truth):
        """Fails unless, for some possible start of the round, each press lies in the interval that the host gives for it.

        Returns the first and the last such start.

        No press may have a doubt, except one that a busy machine has delayed.
        """
        self.assertEqual(set(now.presses), set(truth))
        since = max([bounds[0]] + [truth[number] - 1000 * press.latest for number, press in now.presses.items()])
        until = min([bounds[1]] + [truth[number] - 1000 * press.earliest for number, press in now.presses.items()])
        self.assertLessEqual(since, until + EXACT_NS, (now, bounds, truth))
        for number, press in now.presses.items():
            took = until + 1000 * press.received - truth[number]
            self.assertIn(press.doubts, (0, Doubt.STALLED) if took > ALLOWED_NS else (0,), (number, took, now))
        return since, until

    def check_in_time(self, since, began):
        """Fails if the decision took too long; returns the time that it took, in ms."""
        locked = next(now for now in self.host.stages[since:] if now.phase == RoundPhase.LOCKED)
        first = min(press.received for press in locked.presses.values())
        took = (locked.heard - began) / 1e6 - first / 1e3
        times.hold(self, "a round is decided", took / 1000, (DECIDED_WITHIN_MS + HEARD_WITHIN_MS) / 1000)
        return took

    def test_the_first_of_eight_wins_and_all_intervals_contain_the_truth(self):
        shuffled = random.Random(SEED)
        took, widths, points = [], [], dict.fromkeys(self.everybody, 0)
        for number in range(ROUNDS):
            order = shuffled.sample(sorted(self.everybody), len(self.everybody))
            since, bounds, truth, now = self.played(order)
            with self.subTest(round=now.round, order=order):
                self.assertEqual(sorted(truth, key=truth.get), order)
                self.assertEqual((now.winner, now.flags, now.unheard), (order[0], 0, set()))
                self.assertEqual(by_middle(now), order)
                self.assertLessEqual(
                    abs(now.lead - (truth[order[1]] - truth[order[0]]) / 1e3), now.uncertainty + 1, "the lead in µs")
                began = self.check_truth(now, bounds, truth)
                took.append(self.check_in_time(since, began[0]))
            widths += [press.latest - press.earliest for press in now.presses.values()]
            self.host.obeyed("right")
            points[order[0]] += 1
            self.assertEqual(self.result().winners, {order[0]})
            self.host.wait(KEY_IS_UP_SECONDS)
        self.assertEqual({player: self.host.stage.points[player] for player in points}, points)
        late = self.quiz.exactness()
        print(f"(decided after {statistics.median(took):.0f} ms, at most {max(took):.0f}; intervals of {statistics.median(widths) / 1e3:.1f} ms, at most "
              f"{max(widths) / 1e3:.1f}; keys noticed after {statistics.median(late) / 1e6:.2f} ms, at most {late[-1] / 1e6:.2f})", end=" ", flush=True)

    def test_who_presses_before_the_round_is_locked_out_for_half_a_second(self):
        early, later = 3, 6
        self.quiz.press([early], 0)
        self.host.until_stage(lambda now: early in now.false_starts, what="the false start")
        bounds = self.armed()
        self.quiz.press([early], 0, OTHER_KEY)
        truth = self.quiz.press([later], 0)
        now = self.settled(1)
        self.assertEqual((now.winner, now.false_starts), (later, {early}))
        self.check_truth(now, bounds, truth)
        self.host.wait(LOCKED_OUT_SECONDS)
        truth.update(self.quiz.press([early], 0))
        now = self.settled(2)
        self.assertEqual((now.winner, by_middle(now)), (later, [later, early]))
        self.check_truth(now, bounds, truth)

    def test_two_at_the_same_moment_are_too_close_and_the_host_chooses(self):
        for tied, choose in (((2, 7), self.share), ((8, 1), self.choose_the_middle), ((4, 5), self.let_press_again)):
            with self.subTest(tied=tied):
                bounds, truth = self.press_at_once(tied)
                now = self.settled(2)
                self.assertEqual((now.winner, now.tied, now.flags), (stage.TOO_CLOSE, set(tied), RoundFlag.TIE))
                self.assertLessEqual(abs(now.lead), now.uncertainty)
                self.check_truth(now, bounds, truth)
                self.assertEqual([self.host.order(verb) for verb in ("right", "wrong")], [Result.NOT_NOW] * 2)
                choose(now)

    def press_at_once(self, tied):
        """Plays rounds until two players press too close to call; returns the results of `armed` and `press`."""
        for _ in range(TRIES):
            bounds = self.armed()
            truth = self.quiz.press(tied, 0)
            if max(truth.values()) - min(truth.values()) < CLOSE_NS:
                return bounds, truth
            # A busy machine has delayed one of the presses, so try again.
            self.settled(2)
            self.host.obeyed("clear")
            self.host.wait(KEY_IS_UP_SECONDS)
        self.fail(f"never two keys within {CLOSE_NS} ns")

    def share(self, before):
        """Gives points to both players."""
        self.host.obeyed("shared")
        now = self.result()
        self.assertEqual((now.winners, now.flags), (before.tied, RoundFlag.SHARED))
        gains = {player: now.points[player] - before.points[player] for player in self.everybody}
        self.assertEqual(gains, {player: int(player in before.tied) for player in self.everybody})

    def choose_the_middle(self, before):
        """Lets the player with the earlier middle win. The stage then has the flag MIDPOINT."""
        self.host.obeyed("midpoint")
        now = self.host.until_stage(lambda now: now.winner != before.winner, what="a winner")
        self.assertEqual((now.winner, now.flags), (by_middle(before)[0], RoundFlag.MIDPOINT))
        self.host.obeyed("right")
        self.assertEqual(self.result().winners, {by_middle(before)[0]})

    def let_press_again(self, before):
        """Starts a round in which only the two tied players may press."""
        since, armed = len(self.host.stages), time.monotonic_ns()
        self.host.obeyed("again")
        now = self.host.until_stage(lambda now: now.phase == RoundPhase.ARMED, since=since)
        self.assertEqual((now.contestants, now.round), (before.tied, before.round + 1))
        self.host.wait(KEY_IS_UP_SECONDS)
        second, first = sorted(before.tied)
        truth = self.quiz.press([3, first, second], APART_SECONDS)
        del truth[3]
        after = self.settled(2)
        self.assertEqual((after.winner, by_middle(after)), (first, [first, second]))
        self.check_truth(after, (armed, now.heard), truth)


def by_middle(now):
    """Returns the players who pressed, ordered by the middles of the intervals in which they may have pressed."""
    return sorted(now.presses, key=lambda number: now.presses[number].earliest + now.presses[number].latest)
