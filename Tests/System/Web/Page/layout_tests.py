"""Tests of layouts: those that ship, and those that people write."""

import copy
import json
import pathlib

import modules
import scene

# The next loads of a layout fail, as many as `failing` says, once that is set.
NETWORK = """window.failing = 0; const load = window.fetch;
window.fetch = (what, ...more) => failing && `${what}`.includes('/layouts/') && failing-- ? Promise.reject(new TypeError('lost')) : load(what, ...more);"""
WEB = pathlib.Path(__file__).resolve().parents[4] / "web"
GOOD = {"id": "good", "grid": ["a a b", "a a ."],
        "controls": {"a": {"type": "lever", "out": ["lx", "ly"]}, "b": {"type": "button", "out": "A"}}}
# What is changed in the good one, and the fault that is found.
FAULTS = [
    (["id"], "../x", (None, "id")),
    (["orientation"], "upside", (None, "orientation")),
    (["rate"], 251, (None, "rate")),
    (["rate"], "fast", (None, "rate")),
    (["grid"], [], (None, "grid")),
    (["grid"], ["a a b", "a a"], (None, "rows of different lengths")),
    (["grid"], ["a b a", "a a a"], ("a", "no rectangle")),
    (["grid"], ["a a b", "a a c"], ("c", "no control")),
    (["controls"], [], (None, "controls")),
    (["controls", "b", "type"], "constructor", ("b", "unknown type")),
    (["controls", "b", "out"], "toString", ("b", "output")),
    (["controls", "b", "out"], ["lx", "ly"], ("b", "output")),
    (["controls", "c"], {"type": "button", "out": "B"}, ("c", "not in the grid")),
    (["controls", "b"], {"type": "slider", "out": "lx"}, ("b", "lx twice")),
    (["controls", "a", "edgeAction"], {"at": 2, "out": "LS"}, ("a", "edgeAction")),
    (["mix"], {"throttle": "a", "spin": "b"}, (None, "mix")),
]


class LayoutTests(modules.Modules):
    """Tests of layouts that can be shown, and of the faults of others."""

    def faults(self, layout):
        """Returns the faults of a layout."""
        return [(each["cell"], each["fault"]) for each in self.module("layout", "return m.faults(layout);", layout=layout)]

    def test_those_that_ship_have_no_faults_and_are_called_as_their_files(self):
        for path in (WEB / "layouts").glob("*.json"):
            layout = json.loads(path.read_text())
            self.assertEqual(self.faults(layout), [], path.name)
            self.assertEqual(layout["id"], path.stem)
            self.assertEqual(set(layout["name"]), {"en", "ja", "zh"})

    def test_each_fault_is_found_and_named(self):
        self.assertEqual(self.faults(GOOD), [])
        for way, value, fault in FAULTS:
            layout = copy.deepcopy(GOOD)
            place = layout
            for key in way[:-1]:
                place = place[key]
            place[way[-1]] = value
            self.assertIn(fault, self.faults(layout), f"{way} = {value}")

    def test_what_is_no_layout_is_refused_and_never_throws(self):
        for nonsense in (None, 7, "x", [], {}, {"id": "a", "grid": [7], "controls": {}}, {"id": "a", "grid": ["x"], "controls": {"x": None}}):
            self.assertTrue(self.faults(nonsense), nonsense)

    def test_targets_that_are_too_small_are_told(self):
        boxes = {"a": {"width": 60, "height": 60}, "b": {"width": 60, "height": 50}}
        self.assertEqual(self.module("layout", "return m.tooSmall(boxes, 6);", boxes=boxes), ["b"])


class LostLayoutTests(scene.Scene):
    """Tests of a network that fails just when a layout is chosen."""

    def shown(self, phone):
        """Returns the name of the layout that a phone shows."""
        return phone.run("document.querySelector('#pad').dataset.layout")

    def ask_for(self, phone, layout, failures):
        """Chooses a layout in the menu, whose next loads fail."""
        self.open_menu(phone)
        phone.run(f"(() => {{ window.failing = {failures}; const s = document.querySelector('#settings select'); s.value = '{layout}';"
                  "s.dispatchEvent(new Event('change')); document.querySelector('#menu').close(); })()")

    def test_a_layout_that_is_lost_on_its_way_comes_later(self):
        phone, _ = self.join(layout="pad", script=NETWORK)
        self.ask_for(phone, "wheel", 2)
        phone.wait("document.querySelector('#pad').dataset.layout === 'wheel'")

    def test_the_layout_that_was_chosen_last_stays(self):
        phone, _ = self.join(layout="pad", script=NETWORK)
        self.ask_for(phone, "tank", 1)
        self.ask_for(phone, "wheel", 0)
        phone.wait("document.querySelector('#pad').dataset.layout === 'wheel'")
        phone.run("new Promise((done) => setTimeout(done, 1500))")
        self.assertEqual(self.shown(phone), "wheel")
