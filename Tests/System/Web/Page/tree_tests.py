"""Unit tests of the tree of modes on the phone, of its timers, and of swipes."""

import random

import modules
import vectors

# A script with a random tree whose nodes record the messages that they hear. `change` changes the tree at random, and `chance` is its source of
# random numbers.
TREE = """
  let state = seed; const chance = () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) / 4294967296;
  const pick = (list) => list[Math.floor(chance() * list.length)];
  const heard = []; let act = () => {};
  const nodes = Array.from({ length: 40 }, (_, index) => {
    const ears = Object.fromEntries(m.MESSAGES.map((kind) => [kind, () => { heard.push(index); return act(index); }]));
    return Object.assign(index % 3 === 1 ? new m.Mode(ears) : new m.Node(ears), { index });
  });
  const [root] = nodes;
  const under = (node, above) => { for (let at = node; at; at = at.parent) if (at === above) return true; return false; };
  const bindSomewhere = (node) => { const to = pick(nodes); if (!under(to, node)) to.bind(node); };
  const change = () => {
    const node = pick(nodes.slice(1)); const kind = Math.floor(chance() * 4);
    if (kind === 0) bindSomewhere(node);
    else if (kind === 1) node.parent?.unbind(node);
    else if (node.start) { if (chance() < 0.5) node.start(); else node.stop(); }
    else node.enabled = chance() < 0.6;
  };
  const isOn = (node) => { for (let at = node; at; at = at.parent) { if (!at.enabled) return false; if (at === root) return true; } return false; };
  const order = (node) => (node.enabled ? [node.index, ...node.children.flatMap(order)] : []);
  nodes.slice(1).forEach((node) => { if (!under(root, node)) pick(nodes.slice(0, node.index)).bind(node); });
"""


# A script that runs scenarios of Tests/Vectors/tree.txt, which explains the commands. It returns the lines whose log differs.
RUNNER = """
  const KINDS = { leaf: m.Node, container: m.Modes, mode: m.Mode };
  const run = (script) => {
    let now = 0, consumer = null, log = [];
    const nodes = {}, reactions = {};
    const hear = (name, message) => {
      if (log.at(-1)?.startsWith(`${message}: `)) log.push(`${log.pop()} ${name}`);
      else log.push(`${message}: ${name}`);
      const deeds = reactions[`${name} hears ${message}`] ?? [];
      for (const deed of deeds) if (deed !== "consume") { const answer = perform(deed); log.push(`${deed} = ${answer}`); }
      if (deeds.includes("consume")) consumer = name;
      return deeds.includes("consume");
    };
    const make = (name, kind = "leaf") => new KINDS[kind]({
      ...Object.fromEntries(["joined", "left", "started", "stopped"].map((message) => [message, () => hear(name, message)])),
      timer: (id) => hear(name, `timer ${id}`),
    });
    const enable = (name, is) => { const was = nodes[name].enabled; nodes[name].enabled = is; return nodes[name].enabled !== was; };
    const DEEDS = {
      bind: (name, _, parent, __, kind) => nodes[parent].bind(nodes[name] = make(name, kind)) === nodes[name],
      unbind: (name) => nodes[name].parent?.unbind(nodes[name]),
      enable: (name) => enable(name, true),
      disable: (name) => enable(name, false),
      start: (name) => nodes[name].start(),
      stop: (name) => nodes[name].stop(),
      change: (name) => nodes[name].parent.change(nodes[name]),
      timer: (id, _, name, __, at) => nodes[name].after(id, at - now),
      cancel: (id, _, name) => { nodes[name].cancel(id); return true; },
      send: (message, _, name = "root") => {
        const isConsumed = nodes[name].tell(message);
        return isConsumed ? `consumed by ${consumer}` : isConsumed === null ? "refused" : "passed";
      },
      advance: (_, to) => { const elapsed = to - now; now = to; nodes.root.tell("update", elapsed); return true; },
      when: (...words) => { const [on, deeds] = words.join(" ").split(": "); reactions[on] = deeds.split(", "); return true; },
    };
    const perform = (deed) => {
      const [verb, ...words] = deed.split(" "), answer = DEEDS[verb](...words);
      return typeof answer === "string" ? answer : answer ? "done" : "no";
    };
    nodes.root = make("root", "container");
    return script.flatMap(([deed, wanted]) => {
      log = []; log.push(perform(deed));
      return log.join("; ") === wanted ? [] : [`${deed} -> ${log.join("; ")}, but it must be: ${wanted}`];
    });
  };
"""


class VectorTests(modules.Modules):
    """Tests with the scenarios that the daemon's tree runs too (Tests/Unit/ModesTests/VectorTests.swift)."""

    def test_every_scenario_of_both_trees_has_the_log_that_the_file_gives(self):
        first, *scenarios = vectors.scenarios("tree.txt")
        skipped = [name for name, _ in scenarios if name.endswith(")")]
        for name in skipped:
            self.assertRegex(name, r" \(needs (holds|kinds|removal)\)$")
        played = [(name, first[1] + script) for name, script in scenarios if name not in skipped]
        self.assertGreater(len(played), 40)
        self.assertLess(len(skipped), 10)
        faults = self.module("modes/tree", RUNNER + "return played.map(([name, script]) => [name, ...run(script)]).filter(({ length }) => length > 1);",
                             played=played)
        print(f"({len(played)} scenarios, {len(skipped)} skipped: they need what the page lacks)", end=" ", flush=True)
        self.assertEqual(faults, [])


class TreeTests(modules.Modules):
    """Tests that the right nodes get a message."""

    def check(self, body):
        """Runs a script with 20 random trees. The script returns the number of events that it has seen, or a text that describes a fault."""
        for _ in range(20):
            seed = random.randrange(1 << 30)
            found = self.module("modes/tree", TREE + body, seed=seed)
            self.assertIsInstance(found, int, f"{found}, seed {seed}")
            self.assertGreater(found, 0, f"seed {seed}")

    def test_all_who_are_enabled_hear_a_message_depth_first_and_nobody_else_does(self):
        self.check("""for (let turn = 0; turn < 200; turn += 1) {
            change(); heard.length = 0; root.tell(pick(m.MESSAGES));
            if (heard.join() !== order(root).join()) return `${heard} instead of ${order(root)}`;
          } return 200;""")

    def test_who_consumes_a_message_is_the_last_one_to_hear_it(self):
        self.check("""for (let turn = 0; turn < 200; turn += 1) {
            change(); const last = pick(nodes).index; heard.length = 0;
            act = (index) => index === last;
            const isConsumed = root.tell("touch"), all = order(root), at = all.indexOf(last);
            const wanted = at < 0 ? all : all.slice(0, at + 1);
            if (heard.join() !== wanted.join() || isConsumed !== (at >= 0)) return `${heard} instead of ${wanted}`;
          } return 200;""")

    def test_whatever_changes_under_way_what_is_off_hears_nothing_and_what_is_new_waits_for_the_next_message(self):
        self.check("""let count = 0;
          for (let turn = 0; turn < 200; turn += 1) {
            const before = order(root), gone = new Set(); let fault = null; const seen = []; heard.length = 0;
            act = (index) => {
              if (!isOn(nodes[index])) fault = `${index} is off`;
              if (!before.includes(index)) fault = `${index} was not there`;
              if (gone.has(index)) fault = `${index} was away in between`;
              if (seen.includes(index)) fault = `${index} twice`;
              seen.push(index);
              if (chance() < 0.4) { change(); nodes.forEach((node) => isOn(node) || gone.add(node.index)); }
            };
            root.tell("net"); act = () => {}; count += seen.length;
            if (fault) return `${fault}: ${seen}`;
            const next = order(root); heard.length = 0; root.tell("net");
            if (heard.join() !== next.join()) return `then ${heard} instead of ${next}`;
            for (let more = 0; more < 6; more += 1) { if (!root.children.length) bindSomewhere(pick(nodes.slice(1))); change(); }
          } return count;""")

    def test_what_is_bound_hears_a_message_that_is_told_within_another(self):
        found = self.module("modes/tree", """const heard = []; const leaf = new m.Node({ swipe: () => { heard.push("swipe"); }, net: () => { heard.push("net"); } });
          const root = new m.Node({ net: () => { root.bind(leaf); root.tell("swipe"); } }); root.tell("net"); const first = [...heard];
          root.unbind(leaf); heard.length = 0; root.bind(leaf); root.tell("touch"); root.tell("swipe"); return [first, heard];""")
        self.assertEqual(found, [["swipe"], ["swipe"]])

    def test_a_node_that_is_bound_again_has_lost_its_timers_and_hears_the_next_start(self):
        found = self.module("modes/tree", """const heard = []; const kinds = ["started", "stopped", "timer"];
          const mode = new m.Mode(), leaf = new m.Node(Object.fromEntries(kinds.map((kind) => [kind, () => { heard.push(kind); }])));
          mode.bind(leaf); mode.start(); leaf.after("late", 10); mode.unbind(leaf); mode.bind(leaf); mode.tell("update", 20);
          mode.stop(); mode.start(); mode.stop(); return heard;""")
        self.assertEqual(found, ["started", "started", "stopped"])

    def test_a_tree_has_no_circles(self):
        found = self.module("modes/tree", """const [a, b] = [new m.Node(), new m.Node()]; a.bind(b);
          try { b.bind(a); return "bound"; } catch { return [b.parent === a, a.parent]; }""")
        self.assertEqual(found, [True, None])


class ModeTests(modules.Modules):
    """Tests of modes, the nodes that start and stop."""

    def test_starts_and_stops_are_in_balance_and_one_mode_at_most_is_on(self):
        seed = random.randrange(1 << 30)
        found = self.module("modes/tree", """let state = seed; const chance = () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) / 4294967296;
          const log = [], signals = [], holds = new Set(), modes = new m.Modes();
          class Kind extends m.Mode {
            entered(signal) { log.push(1); signals.push(signal); holds.add(this); signal.addEventListener("abort", () => holds.delete(this));
              if (chance() < 0.2) modes.change(all[Math.floor(chance() * 5)]); }
            left() { log.push(-1); if (chance() < 0.2) modes.change(all[Math.floor(chance() * 5)]); }
          }
          const all = [1, 2, 3, 4].map(() => modes.bind(new Kind())).concat([null]);
          for (let turn = 0; turn < 2000; turn += 1) {
            modes.change(all[Math.floor(chance() * 5)]);
            const on = all.filter((mode) => mode?.isStarted), live = signals.filter(({ aborted }) => !aborted);
            if (on.length > 1 || (on[0] ?? null) !== modes.current || live.length !== on.length || holds.size !== on.length) return `turn ${turn}`;
            if (all.some((mode) => mode && mode.enabled !== mode.isStarted)) return `enabled in turn ${turn}`;
          }
          modes.change(null);
          while (modes.current) modes.change(null);
          return [log.reduce((a, b) => a + b, 0), log.length > 1000, holds.size];""", seed=seed)
        self.assertEqual(found, [0, True, 0], f"seed {seed}")

    def test_a_stopped_mode_hears_nothing_and_its_timers_are_gone(self):
        found = self.module("modes/tree", """const heard = []; const root = new m.Modes();
          const one = root.bind(new m.Mode({ timer: (name) => { heard.push(name); }, update: () => { heard.push("update"); } }));
          one.after("never", 1); root.change(one); one.after("late", 50); one.after("soon", 10); one.after("cancelled", 10); one.cancel("cancelled");
          root.tell("update", 20); root.change(null); root.tell("update", 100); root.change(one); root.tell("update", 100); return heard;""")
        self.assertEqual(found, ["soon", "update", "update"])

    def test_timers_come_in_the_order_in_which_they_are_due_and_may_set_others(self):
        found = self.module("modes/tree", """const heard = [];
          const one = new m.Mode({ timer: (name) => { heard.push(name); if (name === "b") { one.cancel("c"); one.after("a", 0); one.after("d", 0); } } });
          one.start(); one.after("c", 30); one.after("a", 10); one.after("b", 10); one.after("b", 10);
          one.tell("update", 40); heard.push("|"); one.tell("update", 0); return heard;""")
        self.assertEqual(found, ["a", "b", "|", "a", "d"])


class SwipeTests(modules.Modules):
    """Tests of swipes. Lengths are in mm."""

    def swipe(self, points):
        """Returns the swipe of a finger on a screen with 6 px per mm, or None. `points` are (x mm, y mm, time ms)."""
        samples = [{"x": 6 * x + 100, "y": 6 * y + 100, "time": time + 5000} for x, y, time in points]
        return self.module("modes/swipes", "return m.swipe(samples, 6);", samples=samples)

    def test_its_direction_distance_and_speed(self):
        for x, y, direction in ((20, 3, "right"), (-20, -3, "left"), (2, 15, "down"), (-5, -15, "up")):
            found = self.swipe([(0, 0, 0), (x / 2, y / 2, 50), (x, y, 100)])
            self.assertEqual(found["direction"], direction)
            self.assertAlmostEqual(found["distance"], max(abs(x), abs(y)))
            self.assertAlmostEqual(found["speed"], max(abs(x), abs(y)) * 10)

    def test_what_is_short_or_slow_or_slanting_or_taken_back_is_none(self):
        for points in ([(0, 0, 0)], [(0, 0, 0), (7, 0, 50)], [(0, 0, 0), (15, 0, 300), (30, 0, 590), (30, 0, 1100)], [(0, 0, 0), (15, 12, 100)],
                       [(0, 0, 0), (30, 0, 100), (20, 0, 200)]):
            self.assertIsNone(self.swipe(points), points)

    def test_a_finger_that_rested_before_counts_from_where_it_went_off(self):
        found = self.swipe([(0, 0, 0), (0.1, 0, 900), (10, 0, 950), (20, 0, 1000)])
        self.assertAlmostEqual(found["speed"], 199, delta=1)

    def test_any_swipe_is_the_same_turned_and_moved_and_at_another_scale(self):
        seed = random.randrange(1 << 30)
        source = random.Random(seed)
        for _ in range(60):
            points = [(source.uniform(-25, 25), source.uniform(-25, 25), 40 * step) for step in range(source.randrange(2, 6))]
            found, turned = self.swipe(points), self.swipe([(-y, x, time) for x, y, time in points])
            self.assertEqual(bool(found), bool(turned), f"seed {seed}")
            if found:
                onward = {"right": "down", "down": "left", "left": "up", "up": "right"}
                self.assertEqual(turned["direction"], onward[found["direction"]], f"seed {seed}")
                self.assertAlmostEqual(turned["distance"], found["distance"], msg=f"seed {seed}")
