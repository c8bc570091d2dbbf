"""Tests of a quiz with real pages: thumbs on the big button, and the words on the screens."""

import os
import time

import house
import presser
import real
import stage
from tables import Doubt, Mode, RoundPhase

QUIZ = "document.body.dataset.quiz"
WORD = "document.querySelector('#scene h2').textContent"
SCORES = "[...document.querySelectorAll('#scene tr')].map((row) => row.lastChild.textContent)"
# The time between two presses whose order is beyond doubt. Browsers report a touch to a page up to 30 ms late.
APART_SECONDS = 0.25
ATTEMPTS_s = 120


class QuizScene(real.Scene):
    """A test of a quiz with pages that have a buzzer."""

    def setUp(self):
        super().setUp()
        self.host = self.enterContext(stage.lead(self.house.bridge))

    def contestants(self, count):
        """Returns `count` phones that show the buzzer, by their players' numbers."""
        phones = {player: phone for phone, player in (self.join(script=real.SHOWN) for _ in range(count))}
        for phone in phones.values():
            phone.wait("document.body.dataset.mode === 'buzzer' && document.querySelector('#pad').dataset.layout === 'buzzer'"
                       " && !document.querySelector('#pad').inert")
        return phones

    def press(self, phone):
        """Presses the button on the screen, and releases it."""
        phone.touch(b=phone.middle("[data-cell=buzz]"))
        phone.lift()

    def shows(self, phone, state, word):
        """Waits until a phone shows this state of the quiz, and checks the word on its screen."""
        phone.wait(f"{QUIZ} === '{state}'")
        self.assertEqual(phone.run(WORD), word)

    def until_points(self, points):
        """Waits until the players have these points."""
        self.host.until_stage(lambda now: {player: now.points[player] for player in points} == points, what=f"points {points}")


class AloneTests(QuizScene):
    """Tests of the smallest game: two phones without a leader."""

    def test_two_phones_alone_show_win_and_lose_after_the_first_press(self):
        self.host.obeyed("mode", Mode.BUZZER)
        phones = self.contestants(2)
        wins = dict.fromkeys(phones, 0)
        for winner, loser in ((1, 2), (2, 1)):
            for phone in phones.values():
                phone.wait(f"{QUIZ} === 'armed'")
                phone.run("shown.length = 0")
            self.press(phones[winner])
            # The next round follows by itself.
            for player, state, word in ((winner, "win", "YOU WIN"), (loser, "lose", "YOU LOSE")):
                phones[player].wait(f"shown.some(([state]) => state === '{state}')")
                self.assertEqual(phones[player].run(f"shown.find(([state]) => state === '{state}')[1]"), word)
            wins[winner] += 1
            self.until_points(wins)
        self.assertEqual([phone.messages for phone in phones.values()], [[], []])


class MixedTests(QuizScene):
    """Tests of rounds with pages and native controllers."""

    def native(self, number):
        """Pairs and starts a native controller; returns it once it plays."""
        with self.house.link() as link:
            controller = presser.Presser(real.BINARY, self.house.place / f"native{number}", link, os.environ)
            self.addCleanup(controller.close)
            house.until(lambda: controller.player, f"a player; {controller.said()}")
        return controller

    def test_two_pages_and_four_controllers_play_rounds_together(self):
        self.host.obeyed("automatic", 0)
        self.host.obeyed("mode", Mode.BUZZER)
        phones = self.contestants(2)
        natives = {controller.player: controller for controller in map(self.native, range(4))}
        everybody = {*phones, *natives}
        self.assertEqual(everybody, set(range(1, 7)))
        self.host.know_clocks(6)
        points = dict.fromkeys(everybody, 0)
        for order in ((1, 3, 2, 4, 5, 6), (4, 2, 6, 1, 5, 3), (2, 6, 5, 4, 3, 1)):
            now = self.decided(order, phones, natives)
            with self.subTest(round=now.round, order=order):
                self.assertEqual((now.winner, now.contestants), (order[0], everybody))
                self.assertEqual(sorted(everybody, key=lambda player: sum(now.presses[player][:2])), list(order))
                # On a busy machine, some presses take too long to arrive. Their times may still be right.
                self.assertLessEqual({press.doubts for press in now.presses.values()}, {0, Doubt.STALLED})
            self.tell(phones, order[0], "first", "FIRST!", "late", "Late")
            self.host.obeyed("right")
            points[order[0]] += 1
            self.tell(phones, order[0], "win", "YOU WIN", "lose", "YOU LOSE")
            for phone in phones.values():
                phone.wait(f"JSON.stringify({SCORES}) === '{self.ranked(points)}'")
            self.until_points(points)
        self.assertEqual([phone.messages for phone in phones.values()], [[], []])

    def decided(self, order, phones, natives):
        """Plays a round, again if a busy machine leaves the winner open; returns the stage after it."""
        deadline = time.monotonic() + ATTEMPTS_s
        while True:
            since = len(self.host.stages)
            self.host.obeyed("arm")
            self.host.until_stage(lambda now: now.phase == RoundPhase.ARMED, since=since)
            for phone in phones.values():
                self.shows(phone, "armed", "GO!")
            for player in order:
                self.press(phones[player]) if player in phones else natives[player].press()
                self.host.until_stage(lambda now: player in now.presses, what=f"the press of {player}")
                self.host.wait(APART_SECONDS)
            now = self.host.until_stage(lambda now: now.phase == RoundPhase.LOCKED and set(now.presses) == set(order), what="a decision, and six presses")
            if now.winner != stage.TOO_CLOSE or time.monotonic() > deadline:
                return now
            self.host.obeyed("clear")

    def tell(self, phones, winner, state, word, other_state, other_word):
        """Waits until the winner's phone shows one state and word, and the others show the other state and word."""
        for player, phone in phones.items():
            self.shows(phone, *((state, word) if player == winner else (other_state, other_word)))

    def ranked(self, points):
        """Returns the points in the order in which the pages list them, as JSON."""
        return "[" + ",".join(f'"{value}"' for value in sorted(points.values(), reverse=True)) + "]"
