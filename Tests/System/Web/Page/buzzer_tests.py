"""Tests of the buzzer on phones: messages, display, sounds and vibrations in a round."""

import json
import time

import device_tests
import frames
import house
import mode_tests
import standstill
from tables import Mode, RoundPhase

A, B = 0, 1
QUIZ = "document.body.dataset.quiz"
WORD = "document.querySelector('#scene h2').textContent"
LINE = "document.querySelector('#scene .detail').textContent"
LEAST_mm, MILLIMETRE = 50, 6
# A script that records vibrations (their patterns, in `felt`) and tones ([Hz, start, end] in s, in `heard`). SOUND and BUZZING are replaced.
SENSES = """window.felt = []; navigator.vibrate = (pattern) => felt.push(pattern); window.heard = [];
  localStorage.setItem('tiltpad.settings', JSON.stringify({ name: 'Aki', fullScreen: false, sound: SOUND, buzzing: BUZZING }));
  window.AudioContext = class { state = 'running'; currentTime = 0; destination = {}; resume() {}
    createGain() { return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (to) => to }; }
    createOscillator() { const tone = { frequency: { value: 0 }, connect: (to) => to, start: (from) => { tone.from = from; },
      stop: (to) => heard.push([tone.frequency.value, tone.from, to]) }; return tone; } };"""


class BuzzerScene(mode_tests.ModeScene):
    """A test with phones in a quiz."""

    def contestant(self, **options):
        """Returns a phone that shows the buzzer, and its player's number."""
        phone, player = self.join(**options)
        self.into(phone, player, Mode.BUZZER)
        return phone, player

    def told(self, phone, player, state, *values):
        """Sends a new state of the round to a phone, and waits until it shows the state."""
        phone.run("document.querySelector('#scene h2').id = 'former'")
        self.house.round(player, *values)
        phone.wait(f"{QUIZ} === '{state}' && !document.querySelector('#former')")

    def press(self, phone):
        """Presses the button on the screen, and releases it."""
        phone.touch(b=phone.middle("[data-cell=buzz]"))
        phone.lift()

    def buzzes(self, player, since=0):
        """Returns the BUZZ frame of each message of a player that came after `since`, in s; None for a message without one."""
        return [arrival.buzz for arrival in self.house.arrivals(player) if arrival.at > since]


class SentTests(BuzzerScene):
    """Tests of the messages that a page sends to the host."""

    @standstill.again(0.8)
    def test_a_press_is_said_until_it_is_acknowledged_with_its_edge_and_its_time(self):
        phone, player = self.contestant()
        self.press(phone)
        self.until_state(player, lambda state: state.next_edge == 2, "a press before any round")
        self.assertFalse(any(self.buzzes(player)))
        self.house.server.hears_buzz = False
        self.told(phone, player, "armed", 9, RoundPhase.ARMED)
        phone.run("document.addEventListener('pointerdown', (event) => { window.down = event.timeStamp; }, true)")
        before = phone.run("performance.now()")
        self.press(phone)
        down = phone.run("window.down")
        self.assertGreaterEqual(down, before)
        first = house.until(lambda: next((buzz for buzz in self.buzzes(player) if buzz), None), "a BUZZ")
        self.assertEqual((first.round, first.edge), (9, 2))
        self.assertTrue(down - 1 < first.time / 1000 < phone.run("performance.now()"), "the time of the touch, or of the last message if that is later")
        edges = {number: (button, is_press) for arrival in self.house.arrivals(player) for number, button, is_press, _ in arrival.edges}
        self.assertEqual(edges[2], (A, True))
        since = self.house.arrivals(player)[-1].at
        said = house.until(lambda: len(self.buzzes(player, since)) > 20 and self.buzzes(player, since), "more messages")
        self.assertEqual(set(said), {first})
        self.press(phone)
        self.until_state(player, lambda state: state.next_edge == 6, "another press")
        self.assertEqual(set(self.buzzes(player, since)), {first})
        self.house.server.hears_buzz = True
        house.until(lambda: self.buzzes(player)[-1] is None, "no more of it")

    @standstill.again(0.8)
    def test_any_button_of_an_attached_gamepad_buzzes_too_and_a_release_does_not(self):
        phone, player = self.contestant(script="""window.pad = { connected: true, mapping: 'standard', axes: [0, 0, 0, 0],
          buttons: Array.from({ length: 17 }, () => ({ pressed: false, value: 0 })) }; navigator.getGamepads = () => [window.pad];""")
        self.told(phone, player, "wait", 4, RoundPhase.IDLE)
        phone.run(device_tests.FRAMES)
        phone.run("pad.buttons[1] = { pressed: true, value: 1 }")
        house.until(lambda: frames.Buzz(4, 0, 0) in [buzz and frames.Buzz(buzz.round, buzz.edge, 0) for buzz in self.buzzes(player)], "a BUZZ in idle")
        self.until_state(player, lambda state: state.buttons == 1 << B, "B")
        self.told(phone, player, "out", 4, RoundPhase.ARMED | frames.OUT)
        house.until(lambda: self.buzzes(player)[-1] is None, "that it is acknowledged")
        since = self.house.arrivals(player)[-1].at
        phone.run("pad.buttons[1] = { pressed: false, value: 0 }")
        self.until_state(player, lambda state: state.next_edge == 2, "the release")
        self.assertFalse(any(self.buzzes(player, since)))

    def test_nothing_is_said_of_presses_when_the_round_is_decided(self):
        phone, player = self.contestant()
        for state, values in (("missed", (3, RoundPhase.LOCKED, 5)), ("lose", (3, RoundPhase.RESULT, 5))):
            self.told(phone, player, state, *values)
            edge = self.newest(player).next_edge
            self.press(phone)
            self.until_state(player, lambda state: state.next_edge == (edge + 2) % 65536, f"a press when it is {values}")
        self.assertFalse(any(self.buzzes(player)))

    def test_while_it_is_armed_sixty_states_a_second_leave_though_nothing_moves(self):
        phone, player = self.contestant()
        self.told(phone, player, "armed", 1, RoundPhase.ARMED)
        # When armed, the page sends a state with each frame of the screen. When idle, it sends one every six frames.
        self.until_share(phone, player, 0.7)
        self.told(phone, player, "wait", 2, RoundPhase.IDLE)
        self.slows_down(player)


class ShownTests(BuzzerScene):
    """Tests of the display of a round."""

    def test_a_round_from_the_wait_to_the_win(self):
        phone, player = self.contestant()
        self.quiz(player, (player, "Aki", 0, 2), (5, "Mei", 0, 4))
        phone.wait("document.querySelector('#pad .players').textContent.includes('Aki 2')")
        self.told(phone, player, "wait", 6, RoundPhase.IDLE)
        self.told(phone, player, "armed", 6, RoundPhase.ARMED)
        self.assertEqual(phone.run(WORD), "GO!")
        self.press(phone)
        phone.wait(f"{QUIZ} === 'pressed'")
        self.assertRegex(phone.run(LINE), r"^\d+ ms$")
        self.told(phone, player, "first", 6, RoundPhase.LOCKED, player, 12_000)
        self.assertEqual(phone.run(f"[{WORD}, {LINE}]"), ["FIRST!", "0.012 s ahead"])
        self.quiz(player, (player, "Aki", 0, 5), (5, "Mei", 0, 4), teams=((2, 9), (1, 10)))
        self.told(phone, player, "win", 6, RoundPhase.RESULT, player, 12_000)
        self.assertEqual(phone.run(WORD), "YOU WIN")
        self.assertEqual(phone.run("document.querySelector('#scene .own').textContent"), "5 pt +3")
        self.assertEqual(phone.run("[...document.querySelectorAll('#scene tr')].map((row) => row.textContent)"),
                         [f"{player} Aki5", "5 Mei4", " Team 110", " Team 29"])
        self.assertEqual(phone.run("document.querySelector('#scene tr[aria-current]').textContent"), f"{player} Aki5")
        self.assertEqual(phone.run("getComputedStyle(document.querySelector('#scene table')).fontVariantNumeric"), "tabular-nums")
        box = phone.run("(() => { const b = document.querySelector('#scene').getBoundingClientRect(), m = document.querySelector('main').getBoundingClientRect(); return [b.width - m.width, b.height - m.height]; })()")
        self.assertEqual(box, [0, 0])
        said = phone.run("document.querySelector('#live').textContent")
        self.assertTrue("YOU WIN" in said and "5 pt, +3" in said, said)
        self.assertEqual(phone.messages, [])

    def test_each_other_end_has_its_word_its_icon_and_its_line(self):
        phone, player = self.contestant()
        self.quiz(player, (player, "Aki", 0, 2), (5, "Mei", 0, 4))
        for state, values, word, line, icon in (
                ("late", (1, RoundPhase.LOCKED, 5, 120_000), "Late", "+0.12 s", "late"), ("missed", (2, RoundPhase.LOCKED, 5), "Too late", "Mei was first", "late"),
                ("tie", (3, RoundPhase.LOCKED, frames.TIE, 1_400), "Too close to call", "1.4 ms", "tie"),
                ("out", (4, RoundPhase.IDLE | frames.OUT), "Locked out", "You were too early or wrong.", "lock"),
                ("lose", (5, RoundPhase.RESULT, 5, 31_000), "YOU LOSE", "Mei was first · +0.031 s", "late"),
                ("lose", (6, RoundPhase.RESULT, 7), "YOU LOSE", "Player 7 was first", "late"),
                ("nobody", (7, RoundPhase.RESULT, 0), "No winner", "", "tie")):
            self.told(phone, player, state, *values)
            # Two of these rounds differ only in their line of text.
            phone.wait(f"{LINE} === {json.dumps(line)}")
            self.assertEqual(phone.run(f"[{WORD}, {LINE}, document.querySelector('#scene use').getAttribute('href').split('#')[1]]"), [word, line, icon])

    def test_a_press_that_is_counted_as_none_of_the_next_round(self):
        phone, player = self.contestant()
        self.told(phone, player, "armed", 1, RoundPhase.ARMED)
        self.press(phone)
        phone.wait(f"{QUIZ} === 'pressed'")
        for number in (2, 3):
            self.told(phone, player, "armed", number, RoundPhase.ARMED)
        self.press(phone)
        house.until(lambda: [buzz for buzz in self.buzzes(player) if buzz and buzz.round == 3], "a BUZZ for the third round")
        self.assertEqual({buzz.round for buzz in self.buzzes(player) if buzz}, {1, 3})

    def test_what_the_host_says_last_is_shown_after_a_reload_a_break_and_a_hidden_page(self):
        phone, player = self.contestant()
        self.told(phone, player, "armed", 5, RoundPhase.ARMED)
        self.cut(phone, player)
        self.told(phone, player, "missed", 5, RoundPhase.LOCKED, 2)
        phone.hide()
        self.house.round(player, 6, RoundPhase.ARMED)
        phone.show()
        phone.wait(f"{QUIZ} === 'armed'")
        self.press(phone)
        phone.wait(f"{QUIZ} === 'pressed'")
        phone.reload()
        phone.wait("document.body?.dataset.stage === 'join'")
        self.tap_play(phone)
        self.playing(phone)
        self.assertEqual(self.player_of(phone), player)
        self.into(phone, player, Mode.BUZZER)
        phone.wait(f"{QUIZ} === 'armed'")
        self.press(phone)
        phone.wait(f"{QUIZ} === 'pressed' && {LINE} === 'Sent'")
        self.told(phone, player, "win", 6, RoundPhase.RESULT, player)

    def test_a_page_that_comes_back_into_another_slot_is_judged_there(self):
        phone, player = self.contestant()
        self.house.proxy.hold()
        self.house.proxy.cut()
        seats, other = self.house.server.seats, player + 4
        seats[other] = seats.pop(player)
        seats[other].player = other
        self.house.proxy.let_go()
        phone.wait(f"document.querySelector('#badge b').textContent === '{other}'")
        self.told(phone, other, "win", 5, RoundPhase.RESULT, other)

    def test_the_next_quiz_does_not_begin_with_the_end_of_the_one_before(self):
        phone, player = self.contestant()
        self.told(phone, player, "lose", 5, RoundPhase.RESULT, 2)
        self.house.server.seats[player].round = b""
        self.into(phone, player, Mode.LOBBY)
        self.assertEqual(phone.run(QUIZ), None)
        self.into(phone, player, Mode.BUZZER)
        self.assertEqual(phone.run(QUIZ), "wait")

    def test_the_button_is_fifty_millimetres_wide_or_as_large_as_the_screen_lets_it_be(self):
        for width, height in ((390, 844), (360, 640), (844, 390), (667, 325), (932, 430)):
            phone, player = self.contestant(width=width, height=height)
            left, top, right, bottom = phone.run("(() => { const b = document.querySelector('[data-cell=buzz]').getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; })()")
            room = phone.run("(() => { const b = document.querySelector('#pad').getBoundingClientRect(); return Math.min(b.width, b.height); })()")
            self.assertGreaterEqual(right - left, min(LEAST_mm * MILLIMETRE, 0.9 * room), f"px on {width} × {height}")
            self.assertAlmostEqual(right - left, bottom - top, delta=1)
            self.assertTrue(left >= 0 and top >= 0 and right <= width and bottom <= height, f"{width} × {height}")
            self.told(phone, player, "armed", 1, RoundPhase.ARMED)
            apart = phone.run("(() => { const a = document.querySelector('#scene h2').getBoundingClientRect(), b = document.querySelector('[data-cell=buzz]').getBoundingClientRect();"
                              "return a.bottom <= b.top || a.left >= b.right; })()")
            self.assertTrue(apart, f"the word is beside the button on {width} × {height}")
            self.house.server.seats.pop(player)

    def test_it_speaks_every_language_and_another_one_at_once(self):
        phone, player = self.contestant(language="ja")
        self.told(phone, player, "win", 5, RoundPhase.RESULT, player)
        self.assertEqual(phone.run(WORD), "勝ち!")
        phone.run("document.querySelector('#open-menu').click()")
        phone.wait("document.querySelector('[data-setting=language]')")
        phone.run("(() => { const s = document.querySelector('[data-setting=language]'); s.value = 'zh'; s.dispatchEvent(new Event('change')); })()")
        phone.wait(f"{WORD} === '你赢了'")

    def test_nothing_moves_by_itself_for_those_who_ask_for_that(self):
        phone, player = self.contestant()
        self.told(phone, player, "armed", 5, RoundPhase.ARMED)
        name = "getComputedStyle(document.querySelector('[data-cell=buzz]')).animationName"
        self.assertEqual(phone.run(name), "glow")
        phone.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
        self.assertEqual(phone.run(name), "none")


class SensedTests(BuzzerScene):
    """Tests of sounds and vibrations in a round."""

    def senses(self, sound=True, buzzing=True):
        """Returns a script that records vibrations and tones."""
        return SENSES.replace("SOUND", str(sound).lower()).replace("BUZZING", str(buzzing).lower())

    def round(self, **options):
        """Returns a phone after two rounds: it has won the first, and lost the second."""
        phone, player = self.contestant(script=self.senses(**options))
        phone.run("felt.length = heard.length = 0")
        for state, values in (("wait", (1, RoundPhase.IDLE)), ("armed", (1, RoundPhase.ARMED)), ("first", (1, RoundPhase.LOCKED, player)), ("win", (1, RoundPhase.RESULT, player)),
                              ("wait", (2, RoundPhase.IDLE)), ("armed", (2, RoundPhase.ARMED)), ("late", (2, RoundPhase.LOCKED, 7, 5000)), ("lose", (2, RoundPhase.RESULT, 7, 5000))):
            self.told(phone, player, state, *values)
        return phone

    def test_three_short_and_a_rising_tone_for_the_first_one_long_and_a_low_one_for_the_late(self):
        phone = self.round()
        felt, heard = phone.run("felt"), phone.run("heard.map(([tone]) => tone)")
        self.assertEqual(felt, [[30], [70, 70, 70, 70, 70], [30], [450]])
        self.assertEqual([len(heard), heard[0]], [6, heard[4]])
        self.assertTrue(heard[1] < heard[2] < heard[3])
        self.assertLess(heard[5], 200)

    def test_who_wants_neither_hears_and_feels_nothing(self):
        phone = self.round(sound=False, buzzing=False)
        self.assertEqual(phone.run("[felt, heard]"), [[], []])

    def test_what_was_before_one_came_is_shown_and_not_sounded(self):
        phone, player = self.join(script=self.senses())
        self.house.round(player, 4, RoundPhase.RESULT, player)
        time.sleep(0.1)
        phone.run("felt.length = heard.length = 0")
        self.into(phone, player, Mode.BUZZER)
        phone.wait(f"{QUIZ} === 'win'")
        self.assertEqual(phone.run("[felt, heard]"), [[], []])
