"""Tests of the settings on the dashboard: what they show of the host's, of the players and of the language."""

import full_desk

LABEL = "document.querySelector('[data-key=full_lock] label').textContent"
OUTPUT = "document.querySelector('[data-key=full_lock] output').textContent"
CONTROL = "document.querySelector('#knob-full_lock')"


class SettingTests(full_desk.DeskScene):
    """Tests with the panel of settings."""

    def choose(self, page, slot):
        """Chooses whose settings are shown."""
        page.wait(f"document.querySelector('#knob-who option[value=\"{slot}\"]')")
        page.run(f"(() => {{ const s = document.querySelector('#knob-who'); s.value = '{slot}'; s.dispatchEvent(new Event('change')); }})()")

    def test_what_is_tried_is_shown_and_undone(self):
        page = self.settings()
        page.wait(f"{OUTPUT} === '45°'")
        self.turn(page, "full_lock", 300)
        page.wait(f"{OUTPUT} === '30°' && document.querySelector('[data-key=full_lock]').dataset.origin === 'tried'")
        self.click(page, "#knob-undo:not(:disabled)")
        page.wait(f"{OUTPUT} === '45°' && document.querySelector('#knob-undo').disabled")

    def test_a_refused_control_goes_back(self):
        self.server.results = {"setting": "notNow"}
        page = self.settings_with_what_the_host_says()
        self.turn(page, "full_lock", 300)
        page.wait("document.querySelector('#knob-said').textContent && document.querySelector('#knob-full_lock').value === '450'")

    def settings_with_what_the_host_says(self):
        """Returns a dashboard with its settings open, whose host says them although it refuses all orders about them."""
        self.server.on_tick = lambda _: self.server.say(**self.server.settings.told(0))
        return self.settings()

    def test_they_follow_the_language_and_the_players(self):
        page = self.settings()
        self.speak(page, "de")
        page.wait(f"{LABEL} === 'Voller Einschlag'")
        page.wait("document.querySelector('#knob-who').selectedOptions[0].textContent === 'Alle'")
        self.choose(page, 2)
        self.server.players.pop(2)
        self.server.tell()
        page.wait("document.querySelectorAll('#players tbody tr').length === 3")
        self.assertEqual(page.run("document.querySelector('#knob-who').selectedOptions[0].textContent"), "Spieler 2")
        self.assertTrue(page.run("document.querySelector('#knob-players').closest('li').hidden"), "it is the host's")

    def test_each_slider_is_wide_enough_for_a_hand(self):
        page = self.settings()
        for width in (1280, 390):
            page.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
            page.wait(f"innerWidth === {width}")
            self.assertGreater(page.run("Math.min(...[...document.querySelectorAll('#knob-list input')].filter((e) => e.checkVisibility()).map((e) => e.clientWidth))"), 180)
