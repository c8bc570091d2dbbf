"""Tests of the players' layouts on the dashboard: the offers to players, the display, the removal and the editor."""

import json

import dashboard_scene
import evening
import house

LAYOUT = {"form": 2, "id": "mine-abc", "name": {"en": "My Kart", "ja": "マイカート"}, "orientation": "landscape", "grid": ["a . b"], "controls": {
    "a": {"type": "button", "out": "A"}, "b": {"type": "button", "out": "START"}}}
CONTROL = 2
NAMES = "[...document.querySelectorAll('#kept li b')].map((name) => name.textContent)"


class DashboardShelfTests(dashboard_scene.DashboardScene):
    """Tests of a dashboard whose host stores a player's layout."""

    def setUp(self):
        super().setUp()
        evening.begin(self.server)
        self.shelf = self.server.shelf
        self.server.has_shelf = True
        self.shelf.texts["mine-abc"], self.shelf.players["mine-abc"] = json.dumps(LAYOUT), 2

    def desk(self):
        """Returns a dashboard that shows the layout."""
        page = self.dashboard()
        page.wait(f"{NAMES}.join() === 'My Kart'")
        return page

    def choose(self, page, value):
        """Chooses the player to whom the layout is offered; 0 stands for all players."""
        page.run(f"(() => {{ const s = document.querySelector('#kept select'); s.value = '{value}'; s.dispatchEvent(new Event('change')); }})()")

    def press(self, page, key, modifiers=0):
        """Presses and releases a key."""
        for kind in ("keyDown", "keyUp"):
            page.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, modifiers=modifiers)

    def ordered(self, **wanted):
        """Waits for an order with the members `wanted`; returns it."""
        return house.until(lambda: next((order for order in self.server.orders if wanted.items() <= order.items()), None), wanted)

    def test_a_layout_is_offered_to_a_player_and_shown(self):
        page = self.desk()
        self.assertEqual(self.text(page, "#kept span"), "by Aki")
        page.wait("document.querySelector('#kept select').textContent.includes('Mei')")
        self.choose(page, 2)
        self.ordered(type="offer", id="mine-abc", to=2)
        self.click(page, "#kept [data-key=showNow]")
        self.ordered(type="layout", layout="mine-abc", slot=2)
        page.wait("document.querySelector('#kept select').value === '2'")

    def test_a_refused_offer_shows_the_former_one(self):
        self.server.results = {"offer": "notNow"}
        page = self.desk()
        self.choose(page, 0)
        page.wait("document.querySelector('#kept select').value === '-1'")
        self.until_logged(page, "Who may use the layout")

    def test_a_choice_outlives_a_player_who_leaves_meanwhile(self):
        page = self.desk()
        page.wait("document.querySelector('#kept select').options.length === 2 + 4")
        page.run("document.querySelector('#kept select').value = '2'")
        self.server.players.pop(3)
        self.server.tell()
        page.wait("document.querySelector('#kept select').options.length === 2 + 3")
        self.assertEqual(page.run("document.querySelector('#kept select').value"), "2")
        self.server.players.pop(2)
        self.server.tell()
        page.wait("document.querySelector('#kept select').options.length === 2 + 2")
        self.assertEqual(page.run("document.querySelector('#kept select').value"), "-1")

    def test_a_layout_is_removed_only_after_a_question(self):
        page = self.desk()
        self.click(page, "#kept [data-key=unshelve]")
        page.wait("document.querySelector('#unshelve').open")
        self.assertIn("My Kart", self.text(page, "#unshelve-text"))
        self.assertEqual(self.server.orders, [])
        self.click(page, "#unshelve-sure")
        self.ordered(type="remove", id="mine-abc")
        page.wait("!document.querySelector('#kept li')")

    def test_the_host_can_choose_a_layout_of_a_player_for_everybody(self):
        page = self.desk()
        page.wait("document.querySelector('#layout').textContent.includes('My Kart')")

    def test_names_of_strangers_are_only_text(self):
        page = self.desk()
        odd = {"id": "odd", "name": "<img src=x onerror=alert(1)>\u202e", "by": "\u202eAna", "offered": 0}
        self.server.say(type="shelf", shelf=[odd, {"id": "__proto__", "offered": 0}, 7, None])
        page.wait(f"{NAMES}.join().startsWith('<img')")
        self.assertEqual(page.run(NAMES), ["<img src=x onerror=alert(1)>"])
        self.assertEqual(self.text(page, "#kept span"), "by Ana")
        self.assertEqual(page.run("document.querySelectorAll('#shelf img').length"), 0)
        self.assertEqual(page.messages, [])

    def test_a_host_without_a_shelf_shows_none(self):
        self.server.has_shelf = False
        page = self.dashboard()
        self.assertTrue(page.run("document.querySelector('#shelf').hidden"))

    def test_a_copy_is_edited_by_keys_saved_and_tried_on_a_player(self):
        page = self.desk()
        page.call("Emulation.setFocusEmulationEnabled", enabled=True)
        self.click(page, "#kept [data-key=editCopy]")
        page.wait("document.querySelector('.mark[data-cell=a]')")
        self.ordered(type="read", id="mine-abc")
        page.run("document.querySelector('.mark[data-cell=a]').focus()")
        self.press(page, "ArrowRight")
        page.wait("localStorage.getItem('tiltpad.draft')?.includes('. a b')")
        self.press(page, "s", CONTROL)
        house.until(lambda: len(self.shelf.texts) == 2, "the copy on the host")
        copy = json.loads(next(text for name, text in self.shelf.texts.items() if name != "mine-abc"))
        self.assertEqual((copy["grid"], copy["name"]["en"]), ([". a b"], "My Kart 2"))
        page.wait(f"{NAMES}.length === 2")
        page.run("document.querySelector('[data-do=leave]').click()")
        page.wait("!document.querySelector('#editor')")
        self.assertEqual(page.messages, [])

    def editing(self):
        """Returns a dashboard with the editor open on a copy of the layout."""
        page = self.desk()
        self.click(page, "#kept [data-key=editCopy]")
        page.wait("document.querySelector('.mark[data-cell=a]')")
        return page

    def attempt(self, page, slot):
        """Tries the layout on the player in `slot`; 0 stands for all players."""
        page.run(f"document.querySelector('#edit-bar select').value = '{slot}'; document.querySelector('[data-do=attempt]').click()")

    def test_a_trial_is_shown_not_kept_and_ends_when_the_editor_is_back(self):
        page = self.editing()
        before = dict(self.shelf.texts)
        for slot, seen in ((3, {3}), (0, {1, 2, 3, 4})):
            self.attempt(page, slot)
            house.until(lambda seen=seen: {order["slot"] for order in self.server.orders if order["type"] == "layout"} == seen, "the players see it")
            name, text = self.shelf.trial
            self.assertEqual(json.loads(text)["grid"], ["a . b"])
            page.run("document.querySelector('#edit-back').click()")
            self.ordered(type="remove", id=name)
            house.until(lambda: self.shelf.trial is None, "the end of the trial")
            self.assertEqual(self.shelf.texts, before)
            self.server.orders.clear()
        self.assertEqual(page.messages, [])

    def test_a_trial_that_nobody_can_see_brings_the_editor_back_and_says_why(self):
        page = self.editing()
        self.server.results = {"layout": "nobody"}
        self.attempt(page, 3)
        page.wait("document.querySelector('#edit-message').textContent === 'Nobody can try it now: no longer connected'")
        self.assertFalse(page.run("document.querySelector('#editor').hidden"))
        house.until(lambda: self.shelf.trial is None, "the end of the trial")
        self.shelf.refusal = {"why": "full"}
        self.attempt(page, 3)
        page.wait("document.querySelector('#edit-message').textContent.includes('no room for another layout')")
        self.assertFalse(page.run("document.querySelector('#editor').hidden"))

    def test_a_save_that_the_host_refuses_is_no_save(self):
        page = self.editing()
        self.shelf.refusal = {"why": "full"}
        page.run("document.querySelector('[data-do=save]').click()")
        page.wait("document.querySelector('#edit-message').textContent === 'Not saved. The host has no room for another layout.'")

    def test_the_field_looks_as_on_a_phone_with_its_words(self):
        pad = {**LAYOUT, "grid": ["a l b"], "controls": {**LAYOUT["controls"], "l": {"type": "lever", "out": ["lx", "ly"], "word": "leftStick"}}}
        self.shelf.texts["mine-abc"] = json.dumps(pad)
        page = self.editing()
        inside = "document.querySelector('#edit-field > div').shadowRoot.querySelector"
        page.wait(f"getComputedStyle({inside}('[data-cell=a]')).borderRadius === '14px'")
        self.assertEqual(page.run(f"[{inside}('.lever').textContent, document.querySelector('.mark[data-cell=l]').getAttribute('aria-label')]"), ["Left stick"] * 2)
        self.assertGreater(page.run(f"{inside}('.base').getBoundingClientRect().width"), 100)
        close = page.run(f"""['a', 'l', 'b'].every((cell) => {{ const [is, box] = [{inside}(`[data-cell=${{cell}}]`), document.querySelector(`.mark[data-cell=${{cell}}]`)]
          .map((one) => one.getBoundingClientRect()); return Math.abs(is.left - box.left) < 1 && Math.abs(is.height - box.height) < 1; }})""")
        self.assertTrue(close, "each mark is on its control")
        # If a word belongs to the desk and to the phone's page, the desk shows its own.
        self.assertEqual(page.run("document.querySelector('#shelf-title').textContent"), "Layouts of players")

    def test_a_failed_order_about_a_layout_is_logged_in_words(self):
        page = self.desk()
        self.server.results = {"read": "nobody"}
        self.click(page, "#kept [data-key=editCopy]")
        self.until_logged(page, "“Open a layout” failed: no longer connected")
