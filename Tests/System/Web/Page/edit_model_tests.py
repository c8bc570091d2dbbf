"""Unit tests of the editor's steps, texts and checks."""

import json
import os
import random
import re

import house
import long_run
import modules

STEPS = 100
SCRIPTS = 10_000 if long_run.IS_LONG else 100
# The number of scripts in one call to the browser, because a call has a time limit.
PART = 10
# A script for the page. It changes a layout by random steps, undoes them all until the bytes equal the first ones, and redoes them.
SCRIPT = """
  let x = seed; const dice = (n) => { x ^= x << 13; x ^= x >>> 17; x ^= x << 5; return (x >>> 0) % n; };
  const one = (list) => list[dice(list.length)];
  const cell = (model) => one([...Object.keys(model.layout.controls), "none"]);
  const values = [undefined, true, false, 3, 12, "round", "hold", { out: "A" }, { x: false }, { out: "LS", at: 0.98 }, 99];
  const KINDS = {
    add: () => ({ type: one(rules.types()), at: { row: 1 + dice(6), column: 1 + dice(6) } }),
    remove: (model) => ({ cell: cell(model) }),
    move: (model) => ({ cell: cell(model), row: dice(8), column: dice(16) }),
    size: (model) => ({ cell: cell(model), rows: dice(5), columns: dice(7) }),
    rename: (model) => ({ cell: cell(model), to: one(["a", "b9", "constructor", "x y", "toString"]) }),
    bind: (model) => ({ cell: cell(model), out: one(["A", ["B", "X"], "lx", ["lx", "ly"], ["rx", null], "LT", undefined, ["A", "A"]]) }),
    option: (model) => ({ cell: cell(model), member: one([...sheet.OPTIONS.keys()]), value: one(values) }),
    label: (model) => ({ cell: cell(model), text: one(["", "GO", "\\u202eGO", "long ".repeat(9)]), language: one([undefined, "ja"]) }),
    name: () => ({ text: one(["", "Mine", "n".repeat(50)]), language: one([undefined, "en"]) }),
    member: () => one([{ member: "orientation", value: one(["portrait", "landscape", "any", "upside"]) }, { member: "rate", value: one([undefined, 9, 60, 250]) },
      { member: "turned", value: one([undefined, "wheel", "Bad"]) }, { member: "controls", value: {} }]),
    retype: (model) => ({ cell: cell(model), type: one([...rules.types(), "none"]) }),
    regrid: () => one([{ rows: 6, columns: 12 }, { rows: 8, columns: 16 }, { rows: 12, columns: 24 }, { rows: 3, columns: 4 }]),
    swap: (model) => ({ cell: cell(model), other: cell(model) }),
    mirror: () => ({}),
    paste: () => ({ layout: one(texts.map(JSON.parse)) }),
  };
  const counts = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, 0]));
  for (let script = 0; script < scripts; script += 1) {
    const model = new m.Model(text.renewed(JSON.parse(one(texts))));
    const seen = [text.write(model.layout)];
    for (let step = 0; step < length; step += 1) {
      const kind = one(Object.keys(KINDS));
      const { why } = model.apply({ kind, ...KINDS[kind](model) });
      const now = text.write(model.layout);
      if (why && now !== seen.at(-1)) return { script, step, kind, why };
      if (now !== seen.at(-1)) { seen.push(now); counts[kind] += 1; }
      if (rules.read(now).faults.some((fault) => !fault.fault.endsWith(" twice"))) return { script, step, kind, now };
    }
    const end = seen.length - 1;
    for (let back = end; back > 0; back -= 1) {
      if (!model.mayUndo || text.write(model.layout) !== seen[back]) return { script, back, wanted: seen[back], is: text.write(model.layout) };
      model.undo();
    }
    if (model.mayUndo || text.write(model.layout) !== seen[0]) return { script, wanted: seen[0], is: text.write(model.layout) };
    for (let ahead = 1; ahead <= end; ahead += 1) {
      model.redo();
      if (text.write(model.layout) !== seen[ahead]) return { script, ahead, wanted: seen[ahead], is: text.write(model.layout) };
    }
    if (model.mayRedo) return { script, redo: true };
  }
  return counts;"""
LAYOUT = {"form": 2, "id": "mine", "grid": ["gas gas . a", "gas gas . b"], "controls": {
    "gas": {"type": "pedal", "out": "RT"}, "a": {"type": "button", "out": "A"}, "b": {"type": "button", "out": "START"}}}


class Editing(modules.Modules):
    """Tests that edit a layout with the page's modules."""

    def edit(self, body, **values):
        """Returns the value of a function's body that uses the modules m (model), text, rules, sheet and checks."""
        others = ", ".join(f"import('/web/{name}.js')" for name in ("edit/file", "rules", "edit/sheet", "edit/checks"))
        return self.module("edit/model", f"return Promise.all([{others}]).then(([text, rules, sheet, checks]) => {{ {body} }});", **values)

    def steps(self, *steps, layout=None):
        """Applies steps to a layout; returns the reason why each is refused, or None, and the layout after them."""
        return self.edit("""const model = new m.Model(layout);
          return [list.map((step) => model.apply(step).why ?? null), JSON.parse(text.write(model.layout))];""", layout=layout or LAYOUT, list=steps)

    def checked(self, layout, **options):
        """Returns the editor's messages about a layout, as (level, cell, what)."""
        found = self.edit("return checks.check(layout, options);", layout=layout, options=options)
        return [(each["level"], each["cell"], each["what"]) for each in found]


class StepTests(Editing):
    """Tests of single steps of editing, and of undo and redo."""

    def test_a_hundred_random_steps_are_taken_back_to_equal_bytes_and_done_again(self):
        seed = int(os.environ["SEED"]) if "SEED" in os.environ else random.SystemRandom().randrange(1, 2 ** 31)
        print(f"(seed {seed}, {SCRIPTS} scripts)", end=" ", flush=True)
        texts = [path.read_text() for path in sorted((house.WEB / "layouts").glob("*.json"))]
        done = {}
        for part in range(0, SCRIPTS, PART):
            found = self.edit(SCRIPT, seed=(seed + part) % 2 ** 31 or 1, scripts=PART, length=STEPS, texts=texts)
            self.assertTrue("script" not in found, f"seed {seed}, part {part}: {found}")
            done = {kind: done.get(kind, 0) + count for kind, count in found.items()}
        self.assertTrue(all(done.values()), done)

    def test_controls_are_moved_and_sized_where_there_is_room(self):
        why, layout = self.steps({"kind": "move", "cell": "gas", "row": 1, "column": 2}, {"kind": "size", "cell": "a", "rows": 1, "columns": 1, "column": 4},
                                 {"kind": "move", "cell": "gas", "row": 1, "column": 3}, {"kind": "move", "cell": "gas", "row": 0, "column": 1},
                                 {"kind": "size", "cell": "gas", "rows": 2, "columns": 4}, {"kind": "size", "cell": "b", "rows": 0, "columns": 1})
        self.assertEqual(why, [None, None, "overlap", "outside", "outside", "outside"])
        self.assertEqual(layout["grid"], [". gas gas a", ". gas gas b"])

    def test_what_the_rules_refuse_changes_nothing(self):
        refused = [{"kind": "bind", "cell": "gas", "out": "lx"}, {"kind": "option", "cell": "a", "member": "turbo", "value": 16},
                   {"kind": "option", "cell": "gas", "member": "toggle", "value": True}, {"kind": "label", "cell": "a", "text": "x" * 25},
                   {"kind": "rename", "cell": "a", "to": "b"}, {"kind": "rename", "cell": "a", "to": "1"}, {"kind": "remove", "cell": "toString"},
                   {"kind": "member", "member": "orientation", "value": "askew"}, {"kind": "member", "member": "id", "value": "x"}, {"kind": "regrid", "rows": 1, "columns": 4}]
        why, layout = self.steps(*refused)
        self.assertEqual(why, ["noFit", "noFit", "needsDigital", "longText", "taken", "noFit", "noFit", "noFit", "noFit", "merge"])
        self.assertEqual(layout, LAYOUT)

    def test_a_new_control_moves_what_no_other_does_and_is_near_its_place(self):
        why, layout = self.steps({"kind": "add", "type": "button"}, {"kind": "add", "type": "lever"}, {"kind": "add", "type": "motion"})
        self.assertEqual(why, [None, None, "noRoom"])
        self.assertEqual((layout["controls"]["b2"], layout["grid"]), ({"type": "button", "out": "B"}, ["gas gas b2 a", "gas gas lx b"]))
        self.assertEqual(layout["controls"]["lx"], {"type": "lever", "out": ["lx", "ly"]})

    def test_a_grid_is_made_finer_and_coarser_in_one_step(self):
        why, layout = self.steps({"kind": "regrid", "rows": 4, "columns": 8}, {"kind": "move", "cell": "a", "row": 2, "column": 7},
                                 {"kind": "regrid", "rows": 2, "columns": 4}, {"kind": "mirror"}, {"kind": "swap", "cell": "gas", "other": "b"})
        self.assertEqual(why, [None, "overlap", None, None, None])
        self.assertEqual(layout["grid"], ["a . b b", "gas . b b"])

    def test_another_type_keeps_what_both_have_in_one_step(self):
        pad = {**LAYOUT, "grid": ["gas a l l", "gas b l l"], "mix": {"throttle": "l", "spin": "l"}, "controls": {**LAYOUT["controls"],
               "a": {"type": "button", "out": "A", "label": "GO", "haptic": 3, "turbo": 9, "toggle": True, "doubleTap": {"out": "X"}},
               "l": {"type": "lever", "out": ["rx", None], "word": "spin", "spring": {"x": False}, "doubleTap": {"out": "Y"}, "edgeAction": {"at": 0.98, "out": "RS"}}}}
        for cell, kind, wanted in (
                ("a", "pedal", {"type": "pedal", "out": "A", "label": "GO", "haptic": 3}),
                ("a", "lever", {"type": "lever", "out": ["lx", "ly"], "label": "GO", "doubleTap": {"out": "X"}}),
                ("a", "motion", {"type": "motion", "mode": "hold", "label": "GO", "haptic": 3}),
                ("l", "slider", {"type": "slider", "out": "rx", "word": "spin"}),
                ("l", "button", {"type": "button", "out": "B", "word": "spin", "doubleTap": {"out": "Y"}}),
                ("gas", "button", {"type": "button", "out": "B"})):
            found = self.edit("""const model = new m.Model(layout); const before = text.write(model.layout);
              const { why } = model.apply({ kind: "retype", cell, type }); const after = JSON.parse(text.write(model.layout)); model.undo();
              return [why ?? null, after, text.write(model.layout) === before && !model.mayUndo];""", layout=pad, cell=cell, type=kind)
            self.assertEqual((found[0], found[1]["controls"][cell], found[1]["grid"], found[2]), (None, wanted, pad["grid"], True), kind)
            self.assertEqual("mix" in found[1], cell != "l", kind)
        self.assertEqual(self.steps({"kind": "retype", "cell": "b", "type": "none"}, {"kind": "retype", "cell": "z", "type": "lever"})[0], ["noFit", "noFit"])

    def test_texts_lose_what_nobody_sees(self):
        why, layout = self.steps({"kind": "label", "cell": "a", "text": " \u202eG\u0007O\u2066 "}, {"kind": "name", "text": "\u200fMine"})
        self.assertEqual((why, layout["controls"]["a"]["label"], layout["name"]), ([None, None], "GO", "Mine"))

    def test_removed_controls_wait_in_the_tray_until_they_are_back(self):
        found = self.edit("""const model = new m.Model(layout); const seen = [];
          const look = () => seen.push(model.tray.map(({ cell }) => cell));
          model.apply({ kind: "remove", cell: "a" }); model.apply({ kind: "remove", cell: "gas" }); look();
          model.apply({ kind: "add", ...model.tray[1] }); look(); model.undo(); model.undo(); look();
          return [seen, text.write(model.layout)];""", layout=LAYOUT)
        self.assertEqual(found[0], [["gas", "a"], ["gas"], ["a"]])
        self.assertNotIn("A", json.loads(found[1])["controls"])

    def test_a_mix_ends_with_a_lever_of_its_own(self):
        tank = json.loads((house.WEB / "layouts/tank.json").read_text())
        self.assertIn("mix", tank)
        _, layout = self.steps({"kind": "remove", "cell": tank["mix"]["spin"]}, layout=tank)
        self.assertNotIn("mix", layout)


class TextTests(Editing):
    """Tests of the text that is written to a file."""

    def written(self, *layouts):
        """Returns the texts of layouts."""
        return self.edit("return list.map((one) => text.write(one));", list=layouts)

    def test_equal_layouts_have_equal_bytes(self):
        other = {"controls": {name: dict(reversed(control.items())) for name, control in reversed(LAYOUT["controls"].items())},
                 "grid": LAYOUT["grid"], "id": "mine", "form": 2}
        one, two = self.written(LAYOUT, other)
        self.assertEqual(one, two)
        self.assertEqual(one, '{"form":2,"id":"mine","grid":["gas gas . a","gas gas . b"],"controls":{"a":{"type":"button","out":"A"},'
                         '"b":{"type":"button","out":"START"},"gas":{"type":"pedal","out":"RT"}}}')

    def test_unknown_members_stay_up_to_a_kibibyte(self):
        text = self.edit("return text.write(JSON.parse(one));", one=json.dumps({**LAYOUT, "zoo": "z" * 600, "ape": {"b": 1, "a": 2}, "__proto__": 3, "yak": "y" * 600}))
        self.assertEqual(json.loads(text), {**LAYOUT, "ape": {"b": 1, "a": 2}, "__proto__": 3, "yak": "y" * 600})
        self.assertIn('"ape":{"a":2,"b":1}', text)

    def test_a_layout_of_form_1_becomes_one_of_form_2_that_is_good(self):
        old = {**LAYOUT, "form": 1, "name": "n" * 50, "controls": {**LAYOUT["controls"], "a": {
            "type": "button", "out": "A", "label": "l" * 30, "digital": 7, "lock": 3, "turbo": 99, "extra": 1}}}
        found = self.edit("const next = text.renewed(rules.read(JSON.stringify(old)).layout); return [next, rules.faults(next)];", old=old)
        self.assertEqual(found[1], [])
        self.assertEqual((found[0]["form"], found[0]["name"], found[0]["controls"]["a"]), (2, "n" * 40, {"type": "button", "out": "A", "label": "l" * 24}))

    def test_each_good_file_of_the_vectors_can_be_edited(self):
        cases = json.loads((house.WEB.parent / "Tests/Vectors/layouts.json").read_text())
        wrong = self.edit("""return list.filter((one) => { const { layout, faults } = rules.read(one); if (faults.length) return false;
          const next = text.renewed(layout); const again = rules.read(text.write(next)); checks.check(next, { press: 20 });
          return again.faults.length || text.write(text.renewed(again.layout)) !== text.write(next); });""", list=[case["text"] for case in cases])
        self.assertEqual(wrong, [])
        self.assertGreater(sum(not case["faults"] for case in cases), 100)

    def test_every_layout_that_ships_stays_as_it_is(self):
        for path in sorted((house.WEB / "layouts").glob("*.json")):
            layout = json.loads(path.read_text())
            found = self.edit("return JSON.parse(text.write(text.renewed(layout)));", layout=layout)
            self.assertEqual(found, {**layout, "form": 2, "grid": [" ".join(row.split()) for row in layout["grid"]]}, path.stem)


class WordTests(Editing):
    """Tests of the words whose keys are composed of parts."""

    def test_every_type_option_value_and_message_has_its_word(self):
        keys = self.edit("""const keys = [...rules.types().map((type) => `type_${type}`), ...["xy", "x", "y", "none"].map((axes) => `spring_${axes}`)];
          for (const [name, kind] of sheet.OPTIONS) keys.push(`option_${name}`, ...(Array.isArray(kind) ? kind : []).filter((one) => one !== undefined).map((one) => `${name}_${one}`));
          return keys;""")
        text = "".join((house.WEB / "edit" / name).read_text() for name in ("model.js", "checks.js"))
        found = set(re.findall(r'(?:what: |wrong\()"(\w+)"', text))
        keys += [f"check_{what}" for what in found] + [key for key in re.findall(r'(?:return |: )"(\w+)"(?:;|,? ?\})', text) if key not in found]
        keys += [f"host_{why}" for why in ("no", "faults", "taken", "full", "disk", "size", "silent")] + [f"held_{way}" for way in ("landscape", "portrait", "any")]
        self.assertLessEqual({"overlap", "outside", "noRoom", "noFit", "taken", "tooLarge", "check_small", "check_large", "type_lever", "option_turbo"}, set(keys))
        wanted = sorted({key for key in keys if key not in {"error", "warning", "hint", "set", "hold"}})
        for language in ("en", "ja", "zh"):
            words = self.module(f"words/{language}/edit", "return Object.keys(m.default);")
            self.assertEqual(sorted(set(wanted) - set(words)), [], language)


class CheckTests(Editing):
    """Tests of the editor's messages about a layout."""

    def test_errors_are_outputs_twice_and_a_layout_without_controls(self):
        twice = {**LAYOUT, "controls": {**LAYOUT["controls"], "b": {"type": "button", "out": "A"}}}
        self.assertEqual([each for each in self.checked(twice) if each[0] == "error"], [("error", "a", "twice"), ("error", "b", "twice")])
        self.assertIn(("error", None, "empty"), self.checked({**LAYOUT, "grid": [". ."], "controls": {}}))
        self.assertEqual([each for each in self.checked(LAYOUT) if each[0] != "hint"], [])
        labels = {"label": {f"{a}{b}": "車" * 24 for a in "abc" for b in "defg"}}
        large = {**LAYOUT, "controls": {name: {**control, **labels} for name, control in LAYOUT["controls"].items()}, "name": labels["label"], "zoo": "z" * 900}
        self.assertNotIn(("error", None, "large"), self.checked(large))
        more = {f"c{n}": {"type": "button", "out": "A", "shared": True, **labels} for n in range(6)}
        large = {**large, "grid": [" ".join([*large["grid"][0].split(), *more])] * 2, "controls": {**large["controls"], **more}}
        self.assertIn(("error", None, "large"), self.checked(large))

    def test_small_far_and_fast_controls_are_told(self):
        fine = {**LAYOUT, "grid": [" ".join(["gas", "a", *["."] * 21, "b"])] * 3, "controls": {
            **LAYOUT["controls"], "a": {"type": "button", "out": "A", "turbo": 15}}}
        found = self.checked(fine, press=40)
        self.assertIn(("warning", "a", "small"), found)
        self.assertIn(("hint", "a", "fast"), found)
        self.assertNotIn(("hint", "a", "fast"), self.checked(fine, press=20))
        high = {**LAYOUT, "grid": ["gas . . . a . . . ."] + [". . . . . . . . b"] * 4}
        self.assertEqual([each for each in self.checked(high) if each[2] == "far"], [("hint", "a", "far")])
        without = {**LAYOUT, "controls": {**LAYOUT["controls"], "b": {"type": "button", "out": "B"}}}
        self.assertIn(("hint", None, "noStart"), self.checked(without))

    def test_two_controls_of_one_thumb_that_games_need_at_once_are_told(self):
        def crowd(grid):
            """Returns the messages "crowded" about a layout with this grid of sticks, buttons and a direction pad."""
            controls = {"l": {"type": "lever", "out": ["lx", "ly"]}, "r": {"type": "lever", "out": ["rx", "ry"]}, "a": {"type": "button", "out": "A"},
                        "s": {"type": "button", "out": "START"}, "d": {"type": "dpad"}}
            names = set(" ".join(grid).split())
            return [each for each in self.checked({**LAYOUT, "grid": grid, "controls": {name: controls[name] for name in controls if name in names}})
                    if each[2] == "crowded"]
        self.assertEqual(crowd(["l . r", "s . a"]), [])
        self.assertEqual(crowd(["l a . .", "s . . ."]), [("hint", "a", "crowded")])
        self.assertEqual(crowd(["l a . r", "s . . ."]), [], "the right thumb has another")
        self.assertEqual(crowd(["l r . .", "s . . d"]), [], "the other thumb moves too")
        self.assertEqual(crowd(["l l l l", "a . . s"]), [], "either thumb reaches the middle")
        for path in sorted((house.WEB / "layouts").glob("*.json")):
            self.assertNotIn("crowded", [what for _, _, what in self.checked(json.loads(path.read_text()))], path.stem)

    def test_the_measures_are_those_of_the_page(self):
        phone = self.edit("return Object.fromEntries(checks.measure(layout, { width: 667, height: 325, density: 6.42, insets: [0, 0, 0] }));", layout=LAYOUT)
        gas = phone["gas"]
        self.assertAlmostEqual(gas["left"], 6)
        self.assertAlmostEqual(gas["top"], 44)
        self.assertAlmostEqual(gas["height"], 325 - 44 - 6)
        self.assertAlmostEqual(gas["width"] + 7.2, (667 - 12 + 7.2) / 2)
        self.assertAlmostEqual(phone["b"]["right"], 6)
        self.assertAlmostEqual(phone["b"]["bottom"], 6)
