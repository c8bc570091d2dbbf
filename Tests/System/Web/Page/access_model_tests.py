"""Unit tests of scanning, switches, a pointer that rests, and other parts of play with a switch, without a page."""

import gzip
import re

import house
import modules

# The most that the files which scanning loads may take together, compressed as they are sent. docs/decisions/0061 explains the size.
LARGEST_bytes = 12_900
IMPORTED = re.compile(r'^import .*? from "\./([\w.]+)";', re.MULTILINE)
# A script that runs a scan with simulated time. `presses` has [ms, method of the scan]. It returns a log of [ms, name]: the name of each lit entry,
# null for none, and "!name" for each entry that acts. In `list`, a text is an entry, and a list of texts is a row.
SCAN = """const log = []; let now = 0;
  const entry = (name) => (Array.isArray(name) ? { name: name.join('+'), elements: [], inside: () => name.map(entry) }
    : { name, elements: [], act: () => log.push([now, '!' + name]) });
  const scan = new m.Scan({ way: 'auto', step: 1, first: 1, loops: 3, rest: 1.5, ...options }, { root: () => list.map(entry),
    lit: (one) => log.push([now, one?.name ?? null]), acted() {} });
  scan.begin(0); const waiting = [...presses];
  for (now = 0; now <= until; now += 10) {
    scan.tick(now);
    while (waiting.length && waiting[0][0] <= now) { const [, how] = waiting.shift(); scan[how](now); }
  }
  return log;"""


class SizeTests(modules.Modules):
    """Tests of the size of the files that scanning loads."""

    def test_what_scanning_loads_is_within_its_budget(self):
        place = house.WEB / "access"
        sizes, waiting = {}, ["main.js", "access.css"]
        while waiting:
            name = waiting.pop()
            if name not in sizes:
                sizes[name] = len(gzip.compress((place / name).read_bytes(), 6))
                waiting += IMPORTED.findall((place / name).read_text())
        print(f"({sum(sizes.values())} bytes)", end=" ", flush=True)
        self.assertGreater(len(sizes), 6)
        self.assertFalse({"dwell.js", "panel.js", "keys.js"} & set(sizes), "what scanning does not need")
        self.assertLessEqual(sum(sizes.values()), LARGEST_bytes, sizes)


class ScanTests(modules.Modules):
    """Tests of the scan."""

    def scan(self, presses=(), until=9000, items=("letGo", "a", "b"), **options):
        """Returns the log of a scan with these presses and options, as [ms, name]."""
        return self.module("access/scan", SCAN, options=options, list=items, presses=presses, until=until)

    def test_the_first_is_lit_longer_and_after_three_rounds_nothing_is(self):
        found = self.scan(until=13_000)
        self.assertEqual(found, [[0, "letGo"], [2000, "a"], [3000, "b"], [4000, "letGo"], [6000, "a"], [7000, "b"], [8000, "letGo"], [10_000, "a"],
                                 [11_000, "b"], [12_000, None]])

    def test_a_press_chooses_and_another_within_a_step_repeats(self):
        found = self.scan([[2500, "press"], [3200, "press"]], until=4300)
        self.assertEqual(found, [[0, "letGo"], [2000, "a"], [2500, "a"], [2500, "!a"], [3200, "a"], [3200, "!a"], [4200, "letGo"]])

    def test_a_row_is_entered_and_left_after_a_choice(self):
        found = self.scan([[2100, "press"], [4300, "press"]], items=["letGo", ["a", "b"]], until=5400)
        self.assertEqual(found[1:], [[2000, "a+b"], [2100, "a"], [4100, "b"], [4300, "b"], [4300, "!b"], [5300, "letGo"]])

    def test_a_press_at_rest_begins_anew(self):
        found = self.scan([[4500, "press"]], loops=1, until=4600)
        self.assertEqual(found[-2:], [[4000, None], [4500, "letGo"]])

    def test_one_switch_in_steps_chooses_by_resting(self):
        found = self.scan([[100, "press"], [300, "press"]], way="one", until=3400)
        self.assertEqual(found, [[0, "letGo"], [100, "a"], [300, "b"], [1800, "b"], [1800, "!b"], [3300, "letGo"]])

    def test_two_switches_go_on_and_choose_and_nothing_is_in_a_hurry(self):
        found = self.scan([[100, "press"], [5000, "choose"], [8000, "choose"], [8500, "press"]], way="two", until=9000)
        self.assertEqual(found, [[0, "letGo"], [100, "a"], [5000, "a"], [5000, "!a"], [8000, "a"], [8000, "!a"], [8500, "letGo"]])

    def test_delays_of_the_screen_do_not_add_up(self):
        found = self.module("access/scan", """const log = []; const scan = new m.Scan({ way: 'auto', step: 1, first: 0, loops: 10 },
          { root: () => ['a', 'b'].map((name) => ({ name, elements: [] })), lit: (one) => log.push(one.name), acted() {} });
          scan.begin(0); let count = 0; for (let now = 0; now <= 15999; now += 37) scan.tick(now); return log.length;""")
        self.assertEqual(found, 16)

    def test_rows_have_at_most_six_and_what_has_something_inside_stays_alone(self):
        found = self.module("access/scan", """const all = [...Array(8).keys()].map((n) => ({ name: String(n), elements: [n] }));
          all.splice(7, 0, { name: 'lever', elements: [], inside: () => [] });
          return [m.rows(all, (names) => names.join('')).map(({ name }) => name), m.rows(all.slice(0, 6)).length];""")
        self.assertEqual(found, [["012345", "6", "lever", "7"], 6])


class SwitchTests(modules.Modules):
    """Tests of switches that bounce, and of pointers that rest."""

    def steady(self, events, accept=0, ignore=0):
        """Returns the times of the presses that count, in ms, for a switch with these events."""
        return self.module("access/switches", """const out = []; const s = new m.Steady({ accept, ignore }, (which, now) => out.push(now));
          const waiting = [...events]; for (let now = 0; now < 5000; now += 10) { s.tick(now);
            while (waiting.length && waiting[0][0] <= now) { const [, kind] = waiting.shift(); s[kind](1, now); } } return out;""",
                           events=events, accept=accept, ignore=ignore)

    def test_a_press_counts_at_once_or_when_it_was_held(self):
        taps = [[100, "down"], [300, "up"], [1000, "down"], [2400, "up"]]
        self.assertEqual(self.steady(taps), [100, 1000])
        self.assertEqual(self.steady(taps, accept=1), [2000])

    def test_repeats_are_ignored_for_a_while(self):
        taps = [[100, "down"], [200, "up"], [300, "down"], [400, "up"], [1200, "down"], [1300, "up"]]
        self.assertEqual(self.steady(taps, ignore=1), [100, 1200])

    def test_a_pointer_chooses_once_where_it_rests_though_it_trembles(self):
        found = self.module("access/dwell", """const d = new m.Dwell(1, 6); const out = [];
          for (let now = 0; now < 6000; now += 50) { d.move(now < 3000 ? { x: 100 + (now % 3) * 5, y: 100 } : { x: 200, y: 100 }, now);
            const at = d.tick(now); if (at) out.push([now, at.x]); } return out;""")
        self.assertEqual(found, [[1000, 100], [4000, 200]])

    def test_numbers_stay_in_their_ranges_and_what_is_no_number_is_usual(self):
        found = self.module("access/options", """return Object.entries(m.NUMBERS).map(([name, [usual, least, most]]) => [name, usual, least, most,
          m.within(name, -1e9) === least, m.within(name, 1e9) === most, m.within(name, 'x') === usual, least <= usual && usual <= most]);""")
        self.assertEqual([each[4:] for each in found], [[True] * 4] * 9)
        self.assertEqual({name: rest for name, *rest in (each[:4] for each in found)}, {
            "step": [1, 0.3, 5], "first": [1, 0, 5], "loops": [3, 1, 10], "rest": [1.5, 0.5, 5], "dwell": [1, 0.3, 5],
            "press_ms": [150, 50, 2000], "accept": [0, 0, 2], "ignore": [0, 0, 2], "release": [0, 0, 60]})
