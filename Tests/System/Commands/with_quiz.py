"""A base for tests that have a daemon and a quiz of two controllers."""

import contextlib
import random
import sqlite3
import time

import presser
import stage
from tables import Mode, RoundPhase
from with_daemon import BINARY, DEADLINE, WithDaemon

SEED = 6


class WithQuiz(WithDaemon):
    """A test with two paired controllers, and a leader of their quiz."""

    CONFIGURATION = "[buzzer]\nautomatic = no\n"

    def setUp(self):
        super().setUp()
        self.chance = random.Random(SEED)
        self.rounds = {}
        self.leading = self.enterContext(contextlib.ExitStack())
        self.controllers = [self.controller(number) for number in (1, 2)]
        # The keys are controllers, not slots, because the slots may change: without pads that outlive the daemon, the first to return is player 1.
        self.points = dict.fromkeys(self.controllers, 0)
        self.take_the_lead()

    def controller(self, number):
        """Pairs and starts a controller; returns it once it plays."""
        shown = self.start("pair", "--link", "--address", "127.0.0.1", "--socket", self.socket)
        controller = presser.Presser(BINARY, self.place / f"phone{number}", shown.stdout.readline().strip(), self.surroundings)
        self.addCleanup(controller.close)
        self.wait_for(lambda: controller.player, controller.said)
        return controller

    def wait_for(self, is_true, what):
        """Waits until `is_true` holds; fails with the text of `what()`."""
        limit = time.monotonic() + DEADLINE
        while not is_true():
            self.assertLess(time.monotonic(), limit, what())
            time.sleep(0.02)

    def take_the_lead(self):
        """Leads the current daemon's quiz, once both controllers are in it and their clocks are known."""
        self.leading.close()
        self.leader = self.leading.enter_context(stage.lead(self.socket))
        self.leader.obeyed("mode", Mode.BUZZER)
        self.leader.know_clocks(2)

    def arm(self):
        """Starts a round; returns the stage (the state of the quiz) with the armed round."""
        since = len(self.leader.stages)
        self.leader.obeyed("arm")
        now = self.leader.until_stage(lambda now: now.phase == RoundPhase.ARMED, since=since)
        self.assertEqual((now.contestants, now.round), ({1, 2}, max(self.rounds, default=0) + 1))
        return now

    def decide(self, winner):
        """Makes `winner` press in the round; returns the stage once the round is decided."""
        winner.press()
        now = self.leader.until_stage(lambda now: now.phase == RoundPhase.LOCKED, what="a decision")
        self.assertEqual((now.winner, set(now.presses)), (winner.player, {winner.player}))
        self.rounds[now.round] = set(now.presses)
        return now

    def win(self, winner):
        """Plays a round that `winner` wins."""
        self.arm()
        self.decide(winner)
        self.leader.obeyed("right")
        self.points[winner] += 1
        self.leader.wait(presser.KEY_IS_UP_SECONDS)

    def kept_rounds(self):
        """Checks the integrity of the database; returns the slots that pressed in each round of its newest quiz."""
        with contextlib.closing(sqlite3.connect(f"file:{self.place}/state/tiltpad.db?mode=ro", uri=True)) as book:
            self.assertEqual(book.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
            rows = book.execute(
                "SELECT number, slot FROM round LEFT JOIN press ON round.rank = press.round "
                "WHERE quiz = (SELECT max(number) FROM quiz) ORDER BY number")
            rounds = {}
            for number, slot in rows:
                rounds.setdefault(number, set()).update({slot} - {None})
            return rounds
