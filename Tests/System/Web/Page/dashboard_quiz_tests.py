"""Tests of the quiz on the dashboard: its rounds and points, and the host's orders."""

import dashboard_scene
import host_records
from host_records import Part, Stage
from tables import RoundFlag, RoundPhase

MS = 1000


def pressed(milliseconds, reach=0.5, doubts=0):
    """Returns a press (earliest, latest, received, doubts) `milliseconds` after the start of the round, uncertain by ±`reach` ms."""
    return (round((milliseconds - reach) * MS), round((milliseconds + reach) * MS), round((milliseconds + 20) * MS), doubts)


def decided(**fields):
    """Returns a stage whose round Aki has won by 12.4 ms."""
    players = {1: Part("buzzer", 0, 3, pressed(900)), 2: Part("buzzer", 2, -1, pressed(912.4, 0.8)), 3: Part("buzzer", 2, 0)}
    return Stage(**{"mode": "buzzer", "phase": RoundPhase.LOCKED, "round": 7, "winner": 1, "contestants": (1, 2, 3), "lead": 12_400, "uncertainty": 1_300,
                    "players": players, **fields})


def tied():
    """Returns a stage whose round is too close to call."""
    players = {1: Part("buzzer", press=pressed(900)), 2: Part("buzzer", press=pressed(901.4, 0.8, doubts=5)), 3: Part("buzzer")}
    return Stage("buzzer", RoundFlag.TIE, RoundPhase.LOCKED, 8, 255, (1, 2, 3), (1, 2), unheard=(3,), lead=1_400, uncertainty=1_300, players=players)


class QuizScene(dashboard_scene.DashboardScene):
    """A test with three players, and a stage."""

    def setUp(self):
        """Adds the players, and a decided round."""
        super().setUp()
        self.server.players = {slot: host_records.Player() for slot in (1, 2, 3)}
        self.server.names = [{"slot": slot, "name": name, "colour": ""} for slot, name in ((1, "Aki"), (2, "Mei"), (3, "Tom"))]
        self.server.stage = decided()

    def show(self, stage):
        """Sends a stage."""
        self.server.stage = stage
        self.server.tell()

    def until_text(self, page, selector, text):
        """Waits until an element has a text."""
        page.wait(f"document.querySelector({selector!r}).textContent === {text!r}")

    def ordered(self, page, act):
        """Returns the order that the function `act` makes the dashboard give. It must be exactly one."""
        self.server.orders.clear()
        act()
        return self.order()


class QuizTests(QuizScene):
    """Tests of the panel of the quiz."""

    def test_a_verdict_says_who_by_how_much_and_how_sure(self):
        page = self.dashboard()
        self.until_text(page, "#verdict-text", "Aki, 12.4 ms ± 1.3 ahead of Mei")
        self.assertEqual([self.text(page, each) for each in ("#round", "#phase", "#verdict-more")], ["Round 7", "decided", ""])
        self.assertEqual(page.run("[...document.querySelectorAll('#presses li')].map((e) => e.textContent)"),
                         ["1 Aki900.0 ms ± 0.5", "2 Mei+12.4 ms ± 1.3"])
        self.show(decided(phase=RoundPhase.RESULT, winners=(1,)))
        self.until_text(page, "#verdict-more", "points to Aki")
        self.show(decided(phase=RoundPhase.RESULT, flags=RoundFlag.MIDPOINT, winners=(1,), lead=700))
        self.until_text(page, "#verdict-text", "Aki, 0.7 ms ± 1.3 ahead of Mei")
        self.until_text(page, "#verdict-more", "by the earlier midpoint, not proven · points to Aki")
        self.show(Stage("buzzer", 0, RoundPhase.ARMED, 8, 0, (1, 2, 3), players={slot: Part("buzzer") for slot in (1, 2, 3)}))
        self.until_text(page, "#verdict-text", "Press!")
        page.wait("document.querySelector('#presses-ends').hidden && !document.querySelector('#presses li')")

    def test_bars_stand_where_the_intervals_are(self):
        page = self.dashboard()
        page.wait("document.querySelectorAll('#presses .interval').length === 2")
        bars = page.run("""[...document.querySelectorAll('#presses .interval')].map((e) => [+e.getAttribute('x'), +e.getAttribute('width')])""")
        # The scale goes from 899.5 to 913.2 ms. It has 940 units, with a margin of 30 on the left.
        per_ms = 940 / 13.7
        for (x, width), (earliest, latest) in zip(bars, ((899.5, 900.5), (911.6, 913.2))):
            self.assertAlmostEqual(x, 30 + (earliest - 899.5) * per_ms, delta=0.2)
            self.assertAlmostEqual(width, (latest - earliest) * per_ms, delta=0.2)
        self.assertEqual(page.run("[...document.querySelectorAll('#presses-ends span')].map((e) => e.textContent)"), ["899.5 ms", "913.2 ms"])

    def test_too_close_to_call_has_three_choices_doubts_and_the_unheard(self):
        self.server.stage = tied()
        page = self.dashboard()
        self.until_text(page, "#verdict-text", "Too close to call: 1.4 ms ± 1.3")
        self.until_text(page, "#verdict-more", "between Aki, Mei")
        self.assertEqual(self.text(page, "#presses li:nth-child(2) .doubts"), "clock uncertain, too long in transit")
        self.assertEqual(self.text(page, "#marks"), "Not heard from, possibly first: Tom")
        for choice in ("shared", "again", "midpoint"):
            self.assertEqual(self.ordered(page, lambda: self.click(page, f"#choices [data-do={choice}]")), {"type": "buzzer", "do": choice})
        self.assertTrue(page.run("document.querySelector('[data-do=right]').disabled"))
        self.show(decided(false_starts=(2,), out=(3,)))
        page.wait("document.querySelector('#choices').hidden && document.querySelectorAll('#marks li').length === 2")
        self.assertEqual(page.run("[...document.querySelectorAll('#marks li')].map((e) => e.textContent)"),
                         ["Pressed too early: Mei", "Locked out: Tom"])

    def test_the_host_leads_with_buttons(self):
        page = self.dashboard()
        for name in ("right", "wrong", "clear", "undo", "automatic", "manual"):
            self.assertEqual(self.ordered(page, lambda: self.click(page, f"#quiz [data-do={name}]")), {"type": "buzzer", "do": name})
        page.wait("document.querySelector('[data-do=arm]').disabled")
        self.show(decided(phase=RoundPhase.IDLE, winner=0, flags=RoundFlag.AUTOMATIC))
        page.wait("!document.querySelector('[data-do=arm]').disabled && document.querySelector('[data-do=automatic]').ariaPressed === 'true'")
        self.assertEqual(self.ordered(page, lambda: self.click(page, "[data-do=arm]")), {"type": "buzzer", "do": "arm"})
        self.click(page, "#new-quiz")
        page.wait("document.querySelector('#reset').open")
        self.assertEqual(self.ordered(page, lambda: self.click(page, "#reset-sure")), {"type": "buzzer", "do": "reset"})

    def press(self, page, key, code, number, **more):
        """Presses and releases a key."""
        for kind in ("rawKeyDown", "keyUp"):
            page.call("Input.dispatchKeyEvent", type=kind, key=key, code=code, windowsVirtualKeyCode=number, **more)

    def test_the_host_leads_with_keys(self):
        page = self.dashboard()
        # A page receives keys only if it has the focus.
        page.call("Emulation.setFocusEmulationEnabled", enabled=True)
        page.wait("document.querySelector('[data-do=right]')?.disabled === false && !document.querySelector('#quiz').hidden")
        self.assertEqual(page.run("[...document.querySelectorAll('#leads button')].map((e) => e.querySelector('kbd')?.textContent ?? '')"), ["␣", "R", "W", "", "U"])
        for key, do in (("r", "right"), ("w", "wrong"), ("u", "undo")):
            self.assertEqual(self.ordered(page, lambda: self.press(page, key, f"Key{key.upper()}", ord(key.upper()))), {"type": "buzzer", "do": do})
        self.server.orders.clear()
        # A key gives no order if the round does not allow the order, in an open dialog, or with Ctrl. On a button, the space bar presses that button.
        self.press(page, " ", "Space", 32)
        self.press(page, "r", "KeyR", 82, modifiers=2)
        self.click(page, "#new-quiz")
        page.wait("document.querySelector('#reset').open")
        self.press(page, "r", "KeyR", 82)
        page.run("document.querySelector('#reset').close()")
        self.show(decided(phase=RoundPhase.RESULT, winners=(1,)))
        page.wait("!document.querySelector('[data-do=arm]').disabled")
        page.run("document.querySelector('#recentre-all').focus()")
        self.press(page, " ", "Space", 32)
        self.assertEqual(self.order()["type"], "recentre")
        page.run("document.activeElement.blur()")
        self.assertEqual(self.ordered(page, lambda: self.press(page, " ", "Space", 32)), {"type": "buzzer", "do": "arm"})

    def test_points_and_teams(self):
        page = self.dashboard()
        page.wait("document.querySelectorAll('#scores li').length === 3")
        self.assertEqual(page.run("[...document.querySelectorAll('#scores .points')].map((e) => e.textContent)"), ["3", "−1", "0"])
        self.until_text(page, "#team-scores", "Team 2: −1")
        for by in (1, -1):
            found = self.ordered(page, lambda: self.click(page, f"#scores [data-slot='2'] [data-by='{by}']"))
            self.assertEqual(found, {"type": "points", "slot": 2, "by": by})
        choose = "(() => { const s = document.querySelector(\"#scores [data-slot='1'] select\"); s.value = '2'; s.dispatchEvent(new Event('change')); })()"
        self.assertEqual(self.ordered(page, lambda: page.run(choose)), {"type": "team", "slot": 1, "team": 2})
        self.until_text(page, "#team-scores", "Team 2: 2")

    def test_no_screen_has_to_be_scrolled_sideways(self):
        self.server.names[0]["name"] = "A name as long as they may be"
        self.server.stage = tied()
        self.server.stage.winner = 255
        page = self.dashboard()
        for width in (390, 768, 1024, 1280, 3840):
            page.call("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=False)
            for language in ("en", "ja", "zh"):
                self.speak(page, language)
                page.wait(f"innerWidth === {width} && document.documentElement.lang.startsWith({language!r}) && !document.querySelector('#choices').hidden")
                wide = page.run("""[...document.querySelectorAll('#quiz *, #score-board *, header *')].filter((e) => e.clientWidth > 1
                  && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 80))""")
                self.assertEqual((page.run("document.documentElement.scrollWidth"), wide), (width, []), f"{width} px, {language}")


class ModeTests(QuizScene):
    """Tests of the modes on the dashboard."""

    def test_the_room_and_each_player_are_switched(self):
        self.server.stage = Stage("play", players={slot: Part("play") for slot in (1, 2, 3)})
        page = self.dashboard()
        page.wait("document.querySelector('#modes [data-value=play]')?.ariaPressed === 'true'")
        self.assertTrue(page.run("document.querySelector('#quiz').hidden && document.querySelector('#score-board').hidden"))
        for mode in ("attract", "lobby", "tank", "play", "buzzer"):
            self.assertEqual(self.ordered(page, lambda: self.click(page, f"#modes [data-value={mode}]")), {"type": "mode", "mode": mode, "slot": 0})
            page.wait(f"document.querySelector('#modes [data-value={mode}]').ariaPressed === 'true'")
        page.wait("!document.querySelector('#quiz').hidden")
        self.until_logged(page, "Mode: Quiz")
        choice = "tr[data-slot='2'] select"
        page.wait(f"document.querySelector({choice!r}).value === 'buzzer'")
        choose = f"(() => {{ const s = document.querySelector({choice!r}); s.value = 'tank'; s.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
        self.assertTrue(page.run("document.querySelector('#to-tanks').hidden"))
        self.assertEqual(self.ordered(page, lambda: page.run(choose)), {"type": "mode", "mode": "tank", "slot": 2})
        page.wait("!document.querySelector('#to-tanks').hidden")
        page.wait(f"document.querySelector({choice!r}).value === 'tank' && document.querySelector(\"tr[data-slot='1'] select\").value === 'buzzer'")

    def test_the_apps_of_the_host_are_switched_like_tiltpads_own(self):
        self.server.stage = Stage("play", players={1: Part("play"), 2: Part(131), 3: Part("play")}, apps={130: "reaction"})
        page = self.dashboard()
        page.wait("document.querySelector('#modes [data-value=mode130]')?.textContent === 'reaction'")
        self.assertEqual(self.ordered(page, lambda: self.click(page, "#modes [data-value=mode130]")), {"type": "mode", "mode": "mode130", "slot": 0})
        page.wait("document.querySelector('#modes [data-value=mode130]').ariaPressed === 'true'")
        self.until_logged(page, "Mode: reaction")
        choice = "tr[data-slot='2'] select"
        page.wait(f"document.querySelector({choice!r}).value === 'mode130'")
        self.assertEqual(page.run(f"[...document.querySelector({choice!r}).options].map((o) => o.textContent)"),
                         ["Welcome", "Lobby", "Play", "Quiz", "Tanks", "reaction"])
        choose = f"(() => {{ const s = document.querySelector({choice!r}); s.value = 'play'; s.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
        self.assertEqual(self.ordered(page, lambda: page.run(choose)), {"type": "mode", "mode": "play", "slot": 2})

    def test_without_a_word_of_the_stage_there_is_nothing_to_switch(self):
        self.server.stage = None
        page = self.dashboard()
        page.wait("document.querySelectorAll('#players tbody tr').length === 3")
        self.assertTrue(page.run("document.querySelector('#mode').hidden && document.querySelector('#quiz').hidden && document.querySelector('tr select').hidden"))

    def test_an_order_that_is_refused_is_told(self):
        self.server.results = {"mode": "notNow", "buzzer": "notNow"}
        page = self.dashboard()
        self.click(page, "#modes [data-value=attract]")
        self.until_logged(page, "“Mode” failed: not possible now")
        self.click(page, "[data-do=undo]")
        self.until_logged(page, "“Quiz” failed: not possible now")


class KioskTests(QuizScene):
    """Tests of the television's display, which follows the mode."""

    def kiosk(self, **options):
        """Returns the page on a television."""
        page = self.dashboard("/?kiosk", **{"width": 1280, "height": 720, **options})
        page.wait("document.querySelector('#kiosk').dataset.mode")
        return page

    def shown(self, page, selector):
        """Returns whether an element is visible."""
        return page.run(f"document.querySelector({selector!r}).checkVisibility()")

    def test_it_shows_the_code_then_players_and_teams_then_the_verdict(self):
        self.server.stage = Stage("attract", players={slot: Part("attract") for slot in (1, 2, 3)})
        page = self.kiosk()
        page.wait("document.querySelector('#kiosk').dataset.mode === 'attract' && document.querySelector('#qr path')")
        self.assertGreater(page.run("document.querySelector('#qr').getBoundingClientRect().width"), 580)
        self.assertFalse(self.shown(page, "#crowd"))
        self.show(Stage("lobby", players={slot: Part("lobby", slot % 2) for slot in (1, 2, 3)}))
        page.wait("document.querySelector('#kiosk').dataset.mode === 'lobby'")
        self.assertEqual(page.run("[...document.querySelectorAll('#crowd li')].map((e) => e.textContent)"), ["1 AkiTeam 1", "2 Mei", "3 TomTeam 1"])
        self.assertTrue(self.shown(page, "#qr"))
        self.show(decided())
        self.until_text(page, "#verdict-text", "Aki, 12.4 ms ± 1.3 ahead of Mei")
        self.assertEqual(page.run("[...document.querySelectorAll('#crowd li')].map((e) => e.textContent)"), ["1 Aki3", "2 Mei−1", "3 Tom0"])
        self.until_text(page, "#team-scores", "Team 2: −1")
        self.assertFalse(self.shown(page, "#qr"))
        small = page.run("""[...document.querySelectorAll('#kiosk *')].filter((e) => e.clientWidth && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())
          && parseFloat(getComputedStyle(e).fontSize) < innerHeight * 0.05 - 0.1).map((e) => e.outerHTML)""")
        self.assertEqual(small, [])
        self.assertEqual((self.server.orders, page.messages), ([], []))

    def test_a_quiz_of_sixteen_fits_on_it(self):
        self.server.players = {slot: host_records.Player() for slot in range(1, 17)}
        self.server.stage = tied()
        self.server.stage.players = {slot: Part("buzzer", slot % 8 + 1, -slot, pressed(900 + slot)) for slot in range(1, 17)}
        for width, height in ((1280, 720), (3840, 2160)):
            page = self.kiosk(width=width, height=height)
            page.wait("document.querySelectorAll('#crowd li').length === 16 && document.querySelector('#verdict-text').textContent")
            self.assertEqual(page.run("[...document.querySelectorAll('#kiosk li, #verdict, #team-scores')].filter((e) => { const b = e.getBoundingClientRect();"
                                      "return b.top < 0 || b.bottom > innerHeight || b.right > innerWidth; }).map((e) => e.outerHTML)"), [])
