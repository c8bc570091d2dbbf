"""Tests of a crowd with a real host. The pages of two browsers vote, and the pad follows."""

import house
import real

A = 1


class Crowds(real.Scene):
    """Tests of pages that vote, which run in any browser."""

    def begin(self, *options):
        """Starts a crowd; returns its link."""
        return self.house.command("crowd", "--link", "--address", "127.0.0.1", "--socket", self.house.tickets, *options).strip()

    def vote(self, link, width=390, height=844):
        """Returns a phone that votes. Each phone has its own storage, so it counts as a browser of its own."""
        phone = self.phone(width=width, height=height)
        phone.open(link)
        phone.wait("document.body.dataset.state === 'plays'")
        return phone

    def press(self, phone, code, is_down=True):
        """Presses or releases a key of the phone's keyboard."""
        phone.run(f"dispatchEvent(new KeyboardEvent('key{'down' if is_down else 'up'}', {{ code: '{code}' }}))")

    def pad(self, condition, what):
        """Waits until `condition` holds for the pad of player 1."""
        return house.until(lambda: (found := self.house.player(1)) and condition(found), what)

    def test_two_pages_vote_and_the_pad_follows_them(self):
        link = self.begin()
        one, two = self.vote(link), self.vote(link)
        one.wait("document.querySelector('#votes').textContent.endsWith('Phones here: 2')")
        self.press(one, "ArrowRight")
        self.press(one, "KeyA")
        self.pad(lambda player: player.sticks[0] > 0.99 and player.buttons == A, "one vote")
        self.press(two, "ArrowRight")
        self.press(two, "KeyA")
        one.wait("document.querySelector('#votes').textContent.startsWith('Like yours: 2 of 2')")
        self.press(two, "ArrowRight", False)
        self.press(two, "ArrowLeft")
        self.pad(lambda player: abs(player.sticks[0]) < 0.01 and player.buttons == A, "the mean")
        two.open(f"{self.house.address}/web/retry.js")
        self.pad(lambda player: player.sticks[0] > 0.99, "the vote that is left")
        self.press(one, "ArrowRight", False)
        self.press(one, "KeyA", False)
        self.pad(lambda player: player.is_at_rest, "rest")
        self.assertEqual(one.messages, [])

    def test_a_page_comes_back_with_the_gateway_and_hears_the_end(self):
        phone = self.vote(self.begin("--preset", "ballot"))
        self.press(phone, "ArrowDown")
        self.pad(lambda player: player.sticks[1] > 0.99, "down")
        self.house.kill_gateway()
        phone.wait("document.body.dataset.state === 'lost'")
        self.pad(lambda player: player.is_at_rest, "rest without the gateway")
        self.house.start_gateway()
        phone.wait("document.body.dataset.state === 'plays'")
        self.pad(lambda player: player.sticks[1] > 0.99, "down again")
        self.house.command("crowd", "--stop", "--socket", self.house.tickets)
        phone.wait("document.body.dataset.state === 'over' && document.querySelector('#state').textContent === 'The crowd has ended.'")
        phone.run("document.querySelector('#again').click()")
        phone.wait("document.querySelector('#state').textContent === 'This code is no longer good. Ask for a new one.'")

    def test_another_page_of_the_same_browser_takes_the_vote_over(self):
        link = self.begin()
        first = self.phone(width=390, height=844)
        first.open(link)
        first.wait("document.body.dataset.state === 'plays'")
        secret = first.run("localStorage.getItem('tiltpad.device')")
        second = self.phone(script=f"localStorage.setItem('tiltpad.device', {secret!r})", width=390, height=844)
        second.open(link)
        second.wait("document.body.dataset.state === 'plays'")
        first.wait("document.body.dataset.state === 'over' && document.querySelector('#state').textContent === 'Another page of this browser votes now.'")
        second.wait("document.querySelector('#votes').textContent.endsWith('Phones here: 1')")
