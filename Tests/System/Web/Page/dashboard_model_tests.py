"""Unit tests of the dashboard's model: how it reads records, and its words."""

import math
import pathlib
import re

import host_records
import modules
import status
import vectors
from tables import KNOBS, PRESETS, Count, Drop, Message, Mode, Policy, Refusal, Silence, StatusFrame, Transport

WEB = pathlib.Path(__file__).resolve().parents[4] / "web"


class RecordTests(modules.Modules):
    """Tests of the gateway's binary messages."""

    def read(self, data):
        """Returns the state in a message, with its players as pairs; None for a malformed message."""
        return self.module("dashboard/records", """const b = m.readBatch(new Uint8Array(bytes).buffer);
          return b && { host: b.host, players: [...b.players] };""", bytes=list(data))

    def test_every_field_is_read_where_the_table_has_it(self):
        host = host_records.Host(limit=16, kernel_pads=False, policy="locked", kernel_drops=7, drops={Drop.TOO_SHORT: 1, Drop.FLOODING: 2**40, Drop.WAITING: 3})
        player = host_records.Player(stage=2, battery=80, transport=Transport.HTTP, raw=-1.25, smoothed=3.1, buttons=("A", "RIGHT"),
                                     sticks=(-1, 1, 0.5, 0), triggers=(1, 0.2), jitter=1.5, silence=70, received=2**33, late=1, lost=2,
                                     recovered=3, round_trip=6.25, delays=tuple(range(10)),
                                     handling=tuple(range(20, 30)))
        found = self.read(host_records.batch(host, {16: player}))
        self.assertEqual({name: found["host"][name] for name in ("limit", "players", "hasKernelPads", "policy", "droppedByKernel")},
                         {"limit": 16, "players": 1, "hasKernelPads": False, "policy": "locked", "droppedByKernel": 7})
        self.assertEqual([found["host"]["drops"][place] for place in (Drop.TOO_SHORT, Drop.FLOODING, Drop.WAITING)], [1, 2**40, 3])
        slot, seen = found["players"][0]
        self.assertEqual((slot, seen["stage"], seen["battery"], seen["transport"], seen["isConnected"]), (16, 2, 80, Transport.HTTP, True))
        self.assertAlmostEqual(seen["raw"], -1.25, delta=1e-6)
        self.assertAlmostEqual(seen["smoothed"], 3.1, delta=1e-6)
        self.assertEqual(seen["report"]["buttons"], 1 | 1 << 19)
        for value, wanted in zip(seen["report"]["sticks"] + seen["report"]["triggers"], (-1, 1, 0.5, 0, 1, 0.2)):
            self.assertAlmostEqual(value, wanted, delta=1e-4)
        self.assertEqual([seen[name] for name in ("jitter", "silence", "received", "late", "lost", "recovered", "roundTrip")],
                         [1.5, 70, 2**33, 1, 2, 3, 6.25])
        self.assertEqual((seen["delays"], seen["handling"]), (list(range(10)), list(range(20, 30))))

    def test_what_is_not_known_is_null(self):
        (_, seen), = self.read(host_records.batch(host_records.Host(), {1: host_records.Player()}))["players"]
        self.assertEqual([seen[name] for name in ("raw", "smoothed", "battery", "roundTrip")], [None] * 4)

    def test_the_vectors_of_the_local_socket_are_read(self):
        host = host_records.Host().packed(1)
        count = 0
        for name, data, result in vectors.read("local.hex"):
            if data[0] in (Message.HOST, Message.PLAYER):
                count += 1
                found = self.read(host_records.joined([host, data]))
                self.assertEqual(found is not None, result.startswith("ok"), name)
        self.assertGreater(count, 20)

    def test_unknown_records_and_frames_are_no_reason_to_stop(self):
        data = host_records.batch(host_records.Host(), {2: host_records.Player()})
        self.assertEqual(len(self.read(data + b"\x04\x00\x77abc")["players"]), 1)
        for new in (status.frame(0x7F, b"new"), status.frame(StatusFrame.TIMES, b"longer than before"), status.frame(StatusFrame.DROPS, b"no counter")):
            newer = host_records.joined([host_records.Player(silence=7).packed(3) + new])
            self.assertEqual([seen["silence"] for _, seen in self.read(data + newer)["players"]], [5, 7])

    def test_counters_of_unknown_numbers_are_skipped(self):
        newer = host_records.Host(drops={len(Drop) - 1: 2, len(Drop): 1, 255: 1})
        self.assertEqual(self.read(host_records.batch(newer, {}))["host"]["drops"], [0] * (len(Drop) - 1) + [2])

    def test_a_player_of_whom_only_the_controller_is_known_is_at_rest(self):
        whole = host_records.Player().packed(4)
        frames = status.frames(whole)
        short = whole[:2] + status.frame(StatusFrame.CONTROLLER, frames[StatusFrame.CONTROLLER])
        (_, seen), = self.read(host_records.joined([host_records.Host().packed(1), short]))["players"]
        self.assertEqual((seen["received"], seen["delays"], seen["report"]["sticks"]), (0, [0] * 10, [0] * 4))
        without = whole[:2] + status.frame(StatusFrame.PAD, frames[StatusFrame.PAD])
        self.assertIsNone(self.read(host_records.joined([host_records.Host().packed(1), without])))

    def test_a_status_of_another_version_is_told_apart(self):
        found = self.module("dashboard/records", "return m.readBatch(new Uint8Array(bytes).buffer);", bytes=list(b"\x02\x00\xe9\x02"))
        self.assertEqual(found, {"otherVersion": 2})

    def test_half_a_batch_is_none(self):
        host, player = host_records.Host().packed(1), host_records.Player().packed(2)
        data = host_records.joined([host, player])
        nowhere = host_records.joined([host, host_records.Player().packed(17)])
        for wrong in (b"", b"\x00", data[:-1], host_records.joined([player]), data + b"\x00\x00", data + b"\x01", data[:20], data + host_records.joined([player]),
                      nowhere, b"\x04\x00\xea\x01\x00\x00" + data, host_records.joined([host[:1]]), host_records.joined([host[:-1], player])):
            self.assertIsNone(self.read(wrong))


class HistoryTests(modules.Modules):
    """Tests of the dashboard's history of counters and samples."""

    def test_a_minute_of_delays_is_what_the_counters_have_grown_by(self):
        found = self.module("dashboard/history", """const d = new m.Delays(); const out = []; const c = new Array(10).fill(0);
          const at = (s) => { d.add(c, s * 1000); return d.window(s * 1000); };
          c[0] = 500; c[9] = 3; out.push(at(0));
          c[0] += 100; c[2] += 5; out.push(at(0.5)); out.push(at(10));
          for (let s = 11; s <= 59; s += 1) { c[0] += 10; at(s); }
          out.push(at(60)); c[1] += 7; out.push(at(61)); out.push(at(200)); return out;""")
        self.assertEqual(found[0], [0] * 10)
        self.assertEqual(found[1], [100, 0, 5] + [0] * 7)
        self.assertEqual(found[2], [100, 0, 5] + [0] * 7)
        self.assertEqual(found[3], [590, 0, 5] + [0] * 7)
        # Packets of the first second leave the last minute once the snapshot after them is a minute old.
        self.assertEqual(found[4], [590, 7, 5] + [0] * 7)
        self.assertEqual(found[5], [0] * 10)

    def test_a_minute_goes_on_and_on(self):
        found = self.module("dashboard/history", """const d = new m.Delays(); const c = new Array(10).fill(0); const out = [];
          for (let s = 0; s <= 600; s += 1) { c[0] += 2; c[9] += s < 500 ? 1 : 0; d.add(c, s * 1000); if (s % 100 === 0) out.push(d.window(s * 1000)); }
          return out.map((w) => [w[0], w[9]]);""")
        self.assertEqual(found, [[0, 0], [120, 60], [120, 60], [120, 60], [120, 60], [120, 59], [120, 0]])

    def test_a_rate_is_of_a_whole_second(self):
        found = self.module("dashboard/history", """const r = new m.Rate(); const out = [];
          for (const [count, at] of [[1000, 0], [1030, 500], [1060, 1000], [1090, 1500], [1180, 3000], [4, 3100], [14, 4100]]) { r.add(count, at); out.push(r.value); }
          return out;""")
        self.assertEqual(found, [None, None, 60, 60, 60, 60, 10])

    def test_stalls_are_counted_once_each_and_the_longest_is_kept(self):
        found = self.module("dashboard/history", """const s = new m.Stalls();
          for (const silence of [5, 150, 151, 400, 900, 4, 160, 2]) s.add(silence); return [s.count, s.longest];""")
        self.assertEqual(found, [2, 900])

    def test_a_strip_keeps_the_newest_in_their_order(self):
        found = self.module("dashboard/history", """const s = new m.Strip(4); const out = [];
          for (let t = 1; t <= 6; t += 1) s.add(t / 2, -t, t); s.forEach(3, (...v) => out.push(v)); return [out, s.reach(0)];""")
        self.assertEqual(found, [[[4, 2, -4], [5, 2.5, -5], [6, 3, -6]], 6])

    def learn(self):
        """Loads the words of the dashboard."""
        self.module("language", "return m.learn('dashboard').then(() => null);")

    def test_drops_are_summed_once_a_second_by_group(self):
        found = self.module("dashboard/drops", """const w = new m.DropWatch(); const drops = new Array(count).fill(0); const host = { drops, droppedByKernel: 5 };
          const out = [w.apply(host, 0)]; drops[0] = 2; drops[14] = 1; drops[21] = 9; out.push(w.apply(host, 500)); host.droppedByKernel = 6;
          out.push(w.apply(host, 1000)); out.push(w.apply(host, 2000)); drops.fill(0); out.push(w.apply(host, 3000)); return out;""", count=len(Drop))
        self.assertEqual(found[:2] + found[3:], [[], [], [], []])
        self.assertEqual([(each["group"], each["count"]) for each in found[2]], [("broken", 3), ("late", 9), ("kernel", 1)])

    def test_drops_that_go_on_are_one_event(self):
        self.learn()
        found = self.module("dashboard/journal", """const list = document.createElementNS('http://www.w3.org/1999/xhtml', 'ol'); const j = new m.Journal(list);
          const drop = (group, count, s) => j.note({ kind: 'drops', group, count }, new Date(2026, 1, 1, 9, 0, s));
          drop('late', 3, 0); drop('flooding', 1, 1); drop('late', 4, 4); drop('late', 5, 9); drop('late', 6, 15); j.note({ kind: 'nothing' });
          return [...list.children].map((e) => e.textContent);""")
        self.assertEqual(found, ["09:00:156 packets dropped: late or repeated", "09:00:011 packets dropped: too many",
                                 "09:00:0012 packets dropped: late or repeated"])

    def test_a_layout_has_its_name_as_soon_as_that_is_known(self):
        self.learn()
        found = self.module("dashboard/journal", """const list = document.createElementNS('http://www.w3.org/1999/xhtml', 'ol'); const j = new m.Journal(list);
          const names = {}; j.note({ kind: 'layout', layout: 'tank', names }, new Date(2026, 1, 1, 9, 0, 0)); const before = list.textContent;
          names.tank = { en: 'Tank' }; j.translate(); return [before, list.textContent];""")
        self.assertEqual(found, ["09:00:00Layout for everyone: tank", "09:00:00Layout for everyone: Tank"])

    def test_each_reason_is_in_one_group(self):
        found = self.module("dashboard/drops", """const w = new m.DropWatch(); const drops = new Array(count).fill(0); const out = [];
          w.apply({ drops, droppedByKernel: 0 }, 0);
          for (let i = 0; i < count; i += 1) { drops[i] = 1; out.push(w.apply({ drops, droppedByKernel: 0 }, 1000 * (i + 1)).length); } return out;""", count=len(Drop))
        self.assertEqual(found, [1] * len(Drop))


class CodeTests(modules.Modules):
    """Tests of QR codes, of the drawings of angles, of waiting controllers, of names, and of the texts for times and digits."""

    def test_only_a_square_of_modules_is_a_code(self):
        good = ["01" * 12 + "0"] * 25
        for rows, wanted in ((good, True), (good[1:], False), (None, False), ("01", False), ([["0"] * 25] * 25, False), (["2" * 25] * 25, False)):
            self.assertEqual(self.module("dashboard/qr", "return m.isCode(rows);", rows=rows), wanted)

    def test_an_arc_ends_where_the_needle_points(self):
        for angle in (-1.2, -0.3, 0.4, 2):
            numbers = [float(text) for text in re.findall(r"-?[\d.]+", self.module("dashboard/dial", "return m.arc(a);", a=angle))]
            self.assertAlmostEqual(math.atan2(numbers[-2], -numbers[-1]), angle, delta=0.01)

    def test_the_scale_of_the_strip_has_room_for_all_values(self):
        found = self.module("dashboard/chart", "return [0, 0.1, 0.11, 0.6, 2.5].map(m.scale);")
        for value, wanted in zip(found, (0.1, 0.1, 0.25, 1, math.pi)):
            self.assertAlmostEqual(value, wanted)

    def test_who_waits_is_told_once_also_over_a_new_connection(self):
        peer = {"key": "ab" * 32, "slot": 0, "reason": 0, "code": "", "name": "Pixel"}
        found = self.module("dashboard/peers", """const p = new m.Peers(); const out = []; const say = (state, at, more) => out.push(p.apply({ ...peer, ...more, state }, at).map((e) => e.kind));
          p.begin(0); say('connecting', 10); say('connecting', 20, { code: '123456' }); out.push(p.waiting.length); p.begin(5000); out.push(p.waiting.length);
          say('connecting', 5010); say('connected', 6000, { slot: 3 }); out.push(p.names); say('disconnected', 7000, { reason: 5 }); return out;""", peer=peer)
        self.assertEqual(found, [["asks"], [], 1, 0, [], ["letIn"], [[3, {"name": "Pixel"}]], ["denied"]])

    def test_a_name_that_nobody_sees_is_no_name(self):
        found = self.module("dashboard/names", "return names.map(m.visible);", names=[
            "Aki", "\u3164", "\u2800", " \u3000", "\u0301", "\u200d", "\ufe0f", "", None, 7,
            "\u202eAki\u2069 ", "👩\u200d👩\u200d👧", "🏳\ufe0f\u200d🌈", "علی\u200cرضا"])
        self.assertEqual(found, ["Aki", *[""] * 9, "Aki", "👩\u200d👩\u200d👧", "🏳\ufe0f\u200d🌈", "علی\u200cرضا"])

    def test_times_and_digits(self):
        self.assertEqual(self.module("dashboard/invite", "return [m.clock(600), m.clock(59), m.halves('12345678'), m.halves('482913'), m.halves('')];"),
                         ["10:00", "0:59", "1234 5678", "482 913", ""])


class WordTests(modules.Modules):
    """Tests of the dashboard's words."""

    def test_every_word_that_is_used_is_there_and_none_is_there_for_nothing(self):
        source = "".join(path.read_text() for path in (WEB / "dashboard").glob("*.js") if path.name != "tables.js")
        page = (WEB / "dashboard.html").read_text()
        keys = {key for part in ("dashboard", "knobs", "share") for key in self.module(f"words/en/{part}", "return Object.keys(m.default);")}
        used = set(re.findall(r'\bword\("(\w+)"', source)) | set(re.findall(r'data-(?:word|label)="(\w+)"', page))
        used |= {name.lower() for table in (Mode, Policy, Silence) for name in table.__members__}
        self.assertEqual(used - keys, set())
        # The words about shared pads are also used by phones.
        source += (WEB / "share.js").read_text()
        quoted = used | set(re.findall(r'"(\w+)"', source)) | set(re.findall(r"\b(\w+):", source))
        said = {"notNow", "nobody", "noSessions", "failed", "full", "edited", "switchedOff", *(count.name.lower() for count in Count)}
        said |= {f"share_{preset}" for preset in PRESETS}
        settings = {f"knob_{row[0]}" for row in KNOBS}
        self.assertEqual(settings - keys, set())
        choices = {text for row in KNOBS for text in (row[2] if isinstance(row[2], list) else row[6:])}
        said |= settings | {f"choice_{text}" for text in choices} | {"origin_kept", "origin_tried"}
        self.assertEqual({key for key in keys - quoted - said - {f"reason{number}" for number in Refusal}}, set())
