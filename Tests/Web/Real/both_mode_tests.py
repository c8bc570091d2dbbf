"""Tests of two pages in the modes of a real host, and of a round without anybody at the host."""

import house
import long_run
import real

QUIZ = "document.body.dataset.quiz"


class ModeTests(real.Scene):
    """Tests of modes that the daemon sends to pages."""

    def test_two_pages_follow_the_host_and_play_rounds_by_themselves(self):
        phones = [self.join(layout="pad")[0], self.join(width=390, height=700)[0]]
        for mode in ("lobby", "tank", "buzzer"):
            self.house.order("mode", mode)
            for phone in phones:
                phone.wait(f"document.body.dataset.mode === '{mode}'")
        for winner, other in (phones, phones[::-1]):
            for phone in phones:
                phone.wait(f"{QUIZ} === 'armed' && document.querySelector('#pad').dataset.layout === 'buzzer' && !document.querySelector('#pad').inert")
            winner.touch(t=winner.middle("[data-cell=buzz]"))
            winner.lift()
            house.until(lambda: winner.run(QUIZ) == "win" and other.run(QUIZ) == "lose", "one wins, and the other loses")
            self.assertIn("+1", winner.run("document.querySelector('#scene').textContent"))
        self.house.order("mode", "play")
        phones[0].wait("document.body.dataset.mode === 'play' && document.querySelector('#pad').dataset.layout === 'pad'")
        self.assertEqual([phone.messages for phone in phones], [[], []])


@long_run.only
class PostingModeTests(real.Posting, ModeTests):
    """The same by POST."""
