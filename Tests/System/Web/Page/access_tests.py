"""Tests of the page for people who play with one or two switches, or with a pointer that acts by resting."""

import json
import math

import buzzer_tests
import house
import keyboard
import one_key
import times
from access_scene import AUTO, FIRST, SETTINGS, STEP, SWITCHES, AccessScene
from tables import RoundPhase

A, B, START = 0, 1, 11
# A script that attaches a gamepad.
PAD = """window.pad = { index: 0, id: 'x', connected: true, mapping: 'standard', axes: [0, 0, 0, 0],
  buttons: Array.from({ length: 17 }, () => ({ pressed: false, value: 0 })) }; navigator.getGamepads = () => [window.pad];"""


class OneKeyTests(AccessScene):
    """Tests of automatic scanning with one key."""

    def test_one_key_joins_presses_holds_and_lets_go(self):
        person, phone = self.person()
        player = self.play(person, phone)
        person.choose("START")
        self.until_state(player, lambda state: any(button == START and is_press for edges in [self.edges(player)] for button, is_press in edges), "START")
        self.until_state(player, self.at_rest, "rest")
        person.choose("Hold the next")
        person.choose("A")
        self.until_state(player, lambda state: state.buttons == 1 << A, "A held")
        person.choose("Let go of everything")
        self.until_state(player, self.at_rest, "rest")
        self.assertEqual(phone.messages, [])

    def edges(self, player):
        """Returns all presses and releases of a player, as (button, whether it is a press)."""
        return [(button, is_press) for arrival in self.house.arrivals(player) for _, button, is_press, _ in arrival.edges]

    def test_levers_have_eight_directions_in_three_steps(self):
        person, phone = self.person()
        player = self.play(person, phone)
        self.host_chooses(phone, player, "pad")
        person.choose("Left stick: right", "Left stick: up, down, left, right")
        for share in (1 / 3, 2 / 3, 1):
            self.until_state(player, lambda state, share=share: abs(state.sticks[0] - share) < 0.02, f"a stick at {share:.2f}")
            person.press()
        self.until_state(player, self.at_rest, "rest after the last step")
        person.choose("Left stick: up and left", "Left stick: up and left, up and right, down and left, down and right")
        self.until_state(player, lambda state: abs(state.sticks[0] + state.sticks[1]) > 0 and abs(math.hypot(*state.sticks[:2]) - 1 / 3) < 0.02
                         and state.sticks[0] < 0 and state.sticks[1] < 0, "up and left, a third")

    def test_steering_is_left_and_right_in_three_steps_and_a_held_pedal_stays(self):
        person, phone = self.person(sensors="denied")
        player = self.play(person, phone)
        self.host_chooses(phone, player, "wheel")
        phone.wait("document.querySelector('[data-cell=steer]').getAttribute('role') === 'slider'")
        person.choose("Hold the next")
        person.choose("GAS")
        self.until_state(player, lambda state: state.triggers[1] == 1, "the gas held")
        person.choose("Steering: left", "Steering: left, right")
        self.until_state(player, lambda state: abs(state.sticks[0] + 1 / 3) < 0.02 and state.triggers[1] == 1, "a third to the left, with gas")
        person.press()
        self.until_state(player, lambda state: abs(state.sticks[0] + 2 / 3) < 0.02, "two thirds")
        person.choose("Let go of everything")
        self.until_state(player, self.at_rest, "rest")

    def test_what_is_held_ends_with_the_page_and_with_time_and_on_a_second_switch(self):
        for script, end in ((AUTO, lambda phone: phone.run("dispatchEvent(new Event('pagehide'))")),
                            (AUTO, lambda phone: self.key(phone, "Enter")),
                            (one_key.options(way="auto", step=STEP, first=FIRST, release=5), lambda phone: None)):
            person, phone = self.person(script=script)
            player = self.play(person, phone)
            person.choose("Hold the next")
            person.choose("A")
            self.until_state(player, lambda state: state.buttons == 1 << A, "A held")
            end(phone)
            self.until_state(player, self.at_rest, "rest")

    def test_what_was_held_before_the_menu_can_be_held_again(self):
        person, phone = self.person(script=AUTO)
        player = self.play(person, phone)
        for _ in range(2):
            person.choose("Hold the next")
            person.choose("A")
            self.until_state(player, lambda state: state.buttons == 1 << A, "A held")
            person.choose("Menu")
            phone.wait("document.querySelector('#menu').open")
            self.until_state(player, self.at_rest, "rest")
            phone.run("document.querySelector('#menu').close()")

    def test_every_setting_changes_by_one_key(self):
        person, phone = self.person(script=one_key.options(way="auto", step=0.3, first=0), beta=None)
        player = self.play(person, phone)
        person.choose("Menu")
        phone.wait("document.querySelector('#menu').open")
        before = phone.run(SETTINGS)
        person.choose("Size: more", "Size")
        phone.wait(f"{SETTINGS}.size === 110")
        labels = {name: phone.run(f"document.querySelector('[data-setting={name}]').closest('label').textContent") for name in SWITCHES}
        for name, label in labels.items():
            was = phone.run(f"document.querySelector('[data-setting={name}]').checked")
            person.choose(label)
            phone.wait(f"document.querySelector('[data-setting={name}]').checked !== {json.dumps(was)} && {SETTINGS}.{name} === {json.dumps(not was)}")
        person.choose("Tank", "Layout")
        self.shows(phone, "tank")
        house.until(lambda: self.opens(person, "Language", "日本語"), "the list of languages, whose rows have six")
        person.choose("日本語 (beta)")
        phone.wait(f"{SETTINGS}.language === 'ja' && document.querySelector('#menu-title').textContent !== 'Menu'")
        self.assertNotEqual(phone.run(SETTINGS), before)
        self.assertTrue(self.states(player))

    def opens(self, person, name, part):
        """Chooses the list `name`; returns the name of the row that is lit then, if it contains `part`."""
        person.lit(f"(text) => text === {json.dumps(name)}")
        person.press()
        return person.lit(f"(text) => text.includes({json.dumps(part)})", 3)

    def test_the_settings_of_scanning_change_and_close_by_one_key(self):
        person, phone = self.person(script=one_key.options(way="auto", step=0.3, first=0))
        kept = "JSON.parse(localStorage.getItem('tiltpad.access'))"
        phone.wait("document.querySelector('#access .name')?.textContent")
        person.choose("Switches, keys and screen readers", "Colour 7, Colour 8, Automatic, by your number, PLAY, Switches, keys and screen readers")
        phone.wait("document.querySelector('#access-panel')")
        person.choose("Time for each thing: more", "Time for each thing")
        phone.wait(f"{kept}.step > 0.35")
        person.choose("Rows first")
        phone.wait(f"{kept}.groups === false")
        person.choose("Step scanning: two switches", "How to choose")
        phone.wait(f"{kept}.way === 'two'")
        person.choose("Close")
        phone.wait("!document.querySelector('#access-panel')")
        self.assertEqual(phone.messages, [])

    def test_a_round_of_the_quiz_waits_at_the_button(self):
        phone, player = self.quiz_scene.contestant(self, script=AUTO)
        person = one_key.OneKey(phone, STEP, FIRST)
        self.quiz_scene.told(self, phone, player, "armed", 9, RoundPhase.ARMED)
        self.assertEqual(person.lit("(text) => text === 'BUZZ!'"), "BUZZ!")
        since = phone.run("performance.now()")
        person.press()
        house.until(lambda: any(arrival.buzz and arrival.buzz.round == 9 for arrival in self.house.arrivals(player)), "a BUZZ")
        phone.wait("document.body.dataset.quiz === 'pressed'")
        times.hold(self, "from GO to the buzz by one key", (phone.run("performance.now()") - since) / 1000, 0.5)

    quiz_scene = buzzer_tests.BuzzerScene
    into, quiz = buzzer_tests.BuzzerScene.into, buzzer_tests.BuzzerScene.quiz

    def test_the_choices_take_the_time_that_is_set(self):
        person, phone = self.person()
        player = self.play(person, phone)
        self.host_chooses(phone, player, "tank")
        person.lit("(text) => text === 'Hold the next'")
        phone.run("lit.length = 0")
        person.lit("(text) => text === 'Let go of everything'")
        person.choose("Throttle: up", "Throttle: up, down")
        found = phone.run("lit")
        # The scan begins at its first entry. The lever is the third entry, and "up" is the second of its row.
        goal = person.theory([2, 1])
        times.hold(self, "two choices by one key", (found[-1][1] - found[-1 - self.passed(found)][1]) / 1000, 1.1 * goal)
        self.until_state(player, lambda state: state.sticks[1] < 0, "forward")

    def passed(self, found):
        """Returns the number of entries lit after the first list began. The row after it begins with the same entry, so the last but one is meant."""
        names = [name for name, _ in found]
        return len(names) - 1 - (len(names) - 1 - names[::-1].index("Let go of everything", names[::-1].index("Let go of everything") + 1))


class SwitchTests(AccessScene):
    """Tests of other kinds of switches, and of the way to their settings."""

    def test_a_touch_anywhere_is_a_switch_and_reaches_no_control(self):
        person, phone = self.person()
        player = self.play(person, phone)
        x, y = phone.middle("[data-out=A]")
        person.lit("(text) => text.includes('Hold the next')")
        phone.touch(t=(x, y))
        phone.lift()
        phone.wait("document.querySelector('#access .name').textContent.startsWith('Hold the next')")
        self.assertTrue(self.at_rest(self.newest(player)))
        phone.touch(a=(x, y), b=(x + 80, y))
        phone.wait("document.querySelector('#access-panel')")
        phone.lift()

    def test_a_pad_is_a_switch_and_does_not_play(self):
        person, phone = self.person(script=AUTO + PAD)
        player = self.play(person, phone)
        person.lit("(text) => text.startsWith('Hold the next')")
        phone.run("pad.buttons[0] = { pressed: true, value: 1 }")
        phone.wait("document.querySelector('#access .name').textContent === 'Hold the next · Hold the next' || lit.filter(([t]) => t.startsWith('Hold')).length > 1")
        self.assertTrue(self.at_rest(self.newest(player)))

    def test_a_pad_that_was_a_switch_plays_again_and_one_that_becomes_a_switch_lets_go(self):
        person, phone = self.person(script=AUTO + PAD)
        player = self.play(person, phone)
        phone.run("pad.buttons[1] = { pressed: true, value: 1 }")
        self.choose_way(phone, "off")
        phone.wait("!document.querySelector('#access-panel')")
        # The button that chose this way counts only when it is pressed again.
        phone.run("new Promise((done) => setTimeout(done, 300))")
        self.assertTrue(self.at_rest(self.newest(player)))
        phone.run("pad.buttons[1] = { pressed: false, value: 0 }; new Promise((done) => setTimeout(done, 100))")
        phone.run("pad.buttons[1] = { pressed: true, value: 1 }")
        self.until_state(player, lambda state: state.buttons == 1 << B, "B held by the gamepad")
        self.choose_way(phone, "auto")
        self.until_state(player, self.at_rest, "the gamepad's B released")

    def choose_way(self, phone, way):
        """Chooses a way to play in the settings for a helper."""
        phone.run("document.querySelector('#open-access').click()")
        phone.wait("document.querySelector('#access-panel')")
        phone.run("(() => { const s = document.querySelector('#access-panel [data-option=way]');"
                  f"s.value = '{way}'; s.dispatchEvent(new Event('change')); document.querySelector('#access-panel').close(); }})()")

    def test_two_switches_go_on_and_choose(self):
        phone = self.open(script=one_key.options(way="two"))
        phone.call("Emulation.setFocusEmulationEnabled", enabled=True)
        phone.wait("document.querySelector('#access .name')?.textContent")
        for _ in range(30):
            if "PLAY" in phone.run("document.querySelector('#access .name').textContent"):
                break
            self.key(phone, "Space")
        self.key(phone, "Enter")
        for _ in range(30):
            if phone.run("document.querySelector('#access .name').textContent") == "PLAY":
                self.key(phone, "Enter")
                break
            self.key(phone, "Space")
        self.playing(phone)

    def test_a_pointer_that_rests_presses_and_moves_levers(self):
        phone = self.open(script=one_key.options(way="dwell", dwell=0.3))
        phone.wait("document.querySelector('#access')")
        self.rest(phone, phone.middle("#join .action"))
        self.playing(phone)
        player = self.player_of(phone)
        self.host_chooses(phone, player, "pad")
        self.rest(phone, phone.middle("[data-out=START]"))
        house.until(lambda: any(button == START for arrival in self.house.arrivals(player) for _, button, _, _ in arrival.edges), "START")
        x, y = phone.middle("[data-cell=left]")
        self.rest(phone, (x + 70, y))
        self.until_state(player, lambda state: state.sticks[0] > 0.9, "the stick to the right")
        self.rest(phone, (x - 20, y))
        self.until_state(player, self.at_rest, "rest")

    def rest(self, phone, place):
        """Moves the pointer to a place and leaves it there."""
        phone.call("Input.dispatchMouseEvent", type="mouseMoved", x=place[0], y=place[1])

    def test_the_settings_are_found_before_and_in_play_and_kept(self):
        phone = self.open()
        self.assertFalse(phone.run("performance.getEntriesByType('resource').some(({ name }) => name.includes('/access/'))"))
        phone.run("document.querySelector('#open-access').click()")
        phone.wait("document.querySelector('#access-panel [data-option=way]')")
        phone.run("""(() => { const s = document.querySelector('#access-panel [data-option=way]'); s.value = 'two'; s.dispatchEvent(new Event('change')); })()""")
        phone.wait("document.querySelector('#access-panel [data-option=key2]')")
        phone.run("document.querySelector('#access-panel').close()")
        self.assertFalse(phone.run(f"{SETTINGS}.tilting"))
        self.assertEqual(phone.run("JSON.parse(localStorage.getItem('tiltpad.access')).way"), "two")
        phone.reload()
        phone.wait("document.querySelector('#access .name')?.textContent")
        self.tap_play(phone)
        self.playing(phone)
        self.open_menu(phone)
        phone.run("[...document.querySelectorAll('#settings button')].at(-1).click()")
        phone.wait("document.querySelector('#access-panel')")

    def test_a_wait_for_a_key_ends_with_escape_and_with_the_settings(self):
        phone = self.open(script=AUTO)
        phone.wait("document.querySelector('#access')")
        phone.run("document.querySelector('#open-access').click()")
        key1 = "document.querySelector('#access-panel [data-option=key1]')"
        phone.wait(key1)
        stored = "JSON.parse(localStorage.getItem('tiltpad.access')).key1"
        (before, text) = (phone.run(stored), phone.run(f"{key1}.textContent"))
        phone.run(f"{key1}.click()")
        self.assertNotEqual(phone.run(f"{key1}.textContent"), text)
        self.key(phone, "Escape")
        phone.wait(f"{key1}.textContent === {text!r}")
        phone.run(f"{key1}.click()")
        phone.run("document.querySelector('#access-panel').close()")
        phone.wait("!document.querySelector('#access-panel')")
        self.key(phone, "KeyZ")
        self.assertEqual(phone.run(stored), before)

    def test_a_key_gets_another_button(self):
        phone, player = self.join(layout="pad", script=one_key.options(way="off", keys={"KeyX": "START", "KeyD": "lx-"}))
        keyboard.listens(phone)
        phone.call("Emulation.setFocusEmulationEnabled", enabled=True)
        phone.run("document.activeElement.blur()")
        for code, held in (("KeyX", lambda state: state.buttons == 1 << START), ("KeyD", lambda state: state.sticks[0] == -1)):
            phone.call("Input.dispatchKeyEvent", type="keyDown", code=code, key="x")
            self.until_state(player, held, code)
            phone.call("Input.dispatchKeyEvent", type="keyUp", code=code, key="x")
            self.until_state(player, self.at_rest, "rest")
