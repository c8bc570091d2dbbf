"""Tests of the editor of layouts on the phone, with touches and keys of the browser's driver."""

import gzip
import json

import edit_scene
import house
import modules
from edit_scene import MESSAGE

Z = 5
CONTROL, SHIFT = 2, 8
LARGEST_bytes = 25 * 1024
# Scripts that find the visible elements of the editor, those without a name for screen readers, and those smaller than 24 px.
PARTS = "[...document.querySelectorAll('#editor button, #editor input, #editor select, #editor textarea')].filter((e) => e.offsetParent)"
NAMELESS = f"""{PARTS}.filter((e) => !e.getAttribute('aria-label') && !e.textContent.trim() && !e.closest('label')?.textContent.trim()).map((e) => e.outerHTML)"""
SMALL = f"""{PARTS}.filter((e) => Math.min(e.offsetWidth, e.offsetHeight) < 24).map((e) => e.outerHTML)"""


class SizeTests(modules.Modules):
    """Tests of the size of the editor's files."""

    def test_the_editor_is_within_its_budget(self):
        sizes = {path.name: len(gzip.compress(path.read_bytes(), 6)) for path in (house.WEB / "edit").iterdir()}
        print(f"({sum(sizes.values())} bytes)", end=" ", flush=True)
        self.assertGreater(len(sizes), 6)
        self.assertLessEqual(sum(sizes.values()), LARGEST_bytes, sizes)


class HandTests(edit_scene.EditScene):
    """Tests of the editor's gestures."""

    def test_a_layout_is_made_with_two_thumbs_alone_and_saved(self):
        phone, player = self.join(layout="pad", width=667, height=375)
        phone.tap("#open-menu")
        phone.wait("document.querySelector('[data-edit=newLayout]').offsetWidth")
        phone.tap("[data-edit=newLayout]")
        phone.wait("document.querySelector('.mark')")
        across, _ = self.step(phone)
        self.drag(phone, self.mark(phone, "rs"), -2 * across, 0)
        self.until_draft(phone, lambda draft: draft and self.row(phone, "rs") == {2: (6, 7)}, "RS moved")
        self.open_section(phone, "add", "[data-key=button]")
        self.tap_key(phone, "button")
        self.until_draft(phone, lambda draft: len(draft["controls"]) == 14, "a new button")
        new = (set(self.draft(phone)["controls"]) - {"lt", "lb", "back", "guide", "start", "rb", "rt", "left", "right", "ls", "rs", "abxy", "dpad"}).pop()
        self.open_section(phone, "output", "[data-key=oneZ]")
        self.tap_key(phone, "oneZ")
        self.until_draft(phone, lambda draft: draft["controls"][new]["out"] == "Z", "its output")
        self.tap_tool(phone, "save")
        phone.wait(f"{MESSAGE}.includes('on the host')")
        [(name, layout)] = self.own(phone).items()
        self.assertEqual(json.loads(self.house.server.shelf.texts[name]), layout)
        self.assertEqual((layout["id"], layout["name"]["en"], layout["form"]), (name, "Gamepad 2", 2))
        self.tap_tool(phone, "leave")
        self.shows(phone, name)
        phone.touch(t=phone.middle(f"[data-cell={new}]"))
        self.until_state(player, lambda state: state.buttons == 1 << Z, "Z")
        phone.lift()
        self.open_menu(phone)
        phone.wait(f"document.querySelector('#settings option[value={name}]').textContent === 'Gamepad 2 – mine'")
        self.assertEqual(phone.messages, [])

    def test_a_corner_and_two_fingers_size_and_a_tap_of_two_takes_it_back(self):
        phone, _ = self.editor()
        across, down = self.step(phone)
        self.select(phone, "abxy")
        self.drag(phone, phone.middle(".corner.top"), across, down)
        self.until_draft(phone, lambda draft: draft and self.row(phone, "abxy") == {3: (12, 14), 4: (12, 14), 5: (12, 14)}, "smaller by its corner")
        self.select(phone, "left")
        x, y = self.mark(phone, "left")
        phone.touch(one=(x - 40, y - 20), two=(x + 40, y + 20))
        phone.slide(one=(x - 40 + across / 2, y - 20), two=(x + 40 - across / 2, y + 20))
        phone.lift()
        self.until_draft(phone, lambda _: set(self.row(phone, "left").values()) == {(1, 2)}, "smaller by two fingers")
        for wanted in ((1, 3), None):
            phone.tap_together((x - 40, y), (x + 40, y))
            self.until_draft(phone, lambda draft, wanted=wanted: draft is None if wanted is None else wanted in self.row(phone, "left").values(), "undone")

    def test_a_refused_drop_flies_back_and_says_why(self):
        phone, _ = self.editor()
        before = self.mark(phone, "ls")
        self.drag(phone, before, 0, -50)
        phone.wait(f"{MESSAGE} === 'Another control is there.'")
        house.until(lambda: self.mark(phone, "ls") == before, "LS back")
        self.assertIsNone(self.draft(phone))
        phone.wait("document.querySelector('#live').textContent === 'Another control is there.'")

    def test_the_host_sees_a_pad_at_rest_meanwhile(self):
        phone, player = self.editor()
        began = self.states(player)[-1].at
        phone.touch(l=self.mark(phone, "left"), a=self.mark(phone, "abxy"))
        phone.slide(l=(80, 300))
        phone.lift()
        self.press(phone, "j", "KeyJ")
        house.until(lambda: len(self.states(player, began)) > 5, "states")
        self.assertTrue(all(self.at_rest(arrival.state) for arrival in self.states(player, began)))

    def test_what_is_below_the_sheet_moves_it_away(self):
        phone, _ = self.editor()
        for cell, is_above in (("ls", False), ("dpad", True)):
            self.select(phone, cell)
            self.assertEqual(phone.run("document.querySelector('#edit-sheet').classList.contains('above')"), is_above)
        self.assertEqual(phone.run("document.querySelector('#edit-sheet .tools').getBoundingClientRect().height"), 48)

    def test_a_mirrored_player_edits_what_is_seen(self):
        phone, _ = self.editor(script="localStorage.setItem('tiltpad.settings', JSON.stringify({ name: 'Aki', mirror: true, fullScreen: false }));")
        across, _ = self.step(phone)
        before = self.mark(phone, "rs")
        self.drag(phone, before, 2 * across, 0)
        self.until_draft(phone, lambda draft: draft and self.row(phone, "rs") == {2: (6, 7)}, "RS moved")
        self.assertGreater(self.mark(phone, "rs")[0], before[0])


class KeyTests(edit_scene.EditScene):
    """Tests of editing by keys and by buttons, without gestures."""

    def setUp(self):
        super().setUp()
        self.pad, self.player = self.editor()
        self.pad.call("Emulation.setFocusEmulationEnabled", enabled=True)
        self.select(self.pad, "rs")

    def test_each_gesture_is_a_key_too(self):
        for key, modifiers, wanted in (("ArrowLeft", 0, (7, 8)), ("ArrowRight", 0, (8, 9)), ("ArrowRight", SHIFT, (8, 10)), ("ArrowLeft", SHIFT, (8, 9))):
            self.press(self.pad, key, modifiers=modifiers)
            is_first = wanted == (8, 9)
            self.until_draft(self.pad, lambda draft, wanted=wanted, is_first=is_first: is_first and draft is None or draft and self.row(self.pad, "rs") == {2: wanted}, key)
        for key, modifiers, wanted in (("z", CONTROL, (8, 10)), ("z", CONTROL | SHIFT, None), ("z", CONTROL, (8, 10)), ("y", CONTROL, None)):
            self.press(self.pad, key, modifiers=modifiers)
            self.until_draft(self.pad, lambda draft, wanted=wanted: draft is None if wanted is None else draft and self.row(self.pad, "rs") == {2: wanted}, key)
        self.press(self.pad, "Delete")
        self.until_draft(self.pad, lambda draft: draft and "rs" not in draft["controls"], "RS removed")
        self.press(self.pad, "z", modifiers=CONTROL)
        self.until_draft(self.pad, lambda draft: draft is None, "RS back")

    def test_each_gesture_is_a_button_too(self):
        for name, wanted in (("toLeft", {2: (7, 8)}), ("toRight", None), ("wider", {2: (8, 10)}), ("narrower", None), ("undo", {2: (8, 10)}), ("redo", None)):
            self.tap_tool(self.pad, name)
            self.until_draft(self.pad, lambda draft, wanted=wanted: draft is None if wanted is None else draft and self.row(self.pad, "rs") == wanted, name)
        self.tap_tool(self.pad, "removeControl")
        self.until_draft(self.pad, lambda draft: draft and "rs" not in draft["controls"], "RS removed")
        self.open_section(self.pad, "add", "[data-key=\"tray rs\"]")
        self.tap_key(self.pad, "tray rs")
        self.until_draft(self.pad, lambda draft: draft is None, "RS back in its place")

    def test_tab_goes_in_reading_order_and_each_place_is_told(self):
        order = []
        for _ in range(4):
            order.append(self.pad.run("document.activeElement.dataset.cell"))
            self.pad.wait(f"document.activeElement.dataset.cell === '{order[-1]}'")
            self.press(self.pad, "Tab")
        self.assertEqual(order, ["rs", "abxy", "dpad", "right"])
        self.select(self.pad, "rs")
        self.pad.wait("/^RS, column 8 to 9, row 2 to 2, 1\\d × 1\\d mm$/.test(document.querySelector('#live').textContent)")

    def test_every_part_has_a_name_and_a_size_for_fingers_in_every_section(self):
        self.assertTrue(self.pad.run("document.querySelectorAll('#edit-bar button, #edit-sheet .tools button').length > 15"))
        for name, first in (("name", "input"), ("add", "[data-key=lever]"), ("more", "[data-key=turbo]"), ("label", "input"), ("output", "[data-key=oneA]")):
            self.open_section(self.pad, name, first)
            self.assertEqual(self.pad.run(NAMELESS), [], name)
            self.assertEqual(self.pad.run(SMALL), [], name)

    def test_options_and_texts_are_steps_too(self):
        self.open_section(self.pad, "more", "[data-key=toggle]")
        self.tap_key(self.pad, "toggle")
        self.until_draft(self.pad, lambda draft: draft and draft["controls"]["rs"].get("toggle"), "a toggle")
        self.open_section(self.pad, "label", "[data-key=labelText]")
        self.pad.run("(() => { const f = document.querySelector('[data-key=labelText]'); f.value = 'R\\u202e3'; f.dispatchEvent(new Event('change')); })()")
        self.until_draft(self.pad, lambda draft: draft["controls"]["rs"]["label"] == "R3", "its text")
        self.assertEqual(self.pad.messages, [])


class FieldTests(edit_scene.EditScene):
    """Tests of the input fields in the sections."""

    def put(self, phone, key, value):
        """Enters a value into a field of the section."""
        phone.run(f"""(() => {{ const f = document.querySelector('.section [data-key={key}]'); f.value = '{value}'; f.dispatchEvent(new Event('change')); }})()""")

    def test_the_partner_the_rate_the_end_of_a_stick_and_the_kind_have_fields(self):
        self.house.server.more["layouts"] = ["pad", "wheel", "onehand"]
        phone, _ = self.editor()
        self.open_section(phone, "name", "option[value=onehand]")
        self.assertEqual(phone.run("[...document.querySelectorAll('[data-key=turned] option')].map((one) => one.value)"), ["", "onehand"])
        self.put(phone, "turned", "onehand")
        self.put(phone, "stateRate", 120)
        self.until_draft(phone, lambda draft: draft and (draft.get("turned"), draft.get("rate")) == ("onehand", 120), "partner and rate")
        self.put(phone, "stateRate", 9)
        phone.wait(f"{MESSAGE} === 'That does not fit here.'")
        self.tap_tool(phone, "fold")
        self.select(phone, "left")
        self.open_section(phone, "more", "[data-key=edgeAction]")
        self.put(phone, "edgeAction", "Z")
        self.until_draft(phone, lambda draft: draft["controls"]["left"].get("edgeAction") == {"at": 0.98, "out": "Z"}, "the end of the stick")
        self.put(phone, "type", "touchpad")
        self.until_draft(phone, lambda draft: draft["controls"]["left"]["type"] == "touchpad" and "edgeAction" not in draft["controls"]["left"], "a touchpad")
        self.tap_tool(phone, "undo")
        self.until_draft(phone, lambda draft: draft["controls"]["left"].get("edgeAction"), "the stick again")
        self.assertEqual(phone.messages, [])


class MeasureTests(edit_scene.EditScene):
    """Tests of the measured sizes on which the editor's warnings are based."""

    def test_the_measures_are_those_of_the_page(self):
        for width, height, left, right, below in ((667, 375, 0, 0, 0), (932, 430, 59, 59, 21)):
            phone, _ = self.join(layout="pad", width=width, height=height)
            phone.call("Emulation.setSafeAreaInsetsOverride", insets={"left": left, "right": right, "bottom": below})
            phone.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            far = phone.run("""Promise.all([import('/web/edit/checks.js'), fetch('/web/layouts/pad.json').then((file) => file.json())]).then(([checks, layout]) => {
              const boxes = checks.measure(layout, { width: %d, height: %d, insets: [%d, %d, %d] });
              return Math.max(...[...document.querySelectorAll('#pad > *')].flatMap((element) => {
                const [is, box] = [element.getBoundingClientRect(), boxes.get(element.dataset.cell)];
                return [is.left - box.left, is.top - box.top, is.width - box.width, is.height - box.height, %d - is.right - box.right, %d - is.bottom - box.bottom].map(Math.abs);
              })); })""" % (width, height, left, right, below, width, height))
            self.assertLess(far, 0.6, f"{width} × {height}")
            self.house.server.seats.clear()
