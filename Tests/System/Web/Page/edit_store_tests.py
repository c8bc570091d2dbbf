"""Tests of the storage of a layout that is edited on the phone: drafts, questions, trials and files."""

import json

import edit_scene
from edit_scene import MESSAGE

LS = 13
# A script that keeps the names and the contents of the files that the page offers for download.
FILES = """window.files = []; const url = URL.createObjectURL; URL.createObjectURL = (blob) => { files.push(blob.text()); return url(blob); };
  HTMLAnchorElement.prototype.click = function () { if (this.download) files.push(this.download); };"""


class StoreTests(edit_scene.EditScene):
    """Tests of drafts, questions, trials and files."""

    def change(self, phone):
        """Changes the layout: moves the control "rs" to the left."""
        self.select(phone, "rs")
        self.tap_tool(phone, "toLeft")
        self.until_draft(phone, lambda draft: draft and self.row(phone, "rs") == {2: (7, 8)}, "a change")

    def test_a_draft_survives_closing_and_is_offered_again(self):
        phone, _ = self.editor()
        self.change(phone)
        draft = self.draft(phone)
        phone.reload()
        phone.wait("!document.querySelector('#join .action').disabled")
        self.tap_play(phone)
        self.playing(phone)
        self.open_editor(phone, waits_for="dialog.ask")
        self.answer(phone, "continueDraft")
        phone.wait("document.querySelector('.mark')")
        self.assertEqual(self.draft(phone), draft)

    def test_leave_asks_when_something_has_changed(self):
        phone, _ = self.editor()
        self.change(phone)
        self.tap_tool(phone, "leave")
        self.answer(phone, "keepEditing")
        self.assertTrue(self.draft(phone))
        self.tap_tool(phone, "leave")
        self.answer(phone, "discard")
        self.shows(phone, "pad")
        self.assertEqual((self.draft(phone), self.own(phone), phone.run("document.querySelector('#editor')")), (None, {}, None))

    def test_leave_saves_under_another_name_if_that_is_wanted(self):
        phone, _ = self.editor()
        self.change(phone)
        self.tap_tool(phone, "leave")
        phone.wait("document.querySelector('dialog.ask [value=saveAs]')")
        phone.tap("dialog.ask [value=saveAs]")
        phone.wait("document.querySelector('dialog.ask input')")
        phone.run("document.querySelector('dialog.ask input').value = 'Mine'")
        self.answer(phone, "save")
        phone.wait("document.querySelector('#pad').dataset.layout.startsWith('mine-')")
        self.assertEqual([layout["name"]["en"] for layout in self.own(phone).values()], ["Mine"])
        # From now on, the saved layout is edited itself, and leaving without a change asks no question.
        self.open_editor(phone)
        self.tap_tool(phone, "leave")
        phone.wait("!document.querySelector('#editor')")
        self.assertEqual(len(self.own(phone)), 1)

    def test_trying_really_plays_and_there_is_a_way_back(self):
        phone, player = self.editor()
        self.change(phone)
        self.tap_tool(phone, "attempt")
        phone.wait("document.querySelector('#editor').hidden")
        phone.touch(t=phone.middle("#pad [data-cell=ls]"))
        self.until_state(player, lambda state: state.buttons == 1 << LS, "LS")
        phone.run("document.querySelector('#edit-back').click()")
        self.until_state(player, self.at_rest, "rest")
        phone.lift()
        phone.wait("!document.querySelector('#editor').hidden")
        self.assertEqual(self.row(phone, "rs"), {2: (7, 8)})

    def test_errors_are_named_and_nothing_is_saved_or_tried_with_them(self):
        phone, _ = self.editor()
        self.select(phone, "rs")
        self.open_section(phone, "output", "[data-key=oneLS]")
        self.tap_key(phone, "oneLS")
        self.until_draft(phone, lambda draft: draft and draft["controls"]["rs"]["out"] == "LS", "LS twice")
        for name in ("save", "attempt"):
            self.tap_tool(phone, name)
            phone.wait(f"{MESSAGE} === 'Correct the errors first (⚠).'")
        self.assertEqual(self.own(phone), {})
        self.open_section(phone, "checks", ".error")
        self.assertIn("RS: Another control does LS too", phone.run("document.querySelector('#edit-sheet .section').textContent"))

    def test_back_to_shipped_and_back_to_saved_are_apart_and_are_taken_back(self):
        phone, _ = self.editor()
        self.change(phone)
        self.tap_tool(phone, "save")
        phone.wait("localStorage.getItem('tiltpad.layouts') && !localStorage.getItem('tiltpad.draft')")
        self.tap_tool(phone, "toRight")
        self.tap_tool(phone, "removeControl")
        self.until_draft(phone, lambda draft: draft and "rs" not in draft["controls"], "RS removed")
        self.open_section(phone, "name", "[data-key=backToSaved]")
        self.tap_key(phone, "backToSaved")
        self.until_draft(phone, lambda draft: draft is None, "as saved")
        self.tap_key(phone, "backToShipped")
        self.until_draft(phone, lambda draft: draft and self.row(phone, "rs") == {2: (8, 9)} and draft["name"]["en"] == "Gamepad", "as shipped")
        self.tap_tool(phone, "undo")
        self.until_draft(phone, lambda draft: draft is None, "as saved again")

    def test_files_go_out_and_come_in_and_faulty_ones_show_nothing(self):
        phone, _ = self.editor(script=FILES)
        self.open_section(phone, "name", "[data-key=exportFile]")
        self.tap_key(phone, "exportFile")
        text, name = phone.run("Promise.all(files)")
        layout = json.loads(text)
        self.assertEqual((name, text), (f"{layout['id']}.tiltpad.json", json.dumps(layout, ensure_ascii=False, separators=(",", ":"))))
        paste = "document.querySelector('[data-key=pasted]').value = {}; document.querySelector('[data-key=import]').click()"
        for bad in ("{", json.dumps({**layout, "grid": ["a b", "b a"]}), json.dumps({**layout, "name": "x" * 9000}), '{"form":3}'):
            phone.run(f"document.querySelector('#edit-message').textContent = ''; {paste.format(json.dumps(bad))}")
            phone.wait(f"{MESSAGE}.startsWith('This is no layout')")
            self.assertIsNone(self.draft(phone))
        phone.run(paste.format(json.dumps(json.dumps({"form": 2, "id": "pad", "grid": ["a b"], "controls": {
            "a": {"type": "button", "out": "A", "label": "<b>A</b>"}, "b": {"type": "button", "out": "START"}}}))))
        self.until_draft(phone, lambda draft: draft and draft["grid"] == ["a b"] and draft["id"] == layout["id"], "the pasted layout")
        self.assertEqual(phone.run("document.querySelector('#edit-pad [data-cell=a]').textContent"), "<b>A</b>")

    def test_another_mode_has_the_screen_and_the_draft_stays(self):
        phone, player = self.editor()
        self.change(phone)
        self.house.mode(player, 4)
        self.shows(phone, "tank")
        self.assertTrue(self.draft(phone))
        self.assertIsNone(phone.run("document.querySelector('#editor')"))
