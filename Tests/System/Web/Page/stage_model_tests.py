"""Unit tests of the dashboard's model of the stage."""

import host_records
import modules
import vectors

SECOND = 10**6
FIELDS = """mode, phase, round, winner, automatic, tie, midpoint, shared, contestants, tied, out, falseStarts, unheard, winners, lead, uncertainty"""


class StageTests(modules.Modules):
    """Tests of how the dashboard reads the stage's packet, orders presses, and lays out their axis."""

    def read(self, stage):
        """Returns the stage in a binary message, with its parts as pairs; None for a malformed message."""
        data = host_records.batch(host_records.Host(), {}, stage)
        return self.module("dashboard/records", """const b = m.readBatch(new Uint8Array(bytes).buffer);
          return b && { ...b.stage, parts: [...b.stage.parts], apps: [...b.stage.apps] };""", bytes=list(data))

    def test_every_field_is_read_where_the_table_has_it(self):
        parts = {1: host_records.Part("buzzer", 3, -7, (SECOND, SECOND + 2600, SECOND + 9000, 5)), 16: host_records.Part("tank", 8, 2**31 - 1)}
        found = self.read(host_records.Stage("lobby", 0b1010, 3, 65535, 16, (1, 2), (3,), (4,), (5, 16), (6,), (7, 8), 12_400, 1_300, parts))
        self.assertEqual([found[name.strip()] for name in FIELDS.split(",")],
                         ["lobby", "result", 65535, 16, False, True, False, True, [1, 2], [3], [4], [5, 16], [6], [7, 8], 12.4, 1.3])
        press = {"earliest": 1000, "latest": 1002.6, "received": 1009, "doubts": ["doubtClock", "doubtWay"]}
        self.assertEqual(found["parts"], [[1, {"mode": "buzzer", "team": 3, "points": -7, "press": press}],
                                          [16, {"mode": "tank", "team": 8, "points": 2**31 - 1, "press": None}]])

    def test_the_modes_of_apps_have_their_numbers_and_names_and_the_numbers_between_are_none(self):
        found = self.read(host_records.Stage(128, players={2: host_records.Part(254), 3: host_records.Part("play")}, apps={128: "reaction", 130: "a" * 15}))
        self.assertEqual((found["mode"], [part["mode"] for _, part in found["parts"]]), ("mode128", ["mode254", "play"]))
        self.assertEqual(found["apps"], [["mode128", "reaction"], ["mode130", "a" * 15]])
        self.assertIsNone(self.read(host_records.Stage(127)))
        self.assertIsNone(self.read(host_records.Stage(players={2: host_records.Part(5)})))

    def test_a_batch_without_a_stage_has_none(self):
        data = list(host_records.batch(host_records.Host(), {}))
        self.assertIsNone(self.module("dashboard/records", "return m.readBatch(new Uint8Array(bytes).buffer).stage;", bytes=data))

    def test_the_vector_of_a_tie_is_what_the_tests_write(self):
        wanted = {name: data for name, data, _ in vectors.read("local.hex")}["stage, two were too close in round 5"]
        parts = {1: host_records.Part("buzzer", 1, 5, (10000, 10016, 10032, 0)), 2: host_records.Part("buzzer", 2, -2, (10112, 10128, 10144, 4))}
        stage = host_records.Stage("buzzer", 2, 2, 5, 255, (1, 2), (1, 2), lead=1400, uncertainty=1300, players=parts)
        self.assertEqual(stage.packed().hex(), wanted.hex())

    def test_presses_are_in_the_order_of_their_middles_and_teams_are_summed(self):
        found = self.module("dashboard/stage", """const press = (earliest, latest) => ({ earliest, latest });
          const parts = new Map([[1, { team: 2, points: 3, press: press(10, 30) }], [2, { team: 0, points: 9, press: null }],
            [3, { team: 2, points: -5, press: press(12, 14) }], [4, { team: 1, points: 0, press: press(5, 60) }]]);
          return [m.pressed({ parts }).map(([slot]) => slot), m.teams({ parts })];""")
        self.assertEqual(found, [[3, 1, 4], [[1, 0], [2, -2]]])

    def test_all_bars_are_on_one_axis_with_room_at_both_ends(self):
        found = self.module("dashboard/presses", """const a = m.axis([{ earliest: 100, latest: 102 }, { earliest: 104, latest: 140 }]);
          const b = m.axis([{ earliest: 7, latest: 8 }]); return [a.from, a.to, a.at(100), a.at(120), a.at(140), b.to - b.from];""")
        self.assertEqual(found, [100, 140, 30, 500, 970, 4])
