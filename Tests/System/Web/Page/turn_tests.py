"""Tests of the measurement of how fast a game turns the view."""

import scene

HOLD = "[data-turn=hold]"
RX = 2


class TurnTests(scene.Scene):
    """Tests of a phone whose host turns the view with the phone's rotation."""

    def test_the_stick_is_held_while_the_view_turns_once_and_the_rate_is_shown(self):
        self.house.server.more["motion"] = 2
        phone, player = self.join()
        self.open_menu(phone)
        phone.tap("[data-setting=measureTurn]")
        phone.wait("document.querySelector('#turn')?.textContent.includes('once around')")
        phone.touch(t=phone.middle(HOLD))
        self.until_state(player, lambda state: state.sticks[RX] > 0.99, "the right stick at its end")
        phone.run("new Promise((done) => setTimeout(done, 300))")
        phone.lift()
        self.until_state(player, self.at_rest, "rest")
        phone.wait("/^turn_rate = [0-9]+/.test(document.querySelector('#turn output').textContent)")
        self.assertEqual(phone.run("import('/web/turn.js').then(({ rateOf }) => [1000, 1440, 100, 12_000, 50, 20_000].map(rateOf))"),
                         [360, 250, 3600, 30, None, None])
        phone.tap("[data-turn=close]")
        self.assertIsNone(phone.run("document.querySelector('#turn')"))
        self.assertEqual(phone.messages, [])

    def test_it_is_not_there_where_the_host_does_not_turn_the_view(self):
        phone, _ = self.join()
        self.open_menu(phone)
        self.assertIsNone(phone.run("document.querySelector('[data-setting=measureTurn]')"))
