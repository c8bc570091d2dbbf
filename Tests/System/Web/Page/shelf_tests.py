"""Tests of layouts that players have made, on two phones and the host."""

import json

import edit_scene
import house
import modules
import standstill
import times
from edit_scene import MESSAGE

A, LB = 0, 6
NAME = "<i>Kart</i>"
LAYOUT = {"form": 2, "id": "mine-abc", "name": NAME, "orientation": "any", "grid": ["a b", "a c"], "controls": {
    "a": {"type": "button", "out": "A"}, "b": {"type": "button", "out": "START"}, "c": {"type": "button", "out": "LB", "toggle": True}}}


class CutTests(modules.Modules):
    """Unit tests of the upload of a layout in parts, and of the phone's own storage."""

    def save(self, text, answers):
        """Returns the texts that a page sends to save a layout, and the outcome.

        `answers` is a JavaScript function that returns the host's answer to a text.
        """
        return self.module("shelf", f"""const said = []; const page = {{ heard: {{}}, link: {{ carrierName: "wss", say: (one) => {{ said.push(one);
            const answer = ({answers})(one, said.length); if (answer) setTimeout(() => page.hearOther(answer)); }} }} }};
          m.open(page); return import("/web/upload.js").then(({{ save }}) => save(page, "mine", text)).then((end) => [said, end]);""", text=text)

    def test_parts_are_short_and_are_the_text_together(self):
        for text in ("a" * 8192, '"' * 3000, "車" * 2700, json.dumps(LAYOUT)):
            said, end = self.save(text, "(one) => ({ type: 'kept', id: one.id, part: one.part, whole: one.part + 1 === one.of })")
            self.assertIsNone(end)
            self.assertEqual("".join(part["text"] for part in said), text)
            self.assertEqual([part["part"] for part in said], list(range(said[0]["of"])))
            for part in said:
                self.assertLessEqual(len(part["text"].encode()), 700)
                self.assertLessEqual(len(json.dumps(part, ensure_ascii=False, separators=(",", ":")).encode()), 1024)

    def test_a_text_of_too_many_parts_is_not_sent(self):
        self.assertEqual(self.save('"' * 8192, "() => null"), [[], {"why": "size"}])

    def test_an_answer_that_is_lost_is_asked_for_again_and_a_refusal_ends_it(self):
        said, end = self.save("abc", "(one, count) => count > 1 && ({ type: 'kept', id: one.id, part: 0, whole: true })")
        self.assertEqual(([part["part"] for part in said], end), ([0, 0], None))
        said, end = self.save("abc", "(one) => ({ type: 'refused', id: one.id, why: 'full' })")
        self.assertEqual((len(said), end["why"]), (1, "full"))

    def test_what_is_stored_may_be_damaged(self):
        found = self.module("shelf", """return ['{', 'null', '7', '{}', '[null, 3, ["Bad id", {"text": ""}], ["ok", {"text": 3}], ["good", {"text": "{}"}]]'].map((text) => {
          localStorage.setItem('tiltpad.layouts', text); localStorage.setItem('tiltpad.draft', text);
          const found = [[...m.own().keys()], m.draft()]; localStorage.clear(); return found; });""")
        self.assertEqual(found, [[[], None]] * 4 + [[["good"], None]])

    def test_a_phone_has_room_for_sixteen(self):
        found = self.module("shelf", """localStorage.clear(); const kept = Array.from({ length: 17 }, (_, n) => m.keep(`l${n}`, "{}", "pad"));
          m.drop("l3"); const again = m.keep("l16", "{}", "pad"); const size = m.own().size; localStorage.clear(); return [kept, again, size];""")
        self.assertEqual(found, [[True] * 16 + [False], True, 16])


class ShelfTests(edit_scene.EditScene):
    """Tests of the shelf, the layouts that the host stores."""

    def setUp(self):
        super().setUp()
        self.shelf = self.house.server.shelf

    def keep(self, player=9):
        """Stores a layout of player `player` on the host, and offers it to all players."""
        self.shelf.texts["mine-abc"], self.shelf.players["mine-abc"] = json.dumps(LAYOUT), player
        self.shelf.offer(self.house.server, "mine-abc")

    def save(self, phone):
        """Changes the layout in the editor, and saves it."""
        self.select(phone, "rs")
        self.tap_tool(phone, "toLeft")
        phone.run("document.querySelector('#edit-message').textContent = ''")
        self.tap_tool(phone, "save")

    def test_an_offered_layout_is_in_the_menu_with_its_player_and_is_played(self):
        phone, player = self.join(layout="pad")
        self.keep()
        self.choose(phone, "mine-abc")
        self.assertEqual(phone.run("document.querySelector('#settings option[value=mine-abc]').textContent"), f"{NAME} – by Aki")
        self.assertEqual(phone.run("document.querySelectorAll('#menu i').length"), 0)
        phone.touch(t=phone.middle("#pad [data-cell=a]"))
        self.until_state(player, lambda state: state.buttons == 1 << A, "A")
        self.assertEqual(phone.messages, [])

    def test_a_saved_layout_is_with_a_second_phone_at_once(self):
        phone, _ = self.editor()
        other, _ = self.join(layout="pad")
        self.save(phone)
        phone.wait(f"{MESSAGE} === 'Saved here and on the host, which can offer it to others.'")
        [name] = self.shelf.texts
        self.shelf.offer(self.house.server, name)
        self.choose(other, name)

    def test_lost_answers_are_asked_for_again(self):
        phone, _ = self.editor()
        self.shelf.lost = 2
        self.save(phone)
        phone.wait(f"{MESSAGE} === 'Saved here and on the host, which can offer it to others.'")
        self.assertEqual(len(self.shelf.texts), 1)

    def test_a_refusal_is_told_and_the_phone_keeps_the_layout(self):
        phone, _ = self.editor()
        for why, text in (({"why": "full"}, "no room"), ({"why": "no"}, "keeps no layouts"), ({"why": "faults", "faults": ["a: label", "<b>"]}, "a: label, <b>"),
                          ({"why": "taken"}, "another layout with this id"), ({"why": "disk"}, "could not write"), ({"why": "size"}, "too large")):
            self.shelf.refusal = why
            self.save(phone)
            phone.wait(f"{MESSAGE}.includes({json.dumps(text)})")
            self.tap_tool(phone, "toRight")
        self.assertEqual((len(self.own(phone)), self.shelf.texts), (1, {}))

    def test_a_host_that_keeps_none_is_not_asked(self):
        self.shelf.saves = False
        phone, player = self.editor()
        self.save(phone)
        phone.wait(f"{MESSAGE} === 'Saved on this phone.'")
        self.assertNotIn("save", [said["type"] for said in self.house.said(player)])

    def test_a_deleted_layout_is_gone_from_phone_and_host(self):
        phone, _ = self.editor()
        self.save(phone)
        phone.wait(f"{MESSAGE} === 'Saved here and on the host, which can offer it to others.'")
        self.open_section(phone, "name", "[data-key=erase]")
        self.tap_key(phone, "erase")
        self.answer(phone, "erase")
        house.until(lambda: not self.shelf.texts, "it is gone from the host")
        self.assertEqual((self.own(phone), self.draft(phone)), ({}, None))
        self.shows(phone, "pad")

    @standstill.again(0.8)
    def test_a_layout_that_the_host_wants_waits_until_nothing_is_held(self):
        self.keep()
        phone, player = self.join(layout="pad")
        phone.touch(t=phone.middle("#pad [data-cell=lb]"))
        self.until_state(player, lambda state: state.buttons == 1 << LB, "LB")
        self.house.say(player, type="layout", id="mine-abc")
        phone.run("new Promise((done) => setTimeout(done, 300))")
        self.assertEqual(self.newest(player).buttons, 1 << LB)
        self.assertEqual(phone.run("document.querySelector('#pad').dataset.layout"), "pad")
        phone.lift()
        self.shows(phone, "mine-abc")
        # If a button is held for good, the page releases it after a while.
        phone.touch(t=phone.middle("#pad [data-cell=a]"))
        self.until_state(player, lambda state: state.buttons == 1 << A, "A")
        self.house.say(player, type="layout", id="wheel")
        self.shows(phone, "wheel")
        self.until_state(player, self.at_rest, "rest")

    def test_a_layout_that_the_host_wants_meanwhile_waits_until_the_editor_closes(self):
        phone, player = self.editor()
        self.house.say(player, type="layout", id="wheel")
        phone.run("new Promise((done) => setTimeout(done, 500))")
        self.assertTrue(phone.run("!document.querySelector('#editor').hidden && document.querySelector('#pad').dataset.layout === 'pad'"))
        self.tap_tool(phone, "leave")
        self.shows(phone, "wheel")

    def test_a_page_that_joins_gets_the_kept_layout_that_the_host_wants(self):
        self.keep()
        self.house.server.layout = "mine-abc"
        phone = self.open()
        self.tap_play(phone)
        self.playing(phone)
        self.shows(phone, "mine-abc")

    def test_a_page_that_comes_back_plays_before_it_has_a_kept_layout(self):
        """The layout comes over the connection, so the page has to play over it first."""
        self.keep()
        phone, player = self.join()
        self.open_menu(phone)
        phone.run("document.querySelector('#menu').close()")
        self.house.server.layout, self.shelf.lost = "mine-abc", 1
        since = house.time.monotonic()
        self.house.proxy.cut()
        first = house.until(lambda: self.states(player, since), "states over the next connection")[0].at
        self.shows(phone, "mine-abc")
        print(f"(states after {first - since:.1f} s)", end=" ", flush=True)
        self.assertTrue(times.within((first - since, 4)))

    def test_a_layout_that_the_host_wanted_is_not_lost_with_a_connection(self):
        phone, player = self.join(layout="pad")
        seat = self.house.server.seats[player]
        # A page may change its transport at any time. Here it gets a second welcome over the transport that it has.
        def come_back():
            seat.link.hello = {**seat.link.hello, "counter": 9}
            seat.link.sit(seat)

        def after(wanted):
            seat.wanted = wanted
            self.house.server.background.soon(come_back)

        # The host believes that the page has its texts, but they were sent into a dead connection.
        after("wheel")
        self.shows(phone, "wheel")
        after("")
        self.shows(phone, "pad")
        self.host_chooses(phone, player, "wheel")
        self.choose(phone, "tank")
        after("wheel")
        later = "new Promise((done) => setTimeout(() => done(document.querySelector('#pad').dataset.layout), 500))"
        self.assertEqual(phone.run(later), "tank")
        # A layout that the page has already received does not come back: not "wheel" when the welcome has "kart", and later not "kart".
        self.house.server.layout = "kart"
        after("wheel")
        self.shows(phone, "kart")
        self.assertEqual(phone.run(later), "kart")
        self.host_chooses(phone, player, "wheel")
        after(None)
        self.assertEqual(phone.run(later), "wheel")

    def test_a_page_that_joins_during_a_game_returns_from_its_layout(self):
        self.house.server.more["layouts"] = ["pad", "wheel"]
        phone = self.open()
        self.tap_play(phone)
        house.until(lambda: self.house.server.seats, "the page to join")
        player = next(iter(self.house.server.seats))
        self.house.say(player, type="layout", id="wheel")
        self.shows(phone, "wheel")
        self.house.say(player, type="layout", id="")
        self.shows(phone, "pad")


class ChannelShelfTests(edit_scene.EditScene):
    """Tests of the shelf over data channels, where the page sends each text three times."""

    def open_house(self, **options):
        """Starts a stand-in with data channels; returns it."""
        opened = super().open_house(**options)
        opened.server.open_channels()
        opened.server.channels.loss = 0
        return opened

    def test_a_large_layout_is_saved_in_parts_and_fetched(self):
        phone, player = self.join(layout="pad", width=667, height=375)
        house.until(lambda: self.house.server.seats[player].link.kind == "rtc", "play over a data channel")
        self.open_editor(phone)
        self.open_section(phone, "name", "[data-key=pasted]")
        labels = {tag: "車" * 24 for tag in ("en", "ja", "zh", "de", "fr", "it", "pl")}
        large = json.dumps({**LAYOUT, "zoo": "z" * 900, "controls": {cell: {**control, "label": labels} for cell, control in LAYOUT["controls"].items()}})
        phone.run(f"document.querySelector('[data-key=pasted]').value = {json.dumps(large)}; document.querySelector('[data-key=import]').click()")
        self.until_draft(phone, lambda draft: draft and draft.get("zoo"), "the large layout")
        self.tap_tool(phone, "save")
        phone.wait(f"{MESSAGE} === 'Saved here and on the host, which can offer it to others.'")
        [(name, text)] = self.house.server.shelf.texts.items()
        self.assertEqual(json.loads(text), self.own(phone)[name])
        parts = [said for said in self.house.said(player) if said["type"] == "save"]
        self.assertEqual({said["part"] for said in parts}, set(range(parts[0]["of"])))
        self.assertGreater(parts[0]["of"], 3)
        phone.run("localStorage.removeItem('tiltpad.layouts')")
        self.tap_tool(phone, "leave")
        phone.wait("!document.querySelector('#editor')")
        self.choose(phone, name)
