"""Unit tests of the page's log of edges: presses and releases that wait for the host's acknowledgement."""

import random

import modules


class EdgeTests(modules.Modules):
    """Tests of the log of edges."""

    def test_ages_are_those_of_the_events_and_copies_go_on_until_the_receipt(self):
        found = self.module("edges", """const log = new m.EdgeLog(); const told = [];
          log.note(0, true, 100); log.note(0, false, 105); told.push(log.depart(110), log.depart(126));
          log.acknowledge(1); told.push(log.depart(142)); log.acknowledge(2); told.push(log.depart(150)); return told;""")
        self.assertEqual(found[0]["edges"], {"first": 0, "list": [{"button": 0, "isPress": True, "age": 10},
                                                                  {"button": 0, "isPress": False, "age": 5}]})
        self.assertEqual([edge["age"] for edge in found[1]["edges"]["list"]], [26, 21])
        self.assertEqual((found[2]["edges"]["first"], len(found[2]["edges"]["list"])), (1, 1))
        self.assertEqual((found[3]["edges"], found[3]["nextEdge"], found[3]["buttons"]), (None, 2, 0))

    def test_a_repeated_press_is_none(self):
        self.assertEqual(self.module("edges", "const l = new m.EdgeLog(); return [l.note(31, true, 1), l.note(31, true, 2), l.levels()];"),
                         [True, False, 0x80000000])

    def test_an_edge_is_never_earlier_than_the_host_can_believe(self):
        """A message settles which buttons were down until 30 ms before it left.

        So an edge after it gets no earlier time than that. All edges of one touch get the same time, whatever messages leave between them.
        """
        found = self.module("edges", """const l = new m.EdgeLog(); const at = [l.credible(5)]; l.depart(100);
          at.push(l.credible(5), l.credible(6), l.credible(80)); l.depart(200); at.push(l.credible(80), l.credible(90)); return at;""")
        self.assertEqual(found, [5, 5, 70, 80, 80, 170])

    def test_old_edges_are_given_up_and_levels_stay(self):
        found = self.module("edges", "const l = new m.EdgeLog(); l.note(3, true, 0); l.note(4, true, 900); return l.depart(1500);")
        self.assertEqual((found["edges"]["first"], found["buttons"], found["nextEdge"]), (1, 0b11000, 2))

    def test_no_more_than_sixteen_leave_at_once_and_the_levels_go_with_them(self):
        found = self.module("edges", "const l = new m.EdgeLog(); for (let i = 0; i < 21; i += 1) l.note(0, i % 2 === 0, i); return l.depart(30);")
        self.assertEqual((len(found["edges"]["list"]), found["nextEdge"], found["buttons"]), (16, 16, 0))

    def test_numbers_wrap_and_foreign_receipts_change_nothing(self):
        found = self.module("edges", """const l = new m.EdgeLog(); l.first = 65535; l.note(0, true, 1); l.note(1, true, 2);
          return [l.acknowledge(7), l.acknowledge(65535), l.acknowledge(0), l.first, l.acknowledge(1), l.first, l.levels()];""")
        self.assertEqual(found, [0, 0, 1, 0, 1, 1, 3])

    def test_every_edge_comes_through_a_link_that_loses_half(self):
        seed = random.randrange(1 << 30)
        found = self.module("edges", """let s = seed; const random = () => (s = (Math.imul(s, 1103515245) + 12345) >>> 0) / 4294967296;
          const log = new m.EdgeLog(); const seen = []; let wanted = 0, pressed = false, noted = 0;
          for (let t = 0; t < 40000; t += 16) {
            if (random() < 0.2) { pressed = !pressed; log.note(5, pressed, t); noted += 1; }
            const { edges } = log.depart(t);
            if (edges && random() < 0.5) edges.list.forEach((e, i) => { if (((edges.first + i) & 65535) === wanted) { seen.push(e.isPress); wanted += 1; } });
            if (random() < 0.5) log.acknowledge(wanted);
          }
          return [noted - log.count, seen.slice(0, noted - log.count).every((p, i) => p === (i % 2 === 0)), seen.length];""", seed=seed)
        self.assertTrue(found[1] and found[2] >= found[0] > 200, f"{found}, seed {seed}")
