"""Tests of admission and refusal, checked by the daemon's own records."""

import long_run
import real

NO_PAD = "document.querySelector('#bar').hidden && !document.body.hasAttribute('data-playing') && !document.querySelector('#pad').children.length"


class Tickets:
    """Tests of invalid tickets. They lead to the card that asks for the QR code, never to a pad."""

    def refused(self, ticket):
        """Checks that a phone with this ticket is asked for the QR code."""
        phone = self.open(ticket=ticket)
        self.tap_play(phone)
        phone.wait("document.body.dataset.stage === 'scan'")
        self.assertTrue(phone.run(NO_PAD))

    def test_a_wrong_ticket_asks_for_the_code(self):
        self.refused("AAAAAAAAAAAAAAAAAAAAAA")
        self.assertEqual(self.house.slots, [])

    def test_a_ticket_that_is_used_up_asks_for_the_code(self):
        ticket = self.house.ticket()
        phone, player = self.join(ticket=ticket)
        self.refused(ticket)
        self.assertEqual(self.house.slots, [player])
        phone.touch(a=phone.middle("[data-out=A]"))
        self.until_player(player, lambda pad: pad.buttons == 1, "the one who has used it to play on")

    def test_a_stolen_ticket_of_somebody_who_has_left_asks_for_the_code(self):
        phone, _ = self.join()
        stolen = phone.run("JSON.parse(localStorage.getItem('tiltpad.resume')).ticket")
        phone.run("document.querySelector('#leave').click()")
        phone.wait("document.body.dataset.stage === 'left'")
        self.refused(stolen)


class Hosts:
    """Tests of the host's decisions about players."""

    def card(self, phone):
        """Returns the text of a phone's card."""
        return phone.run("document.querySelector('#card-text').textContent")

    def test_who_is_kicked_is_told_and_has_no_pad(self):
        phone, player = self.join()
        self.house.order("kick", str(player))
        phone.wait("document.body.dataset.stage === 'denied'")
        kicked = self.card(phone)
        self.assertTrue(phone.run("document.querySelector('#bar').hidden"))
        self.house.order("lock", "locked")
        other = self.open()
        self.tap_play(other)
        other.wait("document.body.dataset.stage === 'denied'")
        self.assertTrue(other.run(NO_PAD))
        self.assertNotEqual(self.card(other), kicked)
        words = "import('/web/language.js').then((m) => ['kicked', 'locked'].map((name) => m.word(name)))"
        self.assertEqual([kicked, self.card(other)], other.run(words))

    def test_a_phone_without_a_sensor_steers_by_slider(self):
        phone, player = self.join(layout="wheel", beta=None)
        self.steer_by_slider(phone, player)


class Full:
    """Tests of a host with one slot."""

    options = {"limit": 1}

    def test_a_full_house_shows_the_queue_and_lets_the_next_one_in(self):
        first, player = self.join()
        second = self.open()
        self.tap_play(second)
        second.wait("document.body.dataset.stage === 'full'")
        self.assertIn("1", second.run("document.querySelector('#card-text').textContent"))
        self.assertTrue(second.run(NO_PAD))
        first.run("document.querySelector('#leave').click()")
        first.wait("document.body.dataset.stage === 'left'")
        self.playing(second)
        self.assertEqual(self.player_of(second), player)
        second.touch(a=second.middle("[data-out=A]"))
        self.until_player(player, lambda pad: pad.buttons == 1, "the second to play")


class SocketTicketTests(Tickets, Hosts, real.Scene):
    """The tests over a WebSocket."""


@long_run.only
class PostTicketTests(real.Posting, Tickets, Hosts, real.Scene):
    """The tests by POST and server-sent events."""


class SocketFullTests(Full, real.Scene):
    """The tests over a WebSocket."""


@long_run.only
class PostFullTests(real.Posting, Full, real.Scene):
    """The tests by POST and server-sent events."""
