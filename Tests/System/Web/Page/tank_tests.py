"""Tests of the tanks. Levers drive them along the paths of Tests/Vectors/tank.json, and the page shows them."""

import json
import math
import random
import re
import subprocess
import sys
import time

import dashboard_scene
import house
import modules
import vectors
from host_records import Part, Player, Stage

VECTORS = json.loads((vectors.PLACE / "tank.json").read_text())
PIXELS = 2
RADIANS = math.radians(1)
TRANSFORM = re.compile(r"translate\((-?[\d.]+) (-?[\d.]+)\)(?: rotate\((-?[\d.]+)\))?")
# A script with a clock that the test controls. `pass(ms)` moves it, and `frame()` draws a frame. `batches` counts the binary messages that the page
# has received.
CLOCK = """(() => {
  let now = 5000; const waiting = new Map(); let last = 0;
  window.batches = 0;
  performance.now = () => now;
  window.requestAnimationFrame = (call) => { last += 1; waiting.set(last, call); return last; };
  window.pass = (ms) => { now += ms; };
  window.frame = () => { const calls = [...waiting.values()]; waiting.clear(); for (const call of calls) call(now); };
  const Own = WebSocket;
  window.WebSocket = class extends Own {
    constructor(...all) { super(...all); this.addEventListener('message', ({ data }) => typeof data === 'string' || setTimeout(() => { window.batches += 1; })); }
  };
})()"""
# The part of an expression that moves the clock by a frame, each time that the page is asked.
NEXT = "pass(33), frame()"
# If two looks at the page are further apart than this, in s, the machine has stood still.
LONGEST_s = 0.5


def events(parts, source):
    """Returns events sorted by time in ms: (time, "report", levers) at irregular intervals and at each change, and (time, "frame")."""
    found, begin = [], 0
    for part in parts:
        end, levers = begin + part["seconds"] * 1000, part["left"] + part["right"]
        when = begin
        while when < end:
            found.append((when, "report", levers))
            when += source.choice((12, 20, 33, 33, 40, 60))
        begin = end
    frame = 0
    while frame < begin:
        found.append((frame, "frame"))
        frame += source.choice((7, 16, 17, 17, 33, 50))
    return sorted(found, key=lambda event: event[:2])


def wrapped(angle):
    """Returns an angle wrapped to −π…π."""
    return math.remainder(angle, 2 * math.pi)


class TankScene(dashboard_scene.DashboardScene):
    """A test with the page of the tanks, and one player."""

    def setUp(self):
        """Adds the player."""
        super().setUp()
        self.server.players = {1: Player()}
        self.server.stage = Stage("tank", players={1: Part("tank")})

    def tanks(self, path="/tank", **options):
        """Returns the page, with a tank on it."""
        page = self.page(**options)
        page.open(self.house.address() + path)
        return page

    def drawn(self, page, slot=1):
        """Returns the drawn pose of a tank: x, y, and heading in rad."""
        found = TRANSFORM.match(page.run(f"document.querySelector('g.tank[data-slot=\"{slot}\"]').getAttribute('transform')"))
        return float(found[1]), float(found[2]), math.radians(float(found[3]))

    def hold(self, slot=1, levers=(0, 0, 0, 0), buttons=()):
        """Makes a player hold these levers and buttons."""
        self.server.players[slot].sticks, self.server.players[slot].buttons = tuple(levers), tuple(buttons)
        self.server.tell()

    def clocked(self, path="/tank", motion="", **options):
        """Returns the page with a clock that the test controls. `motion` is "reduce" for a browser that wants reduced motion."""
        page = self.page(script=CLOCK, **options)
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": motion}])
        page.open(self.house.address() + path)
        page.wait("window.batches === 1")
        page.run("frame()")
        return page

    def taken(self, page, **held):
        """Sends a report with these inputs, and waits until the page has received it."""
        before = page.run("window.batches")
        self.hold(**held)
        page.run(f"new Promise((done) => {{ const look = () => (window.batches > {before} ? done(1) : setTimeout(look)); look(); }})")


class PathTests(TankScene):
    """Tests that tanks are drawn along the expected paths."""

    def drive(self, page, script, source):
        """Drives a script; yields the expected and the drawn pose for each point of its path."""
        queue, now = events(script["parts"], source), 0
        for point in script["path"]:
            end = point["at"] * 1000
            while queue and queue[0][0] < end:
                when, kind, *levers = queue.pop(0)
                page.run(f"pass({when - now}){', frame()' if kind == 'frame' else ''}")
                now = when
                if levers:
                    self.taken(page, levers=levers[0])
            page.run(f"pass({end - now}), frame(), frame()")
            now = end
            yield point, self.drawn(page)

    def test_scripted_levers_draw_the_expected_path(self):
        for number, script in enumerate(VECTORS["scripts"]):
            page = self.clocked(f"/tank?steer={script['scheme']}", width=1280, height=900)
            source = random.Random(number)
            page.run(f"pass({source.uniform(0, 8)}), frame()")
            worst = 0
            for point, (x, y, heading) in self.drive(page, script, source):
                apart = math.hypot(x - point["x"], y - point["y"])
                worst = max(worst, apart)
                self.assertLessEqual(apart, PIXELS, f"{script['scheme']} at {point['at']} s: {(x, y)}, not {point}")
                self.assertLessEqual(abs(wrapped(heading - point["heading"])), RADIANS * 2, f"{script['scheme']} at {point['at']} s")
            print(f"tank: {script['scheme']} stays within {worst:.2f} px of its path", end=" ... ", flush=True)
            self.hold()

    def test_an_arc_in_real_time_is_one_whatever_the_records_do(self):
        deadline, longest = time.monotonic() + house.DEADLINE, math.inf
        while longest > LONGEST_s and time.monotonic() < deadline:
            page = self.tanks(width=1280, height=900)
            page.wait("document.querySelector('g.tank')")
            points, longest = self.arc(page)
        self.assertGreater(points[-1][2], 0.8, "it has driven")
        # At rest nothing moves any more.
        house.until(lambda: self.drawn(page) == (time.sleep(0.3) or self.drawn(page)), "rest")

    def arc(self, page):
        """Drives an arc for 2.5 s, releases the levers, and checks each drawn pose; returns the poses, and the longest time between two looks, s."""
        source, begin = random.Random(5), time.monotonic()
        start, radius, points, looks = VECTORS["start"], 135, [], [begin]
        while time.monotonic() < begin + 2.5:
            self.hold(levers=(0, -1, 0, -0.5))
            time.sleep(source.choice((0.005, 0.03, 0.033, 0.06)))
            points.append(self.drawn(page))
            looks.append(time.monotonic())
        self.hold()
        for x, y, heading in points:
            self.assertLessEqual(abs(math.hypot(x - start["x"] - radius, y - start["y"]) - radius), PIXELS, (x, y))
            # The tank points along the circle.
            self.assertLessEqual(abs(wrapped(math.atan2(y - start["y"], x - start["x"] - radius) + math.pi - heading)), RADIANS)
        return points, max(later - earlier for earlier, later in zip(looks, looks[1:]))


class PageTests(TankScene):
    """Tests of the other parts of the page: drivers, steering, shots, sizes and tickets."""

    def test_everybody_drives_unless_somebody_is_in_the_mode(self):
        self.server.players = {slot: Player() for slot in (1, 2, 3)}
        self.server.names = [{"slot": 2, "name": "Mei", "colour": "#CC79A7"}]
        self.server.stage = Stage("play", players={slot: Part("play") for slot in (1, 2, 3)})
        page = self.tanks()
        page.wait("document.querySelectorAll('g.tank').length === 3")
        self.assertEqual(page.run("[...document.querySelectorAll('#drivers .badge')].map((e) => e.textContent)"), ["1 Player 1", "2 Mei", "3 Player 3"])
        self.assertEqual(page.run("document.querySelector('g.tank[data-slot=\"2\"]').style.getPropertyValue('--me')"), "#CC79A7")
        self.assertEqual(page.run("document.querySelector('g.mark[data-slot=\"2\"]').textContent"), "2")
        self.assertIn("#triangle", page.run("document.querySelector('g.mark[data-slot=\"2\"] use').getAttribute('href')"))
        self.server.stage.players[2].mode = "tank"
        self.server.tell()
        page.wait("document.querySelectorAll('g.tank').length === 1 && document.querySelector('g.tank').dataset.slot === '2'")
        self.server.players.clear()
        self.server.tell()
        page.wait("!document.querySelector('g.tank') && !document.querySelector('#nobody').hidden")
        self.assertEqual((self.server.orders, page.messages), ([], []))

    def test_the_steering_is_chosen_by_the_address_a_button_and_back(self):
        page = self.clocked("/tank?steer=mix")
        pressed = "document.querySelector('#drivers [aria-pressed=true]')?.dataset.value"
        page.wait(f"(frame(), {pressed} === 'mix')")
        self.click(page, "#drivers [data-value=single]")
        page.wait(f"(frame(), {pressed} === 'single')")
        for wanted in ("mix", "tracks", "single"):
            self.taken(page, buttons=("BACK",))
            page.wait(f"(frame(), {pressed} === {wanted!r})")
            for buttons in (("BACK", "B"), ()):
                self.taken(page, buttons=buttons)
                self.assertEqual(page.run(f"(frame(), {pressed})"), wanted)
        other = self.tanks("/tank?steer=nonsense&lang=ja")
        other.wait(f"{pressed} === 'tracks' && document.querySelector('main h1').textContent.startsWith('戦車')")

    def test_it_fires_and_turns_the_turret(self):
        page = self.clocked()
        turret = "parseFloat(document.querySelector('.turret').getAttribute('transform').slice(7))"
        barrel = "document.querySelector('.barrel').getAttribute('transform')"
        self.taken(page, buttons=("RB",))
        page.wait(f"({NEXT}, {turret} > 10)")
        self.taken(page, buttons=("LB",))
        page.wait(f"({NEXT}, {turret} < 0)")
        self.taken(page, buttons=("A",))
        page.wait(f"({NEXT}, document.querySelector('.shell') && parseFloat({barrel}.split(' ')[1]) > 0)")
        self.taken(page)
        page.wait(f"({NEXT}, !document.querySelector('.shell') && {barrel} === 'translate(0 0.0)')")
        still = self.clocked(motion="reduce")
        self.taken(still, buttons=("A",), levers=(0, -1, 0, -1))
        still.wait(f"({NEXT}, document.querySelector('.shell'))")
        self.assertEqual(still.run(barrel), "translate(0 0)")
        self.assertIsNone(still.run("document.querySelector('.trail').getAttribute('points')"))

    def test_who_is_away_or_not_heard_of_any_more_stands_still(self):
        page = self.clocked()
        self.taken(page, levers=(0, -1, 0, -1))
        page.wait(f"({NEXT}, +document.querySelector('g.tank').getAttribute('transform').split(/[ )]/)[1] < 590)")
        # No more reports arrive. After a second, the tank stands still.
        page.run("pass(1300), frame()")
        rest = self.drawn(page)
        page.run("pass(300), frame()")
        self.assertEqual(self.drawn(page), rest)
        self.assertLess(600 - rest[1], 1.5 * VECTORS["table"]["topSpeed"])
        self.server.players[1].is_connected = False
        self.taken(page, levers=(0, -1, 0, -1))
        page.wait(f"({NEXT}, document.querySelector('#drivers li').dataset.away === 'true')")
        self.assertEqual(self.drawn(page), rest)

    def test_it_fits_on_every_screen(self):
        self.server.players = {slot: Player() for slot in range(1, 17)}
        self.server.stage = Stage("tank", players={slot: Part("tank") for slot in range(1, 17)})
        page = self.tanks()
        for width, height in ((390, 844), (844, 390), (1280, 720), (1920, 1080), (3840, 2160)):
            page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
            page.wait(f"innerWidth === {width} && document.querySelectorAll('g.tank').length === 16")
            self.assertEqual(page.run("document.documentElement.scrollWidth"), width)
        page.call("Emulation.setDeviceMetricsOverride", width=1920, height=1080, deviceScaleFactor=1, mobile=False)
        page.wait("innerWidth === 1920")
        self.assertGreater(page.run("document.querySelector('#field').getBoundingClientRect().height"), 700)
        self.assertEqual(page.messages, [])

    def test_another_machine_needs_a_ticket(self):
        page = self.page()
        page.open(self.house.address(dashboard_scene.REMOTE) + "/tank#wrong-ticket-wrong-ticket")
        page.wait("document.querySelector('#card')?.hidden === false")
        self.assertIn("tiltpad tank", self.text(page, "#card"))
        self.server.host_tickets.add("good")
        page.open(self.house.address(dashboard_scene.REMOTE) + "/tank?steer=mix#good")
        page.wait("document.body.dataset.stage === 'open' && document.querySelector('g.tank')")
        self.assertEqual(page.run("location.pathname + location.search + location.hash"), "/tank?steer=mix")


class DriveTests(modules.Modules):
    """Unit tests of the tanks' model, without a page."""

    def test_the_table_is_that_of_the_vectors(self):
        table = self.module("tank/drive", "return m.TABLE;")
        self.assertEqual({name: table[name] for name in VECTORS["table"]}, VECTORS["table"])
        self.assertEqual(self.module("tank/drive", "return m.start(1);"), VECTORS["start"])

    def test_the_vectors_are_what_the_formulas_give(self):
        script = vectors.PLACE.parents[1] / "scripts/build/tank-vectors.py"
        self.assertEqual(subprocess.run([sys.executable, script, "--check"], capture_output=True, check=False).returncode, 0)

    def test_steps_follow_the_paths(self):
        for script in VECTORS["scripts"]:
            found = self.module("tank/drive", """let pose = start; let at = 0; const out = [];
              for (const { seconds, left, right } of script.parts) for (let n = 0; n < Math.round(seconds / m.TABLE.step); n += 1) {
                pose = m.driven(pose, script.scheme, [...left, ...right]); at += 1; if (at % 30 === 0) out.push(pose); } return out;""",
                                script=script, start=VECTORS["start"])
            self.assertEqual(len(found), len(script["path"]))
            for pose, point in zip(found, script["path"]):
                self.assertLess(math.hypot(pose["x"] - point["x"], pose["y"] - point["y"]), 0.5, f"{script['scheme']} at {point['at']} s")
                self.assertLess(abs(wrapped(pose["heading"] - point["heading"])), 0.002)

    def test_the_frame_rate_does_not_matter(self):
        found = self.module("tank/field", """const record = { isConnected: true, report: { buttons: 0, sticks: [0, -1, 0, -0.4] } };
          return [1, 4, 7, 16.7, 100].map((frame) => { const f = new m.Field('tracks'); f.apply([{ slot: 1, record }], 0);
            for (let t = 0; t < 900; t += frame) f.advance(t); f.advance(900); const { x, y, heading } = f.tanks.get(1).pose; return [x, y, heading]; });""")
        for each in found:
            self.assertEqual(each, found[0])

    def test_walls_keep_tanks_in(self):
        found = self.module("tank/drive", """let pose = m.start(1); const out = [];
          for (const sticks of [[0, -1, 0, -1], [0, 1, 0, 1]]) { for (let n = 0; n < 900; n += 1) pose = m.driven(pose, 'tracks', sticks); out.push(pose.y); }
          return out;""")
        self.assertEqual(found, [36, 720 - 36])

    def test_a_shot_every_so_often_from_the_muzzle(self):
        found = self.module("tank/field", """const f = new m.Field('tracks'); const record = { isConnected: true, report: { buttons: 1, sticks: [0, 0, 0, 0] } };
          f.apply([{ slot: 1, record }], 0); f.advance(9); const first = { ...f.shells[0] }; const counts = [];
          for (const t of [390, 420, 820]) { f.advance(t); counts.push(f.shells.length); } return [first, counts];""")
        self.assertEqual(found, [{"slot": 1, "x": 160, "y": 554, "dx": 0, "dy": -1}, [1, 2, 3]])
