"""Unit tests of levers, buttons, pedals and outputs that controls share."""

import math
import random

import modules


class LeverTests(modules.Modules):
    """Tests of the values of a lever for the position of a thumb."""

    def deflect(self, dx, dy):
        """Returns the deflection of a lever with a radius of 60 px, for a thumb at (dx, dy) px from its base."""
        return self.module("lever", "return m.deflect(dx, dy, 60);", dx=dx, dy=dy)

    def test_it_is_at_its_end_at_the_radius_and_not_beyond(self):
        for dx, dy, x, y in ((60, 0, 1, 0), (0, -60, 0, -1), (600, 0, 1, 0), (-45, 60, -0.6, 0.8)):
            found = self.deflect(dx, dy)
            self.assertAlmostEqual(found["x"], x)
            self.assertAlmostEqual(found["y"], y)
            self.assertLessEqual(math.hypot(found["knobX"], found["knobY"]), 60.0001)

    def test_it_rests_around_the_middle_and_begins_at_nothing(self):
        self.assertEqual(self.deflect(0, 0), {"x": 0, "y": 0, "knobX": 0, "knobY": 0})
        self.assertEqual(self.deflect(3.5, 0)["x"], 0)
        self.assertLess(self.deflect(3.7, 0)["x"], 0.01)

    def test_it_grows_with_the_way_and_keeps_the_direction(self):
        values = [self.deflect(step * 3, step * 4) for step in range(1, 13)]
        for smaller, larger in zip(values, values[1:]):
            self.assertLessEqual(smaller["x"], larger["x"])
            self.assertAlmostEqual(larger["y"] * 3, larger["x"] * 4)


class ButtonTests(modules.Modules):
    """Tests of the button that a finger at a place presses, and of pedals."""

    def test_a_direction_pad_has_eight_directions_and_a_middle(self):
        wanted = {0: "RIGHT", 45: "RIGHT DOWN", 90: "DOWN", 135: "LEFT DOWN", 180: "LEFT", 225: "LEFT UP", 270: "UP", 315: "RIGHT UP",
                  20: "RIGHT", 25: "RIGHT DOWN", 340: "RIGHT", -178: "LEFT"}
        for degrees, names in wanted.items():
            found = self.module("buttons", "return m.directions(60 * Math.cos(a), 60 * Math.sin(a), 80);", a=math.radians(degrees))
            self.assertEqual(found, names.split(), f"{degrees}°")
        self.assertEqual(self.module("buttons", "return m.directions(10, 10, 80);"), [])

    def test_a_pedal_goes_from_forty_percent_to_all(self):
        values = self.module("buttons", "return [300, 200, 100, 50].map((y) => m.pull(100, 300, y));")
        for value, wanted in zip(values, (0.4, 0.7, 1, 1)):
            self.assertAlmostEqual(value, wanted)

    def test_round_buttons_are_hit_within_their_circle_and_a_little_beyond(self):
        box = {"left": 0, "right": 72, "top": 0, "bottom": 72}
        hits = self.module("buttons", "return [[36, 36], [-6, 36], [-8, 36], [2, 2]].map(([x, y]) => m.hitsRound(box, x, y));", box=box)
        self.assertEqual(hits, [True, True, False, False])

    def test_two_tracks_follow_from_throttle_and_spin(self):
        found = self.module("layout", "return [[1, 0], [0, 1], [1, 1], [0.5, -0.25]].map(([t, s]) => m.tracks(t, s));")
        self.assertEqual([(each["left"], each["right"]) for each in found], [(1, 1), (1, -1), (1, 0), (0.25, 0.75)])


class OutputTests(modules.Modules):
    """Tests of outputs that several controls share."""

    def test_a_button_that_two_hold_is_up_when_both_let_go(self):
        found = self.module("game", """const told = []; const o = new m.Outputs((...edge) => told.push(edge));
          o.press("a", "A", true, 1); o.press("b", "A", true, 2); o.press("a", "A", false, 3); o.press("b", "A", false, 4); return told;""")
        self.assertEqual(found, [[0, True, 1], [0, False, 4]])

    def test_who_wants_most_moves_an_axis(self):
        found = self.module("game", """const o = new m.Outputs(() => {}); o.move("a", "lx", 0.3); o.move("b", "lx", -0.8);
          const both = o.value("lx"); o.move("b", "lx", null); const one = o.value("lx"); o.clear(1); return [both, one, o.value("lx"), o.isHeld()];""")
        self.assertEqual(found, [-0.8, 0.3, 0, False])

    def test_what_one_source_holds_does_not_count_for_who_asks_about_others(self):
        found = self.module("game", """const o = new m.Outputs(() => {}); o.move("tilt", "lx", 0.3);
          const tilts = [o.isHeld(), o.isHeld("tilt")]; o.press("a", "A", true, 1); return [...tilts, o.isHeld("tilt")];""")
        self.assertEqual(found, [True, False, True])

    def test_an_output_is_held_while_any_source_holds_it_whatever_the_order(self):
        seed = random.SystemRandom().randrange(1, 2 ** 31)
        print(f"(seed {seed})", end=" ", flush=True)
        wrong = self.module("game", """
          let x = seed; const dice = (n) => { x ^= x << 13; x ^= x >>> 17; x ^= x << 5; return (x >>> 0) % n; };
          for (let script = 0; script < scripts; script += 1) {
            const [edges, holders, pulls] = [[], {}, {}];
            const outputs = new m.Outputs((button, isPress) => edges.push([button, isPress]));
            const held = (name) => [...(holders[name] ?? [])].length > 0;
            let before = 0;
            for (let step = 0; step < 24; step += 1) {
              const [source, name] = [`cell ${dice(4)}`, ["A", "B", "LB"][dice(3)]];
              const [axis, value] = [["lx", "RT"][dice(2)], [null, 1, 0.5, -0.25][dice(4)]];
              const was = held(name);
              if (dice(2)) (holders[name] ??= new Set()).add(source), outputs.press(source, name, true, step);
              else holders[name]?.delete(source), outputs.press(source, name, false, step);
              if (edges.length - before !== Number(was !== held(name))) return { script, step, edges };
              before = edges.length;
              (pulls[axis] ??= {})[source] = value;
              outputs.move(source, axis, value);
              const values = Object.values(pulls[axis]).filter((each) => each !== null);
              const most = Math.max(0, ...values.map(Math.abs));
              if (Math.abs(outputs.value(axis)) !== most || (most && !values.includes(outputs.value(axis)))) return { script, step, values };
            }
            outputs.clear(99);
            const down = new Set();
            for (const [button, isPress] of edges) {
              if (down.has(button) === isPress) return { script, edges };
              if (isPress) down.add(button); else down.delete(button);
            }
            if (down.size || outputs.isHeld()) return { script, edges };
          }
          return null;""", seed=seed, scripts=100_000)
        self.assertIsNone(wrong, f"seed {seed}")


class GateTests(modules.Modules):
    """Tests of gates, the controls that let the phone's motion through."""

    def are_open(self, modes, steps):
        """Returns whether the motion passes gates with these modes, at first and after each step. A step is (gate, whether it is pressed)."""
        return self.module("extras", """const gates = new m.Gates(); const element = () => ({ setAttribute() {} });
          const presses = modes.map((mode) => gates.add(mode, element()));
          return [gates.areOpen, ...steps.map(([gate, isPress]) => { presses[gate](isPress); return gates.areOpen; })];""", modes=modes, steps=steps)

    def test_without_a_gate_the_motion_passes(self):
        self.assertEqual(self.are_open([], []), [True])

    def test_one_of_two_that_are_held_is_enough(self):
        self.assertEqual(self.are_open(["hold", "hold"], [(0, True), (1, True), (0, False), (1, False)]), [False, True, True, True, False])

    def test_each_of_the_others_must_be_open(self):
        self.assertEqual(self.are_open(["off-while-held", "switch"], [(0, True), (1, True), (1, False), (0, False), (1, True), (1, False)]),
                         [True, False, False, False, False, True, True])
        self.assertEqual(self.are_open(["hold", "switch"], [(0, True), (1, True), (1, False)]), [False, True, False, False])
