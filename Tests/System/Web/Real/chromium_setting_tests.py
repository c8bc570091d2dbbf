"""Tests of the settings on the dashboard, in Chromium with a real daemon.

Each knob is tried and undone, or asked about and left alone. Settings are kept, and the panel works by keyboard alone.
"""

import json

import dashboard_scene
import full_desk
import house
import real
import scene
from tables import KNOBS

LIST = "document.querySelector('#knob-list')"


class SettingTests(full_desk.DeskScene, real.Scene):
    """Tests with the panel of settings."""

    def setUp(self):
        """Starts daemon and gateway, opens the dashboard, lets a phone join, and opens the panel."""
        scene.Scene.setUp(self)
        self.page = dashboard_scene.DashboardScene.page(self, width=1280, height=800)
        self.page.open(self.house.address + "/")
        self.page.wait("document.body.dataset.stage === 'open' && document.querySelector('#url').textContent.includes('#')")
        self.phone, self.player = self.join(ticket=self.text(self.page, "#url").split("#")[1])
        self.page.wait("!document.querySelector('#detail').hidden")
        self.click(self.page, "#open-knobs")
        self.page.wait(f"!document.querySelector('#knobs').hidden && {LIST}?.children.length === {len(KNOBS)} && "
                       "!document.querySelector('#knob-full_lock').disabled")

    def value(self, key, player=0):
        """Returns the daemon's value and origin of a setting, as `tiltpad set --json` prints them. Player 0 stands for all players."""
        words = ["--player", str(player)] if player else []
        return json.loads(self.house.order("set", key, "--json", *words))

    def until(self, key, wanted, player=0, seconds=house.DEADLINE):
        """Waits until the daemon's setting has the members `wanted`."""
        house.until(lambda: wanted.items() <= self.value(key, player).items(), f"{key} {wanted}", seconds)

    def test_each_knob_is_tried_or_asked_for_and_undone(self):
        for key, scope, first, *rest in KNOBS:
            other = 1 if isinstance(first, list) else rest[0]
            text = first[1] if isinstance(first, list) else None
            with self.subTest(key=key):
                before = self.value(key)
                if before["origin"] == "fixed":
                    continue
                self.turn(self.page, key, other)
                if scope == "feel":
                    self.until(key, {"origin": "tried", **({"value": text} if text else {})})
                    self.page.wait("document.querySelector('#knob-left').textContent.includes('0:') || document.querySelector('#knob-left').textContent.includes('1:00')")
                    self.page.wait("!document.querySelector('#knob-undo').disabled")
                    self.click(self.page, "#knob-undo")
                else:
                    self.page.wait("document.querySelector('#knob-sure').open")
                    self.click(self.page, "#knob-sure button:not([id])")
                self.until(key, {"value": before["value"], "origin": before["origin"]})

    def test_a_knob_is_kept_for_a_player_and_forgotten(self):
        # The list of players is drawn with other texts, and may appear later than the settings.
        self.page.wait("document.querySelector('#knob-who option[value=\"1\"]')")
        self.page.run("(() => { const s = document.querySelector('#knob-who'); s.value = '1'; s.dispatchEvent(new Event('change')); })()")
        self.turn(self.page, "dead_zone", 200)
        self.until("dead_zone", {"value": "0.2", "origin": "tried"}, 1)
        self.assertEqual(self.value("dead_zone")["origin"], "common", "not everybody's")
        self.page.wait("!document.querySelector('#knob-keep').disabled")
        self.click(self.page, "#knob-keep")
        self.until("dead_zone", {"value": "0.2", "origin": "kept"}, 1)
        self.page.wait(f"{LIST}.querySelector('[data-key=dead_zone]').dataset.origin === 'kept'")
        self.click(self.page, "#knob-list [data-key=dead_zone] button")
        self.until("dead_zone", {"origin": "common"}, 1)

    def test_what_unplugs_a_pad_is_kept_after_a_question(self):
        self.turn(self.page, "keep_slot", 120)
        self.page.wait("document.querySelector('#knob-sure').open")
        self.assertEqual(self.value("keep_slot")["value"], "60", "nothing happens before the answer")
        self.click(self.page, "#knob-sure-keep")
        self.until("keep_slot", {"value": "120", "origin": "kept"})

    def test_what_a_file_of_the_host_sets_cannot_be_changed_and_says_where(self):
        self.page.wait("document.querySelector('#knob-note-players').textContent.includes('tiltpad.conf:2')")
        self.assertTrue(self.page.run("document.querySelector('#knob-players').disabled"))

    def test_it_works_by_keyboard_alone(self):
        self.page.call("Emulation.setFocusEmulationEnabled", enabled=True)
        self.page.run("document.querySelector('#knob-full_lock').focus()")
        self.page.wait("document.activeElement.id === 'knob-full_lock'")
        before = float(self.value("full_lock")["value"])
        house.until(self.is_raised, "full_lock is tried after a key")
        self.assertGreater(float(self.value("full_lock")["value"]), before)
        unnamed = self.page.run("[...document.querySelectorAll('#knobs :is(button, input, select)')].filter((one) => !one.labels?.[0]?.textContent "
                                "&& !one.getAttribute('aria-label') && !one.textContent).map((one) => one.id)")
        self.assertEqual(unnamed, [])

    def is_raised(self):
        """Presses the right arrow key; returns whether the host tries the new value.

        A page that is reconnecting gives no orders, so the test may have to press again.
        """
        for kind in ("rawKeyDown", "keyUp"):
            self.page.call("Input.dispatchKeyEvent", type=kind, key="ArrowRight", code="ArrowRight", windowsVirtualKeyCode=39)
        self.page.wait("document.querySelector('#knob-full_lock').value !== '450'")
        try:
            self.until("full_lock", {"origin": "tried"}, seconds=3)
        except AssertionError:
            return False
        return True

    def test_what_is_tried_ends_with_the_page(self):
        self.turn(self.page, "curve", 100)
        self.until("curve", {"origin": "tried"})
        self.page.run("location.href = 'about:blank'")
        self.until("curve", {"origin": "common", "value": "0"})
