"""Tests of the settings on the dashboard: what they show about the host and the players, and their texts in other languages."""

import evening
import full_desk

LABEL = "document.querySelector('[data-key=full_lock] label').textContent"
OUTPUT = "document.querySelector('[data-key=full_lock] output').textContent"
CONTROL = "document.querySelector('#knob-full_lock')"


class SettingTests(full_desk.DeskScene):
    """Tests with the panel of settings."""

    def choose(self, page, slot):
        """Chooses the player whose settings the panel shows."""
        page.wait(f"document.querySelector('#knob-who option[value=\"{slot}\"]')")
        page.run(f"(() => {{ const s = document.querySelector('#knob-who'); s.value = '{slot}'; s.dispatchEvent(new Event('change')); }})()")

    def test_what_is_tried_is_shown_and_undone(self):
        page = self.settings()
        page.wait(f"{OUTPUT} === '45°'")
        self.turn(page, "full_lock", 300)
        page.wait(f"{OUTPUT} === '30°' && document.querySelector('[data-key=full_lock]').dataset.origin === 'tried'")
        self.click(page, "#knob-undo:not(:disabled)")
        page.wait(f"{OUTPUT} === '45°' && document.querySelector('#knob-undo').disabled")

    def test_no_control_can_be_turned_before_the_host_says_its_value(self):
        evening.begin(self.server)
        page = self.dashboard()
        page.run("new MutationObserver(() => { window.turnable ??= document.querySelectorAll('#knob-list :is(input, select):enabled').length; })"
                 ".observe(document.querySelector('#knob-list'), { childList: true })")
        self.click(page, "#open-knobs")
        page.wait("window.turnable !== undefined")
        self.assertEqual(page.run("window.turnable"), 0)

    def test_a_refused_control_goes_back(self):
        self.server.results = {"setting": "notNow"}
        page = self.settings_with_what_the_host_says()
        self.turn(page, "full_lock", 300)
        page.wait("document.querySelector('#knob-said').textContent && document.querySelector('#knob-full_lock').value === '450'")

    def settings_with_what_the_host_says(self):
        """Returns a dashboard with its settings open. Its host sends their values regularly, though it refuses all orders about them."""
        self.server.on_tick = lambda _: self.server.say(**self.server.settings.told(0))
        return self.settings()

    def test_they_are_asked_for_again_after_an_interruption(self):
        """A trial ends when the page's connection ends, and when the gateway loses the daemon."""
        page = self.settings()
        self.turn(page, "full_lock", 300)
        page.wait("!document.querySelector('#knob-undo').disabled")
        self.server.settings.take({"do": "undo", "slot": 0})
        self.house.proxy.cut()
        page.wait(f"{OUTPUT} === '45°' && document.querySelector('#knob-undo').disabled")
        self.server.settings.take({"do": "try", "key": "full_lock", "value": 300, "slot": 0})
        self.server.say(type="lost")
        self.server.say(type="found")
        page.wait(f"{OUTPUT} === '30°' && !document.querySelector('#knob-undo').disabled")

    def test_they_follow_the_language_and_the_players(self):
        page = self.settings()
        self.speak(page, "de")
        page.wait(f"{LABEL} === 'Voller Einschlag'")
        page.wait("document.querySelector('#knob-who').selectedOptions[0].textContent === 'Alle'")
        self.choose(page, 2)
        self.server.players.pop(2)
        self.server.tell()
        page.wait("document.querySelectorAll('#players tbody tr').length === 3")
        # Texts are drawn less often than rows, so wait for them.
        page.wait("document.querySelector('#knob-who').selectedOptions[0].textContent === 'Spieler 2'")
        self.assertTrue(page.run("document.querySelector('#knob-players').closest('li').hidden"), "it is the host's")

    def test_each_slider_is_wide_enough_for_a_hand(self):
        page = self.settings()
        for width in (1280, 390):
            page.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
            page.wait(f"innerWidth === {width}")
            self.assertGreater(page.run("Math.min(...[...document.querySelectorAll('#knob-list input')].filter((e) => e.checkVisibility()).map((e) => e.clientWidth))"), 180)
