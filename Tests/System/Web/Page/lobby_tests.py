"""Tests of admission and refusal, and of phones without tilt."""

import time

import frames
import house
import page_tests
import scene
import standstill


class LobbyTests(scene.Scene):
    """Tests of players who may not join, or have to wait."""

    options = {"limit": 1}

    def test_a_full_house_shows_the_queue_and_lets_the_next_one_in(self):
        first, _ = self.join()
        second = self.open()
        self.tap_play(second)
        second.wait("document.body.dataset.stage === 'full'")
        self.assertIn("1", second.run("document.querySelector('#card-text').textContent"))
        first.run("document.querySelector('#leave').click()")
        first.wait("document.body.dataset.stage === 'left'")
        self.playing(second)

    def test_a_wrong_ticket_asks_for_the_code(self):
        phone = self.open(ticket="AAAAAAAAAAAAAAAAAAAAAA")
        self.tap_play(phone)
        phone.wait("document.body.dataset.stage === 'scan'")

    def test_a_ticket_that_is_refused_for_a_moment_is_shown_again(self):
        ticket = self.house.ticket()
        self.house.server.refusals[ticket] = 2
        phone = self.open(ticket=ticket)
        self.tap_play(phone)
        self.playing(phone)

    def test_a_greeting_without_an_answer_is_sent_again(self):
        for script in ("", page_tests.NO_SOCKET):
            phone = self.open(script=script)
            self.house.server.ignored = 1
            self.tap_play(phone)
            house.until(lambda: not self.house.server.ignored, "the greeting")
            self.playing(phone)
            phone.run("document.querySelector('#leave').click()")
            phone.wait("document.body.dataset.stage === 'left'")

    def test_no_ticket_asks_for_the_code(self):
        phone = self.phone()
        phone.open(f"{self.house.address}/j/")
        phone.wait("document.body.dataset.stage === 'scan'")

    def test_each_denial_has_its_card(self):
        for reason, stage in (("kicked", "denied"), ("takeover", "takeover"), ("version", "version")):
            phone, player = self.join()
            self.house.say(player, type="denied", reason=reason)
            phone.wait(f"document.body.dataset.stage === '{stage}'")
            self.assertTrue(phone.run("!document.querySelector('#action').hidden"))
            self.house.server.seats.clear()

    def test_the_host_pushes_a_layout(self):
        phone, player = self.join()
        self.house.say(player, type="layout", id="kart")
        phone.wait("document.querySelector('#pad').dataset.layout === 'kart'")
        self.house.say(player, type="layout", id="../secret")
        time.sleep(0.2)
        self.assertEqual(phone.run("document.querySelector('#pad').dataset.layout"), "kart")

    def test_rumble_is_felt_and_stopped(self):
        phone, player = self.join(script=scene.VIBRATION)
        self.feels_rumble(phone, player)

    def test_a_second_tab_takes_over(self):
        phone, player = self.join()
        self.until_state(player, self.at_rest, "a first state")
        url = phone.run("location.href")
        other = phone.browser.call("Target.createTarget", url="about:blank", browserContextId=phone.context)["targetId"]
        session = phone.browser.call("Target.attachToTarget", targetId=other, flatten=True)["sessionId"]
        phone.browser.call("Page.navigate", session, url=url)
        tap = ("new Promise((done) => { const wait = () => document.body?.dataset.stage === 'play' ? done(true) :"
               "(document.body?.dataset.stage === 'join' && document.querySelector('#join .action')?.click(), setTimeout(wait, 200)); wait(); })")
        time.sleep(1)
        phone.browser.call("Runtime.evaluate", session, expression=tap, awaitPromise=True, userGesture=True)
        phone.wait("document.body.dataset.stage === 'takeover'")


class SensorTests(scene.Scene):
    """Tests of phones that have no tilt, or whose player does not allow it."""

    def slider(self, **options):
        """Returns a phone that shows a slider instead of the wheel, and its player's number."""
        phone, player = self.join(layout="wheel", **options)
        phone.wait("document.querySelector('[data-cell=steer]').getAttribute('role') === 'slider'")
        return phone, player

    @standstill.again(3)
    def test_a_denied_sensor_becomes_a_slider(self):
        phone, player = self.slider(sensors="denied")
        x, y = phone.middle("[data-cell=steer]")
        width = phone.run("document.querySelector('[data-cell=steer]').getBoundingClientRect().width")
        phone.touch(t=(x, y))
        phone.slide(t=(x + width / 4, y))
        self.until_state(player, lambda state: 0.45 < state.sticks[0] < 0.55 and not state.flags & frames.TILT, "half right by slider")
        phone.lift()
        self.until_state(player, self.at_rest, "the wheel straight")

    def test_a_sensor_that_says_nothing_becomes_a_slider(self):
        self.slider(beta=None, script="window.DeviceOrientationEvent = class {}; window.DeviceMotionEvent = undefined;"
                                      "addEventListener('deviceorientation', (event) => event.stopImmediatePropagation(), true);"
                                      "addEventListener('devicemotion', (event) => event.stopImmediatePropagation(), true);")

    def test_tilt_can_be_switched_off(self):
        phone, _ = self.join(layout="wheel")
        phone.wait("document.querySelector('[data-cell=steer]').classList.contains('dial')")
        phone.run("document.querySelector('#open-menu').click()")
        phone.wait("document.querySelector('[data-setting=tilting]')")
        phone.run("document.querySelector('[data-setting=tilting]').click()")
        phone.wait("document.querySelector('[data-cell=steer]').getAttribute('role') === 'slider'")
