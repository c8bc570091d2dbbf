"""Tests of two pages in the modes of a real host, and of rounds that nobody leads."""

import long_run
import real

QUIZ = "document.body.dataset.quiz"


class ModeTests(real.Scene):
    """Tests of modes that the daemon sends to pages."""

    def test_two_pages_follow_the_host_and_play_rounds_by_themselves(self):
        phones = [self.join(layout="pad", script=real.SHOWN)[0], self.join(width=390, height=700, script=real.SHOWN)[0]]
        for mode in ("lobby", "tank", "buzzer"):
            self.house.order("mode", mode)
            for phone in phones:
                phone.wait(f"document.body.dataset.mode === '{mode}'")
        for winner, other in (phones, phones[::-1]):
            for phone in phones:
                phone.wait(f"{QUIZ} === 'armed' && document.querySelector('#pad').dataset.layout === 'buzzer' && !document.querySelector('#pad').inert")
                phone.run("shown.length = 0")
            winner.touch(t=winner.middle("[data-cell=buzz]"))
            winner.lift()
            for phone, end in ((winner, "win"), (other, "lose")):
                phone.wait(f"shown.some(([state]) => state === '{end}')")
            # The points arrive separately from the round, and may be later. The next round starts by itself, and removes them from the page.
            winner.wait("shown.some(([state, , text]) => state === 'win' && text.includes('+1'))")
        self.house.order("mode", "play")
        phones[0].wait("document.body.dataset.mode === 'play' && document.querySelector('#pad').dataset.layout === 'pad'")
        self.assertEqual([phone.messages for phone in phones], [[], []])


@long_run.only
class PostingModeTests(real.Posting, ModeTests):
    """The tests by POST and server-sent events."""
