"""Tests of a daemon that is killed during a quiz. All that it has confirmed must still hold afterwards."""

import contextlib
import sqlite3
import time

from tables import RoundPhase
from with_daemon import DEADLINE
from with_quiz import WithQuiz

REPETITIONS = 4


class QuizCrash(WithQuiz):
    """Tests with two controllers that win rounds. The daemon is then killed, and another one starts in the same directory."""

    def crash(self):
        """Kills the daemon."""
        self.daemon.kill()
        self.daemon.wait(DEADLINE)

    def check_after_crash(self):
        """Starts another daemon and checks it: the controllers return with their points, the rounds are stored, and a new round works."""
        self.start_daemon()
        self.take_the_lead()
        points = list(self.points.values())
        now = self.leader.until_stage(
            lambda now: [now.points[controller.player] for controller in self.controllers] == points, what=f"points {points}")
        self.assertEqual(now.phase, RoundPhase.IDLE)
        self.assertEqual(self.kept_rounds(), self.rounds)
        self.win(self.chance.choice(self.controllers))

    def test_what_is_forgotten_is_neither_in_the_file_nor_on_the_screen_and_does_not_come_back(self):
        self.win(self.controllers[0])
        self.leader.obeyed("team", 5, self.controllers[1].player)
        self.assertEqual(self.run_command("buzzer", "forget", "--socket", self.socket).returncode, 2, "nobody has said so")
        self.assertEqual(self.kept_rounds(), self.rounds)
        result = self.run_command("buzzer", "forget", "--yes", "--socket", self.socket)
        self.assertEqual(result.returncode, 0, result.stderr)
        for _ in range(2):
            self.leader.until_stage(lambda now: not any([*now.points.values(), *now.teams.values()]), what="nothing")
            self.assertEqual(self.kept_rounds(), {})
            with contextlib.closing(sqlite3.connect(f"file:{self.place}/state/tiltpad.db?mode=ro", uri=True)) as book:
                self.assertEqual(book.execute("SELECT points, team FROM score WHERE points OR team").fetchall(), [])
            self.crash()
            self.start_daemon()
            self.take_the_lead()

    def repeat(self, lead_to_the_crash):
        """Plays two rounds, and then crashes the daemon REPETITIONS times. Checks after each crash what the next daemon has."""
        for controller in self.controllers:
            self.win(controller)
        for _ in range(REPETITIONS):
            lead_to_the_crash()
            self.crash()
            self.check_after_crash()

    def test_killed_while_a_round_is_armed(self):
        """The crash comes up to 0.1 s after the round is armed, before anybody has pressed."""
        def lead_to_the_crash():
            self.arm()
            time.sleep(self.chance.uniform(0, 0.1))
        self.repeat(lead_to_the_crash)

    def test_killed_in_the_instant_after_the_decision(self):
        """The round is stored before anybody sees its outcome. Nobody has points for it yet."""
        def lead_to_the_crash():
            self.arm()
            self.decide(self.chance.choice(self.controllers))
        self.repeat(lead_to_the_crash)

    def test_killed_as_soon_as_the_points_are_given(self):
        """The daemon has answered the order, so the points must be kept."""
        def lead_to_the_crash():
            self.arm()
            winner = self.chance.choice(self.controllers)
            self.decide(winner)
            self.leader.obeyed("right")
            self.crash()
            self.points[winner] += 1
        self.repeat(lead_to_the_crash)


del WithQuiz
