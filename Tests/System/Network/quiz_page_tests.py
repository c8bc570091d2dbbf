"""Tests of rounds with ten players.

Eight are controllers with wrong clocks over a bad network. Two are pages in Chromium, on the host's machine.
"""

import os
import random
import subprocess
import sys
import unittest

import contestants
import namespaces
from contestants import Quiz
from namespaces import ROOT
from scene import Child

sys.path.append(str(ROOT / "Tests/System/Web/Page"))

import engines  # noqa: E402
import house  # noqa: E402
import processes  # noqa: E402
from tables import Doubt, RoundPhase  # noqa: E402

SKEWS_PPM = (-150, -90, -40, -10, 10, 40, 90, 150)
FAULTS = {"delay": 5, "jitter": 3, "loss": 3, "burst": 1}
PAGES, ROUNDS, SEED, WEB_PORT = 2, 3, 21, 28443
# The time between two presses. A browser may report a touch to its page up to 30 ms late, and a page's clock has steps of a millisecond.
APART_SECONDS = 0.25
LOCKED_OUT_SECONDS = 0.6
UNAVAILABLE = (namespaces.unavailable() or contestants.unavailable()
               or (None if os.path.exists(engines.BINARY) else f"{engines.BINARY} is not installed"))


@unittest.skipIf(UNAVAILABLE, UNAVAILABLE)
class PageTests(unittest.TestCase):
    """Tests with ten players in the same rounds."""

    @classmethod
    def setUpClass(cls):
        """Starts eight controllers, and then two pages."""
        processes.obey_signals()
        cls.quiz = cls.enterClassContext(Quiz(SKEWS_PPM, guests=PAGES, **FAULTS))
        far = cls.quiz.far
        subprocess.run(far.command("ip", "link", "set", "lo", "up"), check=True, timeout=10)
        cls.tickets = cls.quiz.place / "web.sock"
        Child(cls.quiz, far, "gateway", "web", "--folder", ROOT / "web", "--listen", "127.0.0.1", "--port", WEB_PORT,
              "--socket", cls.quiz.socket, "--tickets", cls.tickets).until("serving the page")
        with far.entered():
            cls.browser = cls.enterClassContext(engines.Browser())
        cls.phones = dict(cls.join() for _ in range(PAGES))
        cls.everybody = {*cls.quiz.contestants, *cls.phones}
        cls.quiz.host.know_clocks(len(cls.everybody))

    @classmethod
    def join(cls):
        """Starts a page and lets it join; returns its player's number and the page."""
        shown = Child(cls.quiz, cls.quiz.far, "ticket", "pair", "--phone", "--link", "--socket", cls.tickets)
        ticket = shown.until("#").rsplit("#", 1)[1]
        phone = engines.Phone(cls.browser)
        phone.permit("granted")
        phone.before(house.settings())
        phone.open(f"https://127.0.0.1:{WEB_PORT}/j/#{ticket}")
        phone.wait("document.body?.dataset.stage === 'join' && document.querySelector('#card-title').textContent")
        phone.run("document.querySelector('#join .action').click()", is_tap=True)
        phone.wait("document.body.dataset.mode === 'buzzer' && document.querySelector('#pad').dataset.layout === 'buzzer'"
                   " && !document.querySelector('#pad').inert")
        return int(phone.run("document.querySelector('#badge b').textContent")), phone

    def press(self, number):
        """Makes a player press, waits until the host has received the press, and then for APART_SECONDS."""
        if number in self.phones:
            phone = self.phones[number]
            phone.touch(b=phone.middle("[data-cell=buzz]"))
            phone.lift()
        else:
            self.quiz.press([number], 0)
        self.quiz.host.until_stage(lambda now: number in now.presses, what=f"the press of {number}")
        self.quiz.host.wait(APART_SECONDS)

    def shows(self, number, state):
        """Waits until a player's page shows that state of the quiz."""
        self.phones[number].wait(f"document.body.dataset.quiz === '{state}'")

    def test_eight_controllers_and_two_pages_play_rounds_together(self):
        """The first of ten wins each round, be it a controller or a page. The order of all presses is the true one."""
        host, shuffled = self.quiz.host, random.Random(SEED)
        page, other = sorted(self.phones)
        points = dict.fromkeys(self.everybody, 0)
        for first in (page, min(self.quiz.contestants), other)[:ROUNDS]:
            order = [first, *shuffled.sample(sorted(self.everybody - {first}), len(self.everybody) - 1)]
            self.quiz.arm()
            for number in self.phones:
                self.shows(number, "armed")
            for number in order:
                self.press(number)
            now = host.until_stage(lambda now: now.phase == RoundPhase.LOCKED and set(now.presses) == self.everybody,
                                   what="a decision, and ten presses")
            with self.subTest(round=now.round, order=order):
                self.assertEqual((now.winner, now.contestants, now.unheard), (first, self.everybody, set()))
                self.assertEqual(sorted(now.presses, key=lambda number: sum(now.presses[number][:2])), order)
                self.assertLessEqual({press.doubts for press in now.presses.values()}, {0, Doubt.STALLED})
            host.obeyed("right")
            points[first] += 1
            for number in self.phones:
                self.shows(number, "win" if number == first else "lose")
            host.until_stage(lambda now: {player: now.points[player] for player in points} == points, what=f"points {points}")
            host.obeyed("clear")
            host.wait(LOCKED_OUT_SECONDS)


if __name__ == "__main__":
    unittest.main()
