"""Tests of what layouts of form 2 add: chords, outputs that several controls share, toggle, turbo, and double tap."""

import json
import statistics
import time

import house
import scene
import standstill
import times

A, B, X, RS = 0, 1, 3, 14
TURBO_hz = 10
HELD_s = 2
# A message's state may be a frame of the screen older than the message. The ages of edges count back from the message, so their times are inexact by
# up to this.
NEAR_ms = 20
LAYOUT = {
    "form": 2, "id": "pad", "orientation": "any",
    "grid": ["lever lever chord one two", "lever lever stays turbo gas"],
    "controls": {
        "lever": {"type": "lever", "out": ["lx", "ly"], "doubleTap": {"out": "RS", "within": 500}},
        "chord": {"type": "button", "out": ["X", "B"], "haptic": 0},
        "one": {"type": "button", "out": "A", "shared": True, "label": {"en": "ONE"}},
        "two": {"type": "button", "out": "A", "shared": True, "doubleTap": {"out": "Y", "within": 500}},
        "stays": {"type": "button", "out": "LB", "toggle": True},
        "turbo": {"type": "button", "out": "RB", "turbo": TURBO_hz},
        "gas": {"type": "pedal", "out": ["LT", "RT"], "digital": True, "toggle": True}}}
LB, RB, Y = 6, 7, 4


def serving(lost=0, **layouts):
    """Returns a script that gives a page these layouts instead of the host's. The first `lost` attempts to load `tall` fail."""
    texts = json.dumps({name: json.dumps(layout) for name, layout in layouts.items()})
    return f"""{{ const load = window.fetch; const texts = {texts}; let lost = {lost};
      window.fetch = (what, ...more) => {{ const name = `${{what}}`.split('/').pop().split('.')[0];
        if (name === 'tall' && lost-- > 0) return Promise.reject(new TypeError('lost'));
        return texts[name] ? Promise.resolve(new Response(texts[name])) : load(what, ...more); }}; }}"""


class ExtrasTests(scene.Scene):
    """Tests of a page with the layout LAYOUT."""

    def setUp(self):
        super().setUp()
        self.pad, self.player = self.join(script=serving(pad=LAYOUT) + scene.VIBRATION)
        self.until_state(self.player, self.at_rest, "a first state")

    def place(self, cell):
        """Returns the position of the middle of a cell."""
        return self.pad.middle(f"[data-cell={cell}]")

    def edges(self):
        """Returns all edges so far in their order, as (button, whether it is a press, time in ms). The time is None if its message has no state."""
        found = {}
        for arrival in self.house.arrivals(self.player):
            for number, button, is_press, age in arrival.edges:
                found.setdefault(number, (button, is_press, arrival.state.time / 1000 - age if arrival.state else None))
        return [found[number] for number in sorted(found)]

    def until_edges(self, *wanted):
        """Waits for these edges, given as (button, whether it is a press); returns their times in ms."""
        edges = house.until(lambda: self.edges() if len(self.edges()) >= len(wanted) else None, wanted)
        self.assertEqual([edge[:2] for edge in edges], list(wanted))
        return [edge[2] for edge in edges]

    def tap(self, cell):
        """Taps a cell."""
        self.pad.touch(t=self.place(cell))
        self.pad.lift("t")

    def ages(self, *wanted):
        """Returns the ages of these edges in ms, if one message has them all; otherwise None."""
        for arrival in self.house.arrivals(self.player):
            found = {(button, is_press): age for _, button, is_press, age in arrival.edges}
            if found.keys() >= set(wanted):
                return [found[edge] for edge in wanted]
        return None

    def test_a_chord_is_pressed_and_released_at_once_in_the_order_of_the_wire(self):
        self.pad.touch(t=self.place("chord"))
        self.until_state(self.player, lambda state: state.buttons == 1 << B | 1 << X, "both down")
        self.pad.lift()
        self.until_edges((B, True), (X, True), (B, False), (X, False))
        for is_press in (True, False):
            self.assertEqual(*house.until(lambda is_press=is_press: self.ages((B, is_press), (X, is_press)), "a message with both edges"))

    @standstill.again(0.8)
    def test_an_output_that_two_controls_share_is_down_until_both_let_go(self):
        self.pad.touch(one=self.place("one"), two=self.place("two"))
        self.until_state(self.player, lambda state: state.buttons == 1 << A, "A down")
        self.pad.lift("one")
        released = self.pad.run("performance.now()")
        self.until_state(self.player, lambda state: state.time / 1000 > released, "a later state")
        self.assertEqual(self.newest(self.player).buttons, 1 << A)
        self.pad.lift("two")
        self.until_edges((A, True), (A, False))

    @standstill.again(0.8)
    def test_a_toggle_stays_until_it_is_tapped_again(self):
        pressed = "document.querySelector('[data-cell=stays]').getAttribute('aria-pressed')"
        for is_down in (True, False):
            self.tap("stays")
            self.until_state(self.player, lambda state, is_down=is_down: state.buttons == (1 << LB if is_down else 0), f"LB {is_down}")
            self.assertEqual(self.pad.run(pressed), str(is_down).lower())
        self.tap("gas")
        self.until_state(self.player, lambda state: state.triggers == (1, 1), "both triggers pulled")
        self.tap("gas")
        self.until_state(self.player, self.at_rest, "both triggers at rest")

    @standstill.again(0.8)
    def test_toggles_end_when_the_page_is_hidden_or_the_layout_is_shown_anew(self):
        for end in (self.pad.hide, lambda: self.choose(self.pad, "pad")):
            self.tap("stays")
            self.tap("gas")
            self.until_state(self.player, lambda state: state.buttons == 1 << LB and state.triggers == (1, 1), "both held")
            end()
            self.until_state(self.player, self.at_rest, "rest")
            self.pad.show()
            self.playing(self.pad)

    @standstill.again(0.2)
    def test_a_turbo_presses_at_its_rate_first_at_once_and_holds_up_nothing(self):
        self.pad.touch(t=self.place("turbo"))
        self.until_state(self.player, lambda state: state.buttons >> RB & 1, "RB down")
        for _ in range(4):
            time.sleep(HELD_s / 4)
            self.pad.touch(o=self.place("one"))
            self.pad.lift("o")
        self.pad.lift("t")
        house.until(lambda: len([edge for edge in self.edges() if edge[0] == A]) == 8 and self.at_rest(self.newest(self.player)), "the taps")
        own = [edge for edge in self.edges() if edge[0] == RB]
        self.assertEqual([is_press for _, is_press, _ in own], [True, False] * (len(own) // 2))
        self.assertGreater(len(own), 8)
        late = [at - own[0][2] - number * 500 / TURBO_hz for number, (_, _, at) in enumerate(own[:-1])]
        # A busy machine delays some presses, perhaps also the first, and the page leaves out those that are too late.
        times.check(self, "a turbo's presses are on time", abs(statistics.median(late)) < NEAR_ms and max(map(abs, late)) < 500 / TURBO_hz
                    and len(own) // 2 >= HELD_s * TURBO_hz, f"(the latest by {max(late):.0f} ms, {len(own) // 2} presses)")

    @standstill.again(0.15)
    def test_the_second_of_two_touches_holds_the_output_of_a_double_tap(self):
        self.tap("lever")
        self.pad.touch(t=self.place("lever"))
        self.until_state(self.player, lambda state: state.buttons == 1 << RS, "RS down")
        self.pad.slide(t=(self.place("lever")[0] + 60, self.place("lever")[1]))
        self.until_state(self.player, lambda state: state.buttons == 1 << RS and state.sticks[0] > 0.9, "the stick moved, RS down")
        self.pad.lift()
        self.until_state(self.player, self.at_rest, "rest")
        self.tap("two")
        self.tap("two")
        self.until_edges((RS, True), (RS, False), (A, True), (A, False), (A, True), (Y, True), (A, False), (Y, False))

    @standstill.again(0.8)
    def test_touches_that_are_late_or_far_apart_are_no_double_tap(self):
        x, y = self.place("lever")
        self.tap("lever")
        time.sleep(0.7)
        self.tap("lever")
        self.pad.touch(t=(x, y + 80))
        self.pad.slide(t=(x + 60, y + 80))
        self.until_state(self.player, lambda state: state.sticks[0] > 0.9, "the stick moved")
        self.pad.lift()
        self.until_state(self.player, self.at_rest, "rest")
        self.assertEqual(self.edges(), [])

    def test_a_control_has_its_own_tick_or_none(self):
        self.pad.run("felt.length = 0")
        self.tap("chord")
        self.until_edges((B, True), (X, True), (B, False), (X, False))
        self.assertEqual(self.pad.run("felt"), [])
        self.tap("one")
        house.until(lambda: self.pad.run("felt.length"), "a tick")
        self.assertEqual(self.pad.run("felt"), [12])


class SlowTests(scene.Scene):
    """Tests of a host that shows each press for a long time."""

    def test_a_turbo_slows_down_to_what_the_host_shows(self):
        self.house.server.more["press"] = 92
        phone, player = self.join(script=serving(pad=LAYOUT))
        self.assertEqual(phone.run("""import('/web/extras.js').then(({ halfPeriod }) => [[10, 0], [10, undefined], [10, 20], [15, 20], [15, 35], [2, 100]]
          .map(([rate, press]) => Math.round(halfPeriod(rate, press))))"""), [50, 50, 50, 33, 43, 250])
        phone.touch(t=phone.middle("[data-cell=turbo]"))
        found = house.until(lambda: (edges := {edge[0]: arrival.state.time / 1000 - edge[3] for arrival in self.house.arrivals(player) if arrival.state
                                               for edge in arrival.edges}) and len(edges) >= 6 and edges, "edges of a turbo")
        phone.lift()
        times = [found[number] for number in sorted(found)]
        # Five half periods take 100 ms each instead of 50. Each edge may be late, but a late edge does not delay the next ones.
        self.assertGreater(times[5] - times[0], 375, times)


class TurnTests(scene.Scene):
    """Tests of two layouts, one for each orientation of the screen."""

    def join_with(self, width=844, height=390, lost=0, **turned):
        """Returns a phone that plays with these layouts, which have one button each.

        `turned` maps each layout's id to the layout for the other orientation. The first `lost` attempts to load `tall` fail.
        """
        layouts = {name: {
            "form": 2, "id": name, "orientation": "portrait" if name == "tall" else "landscape", "grid": ["a"],
            "controls": {"a": {"type": "button", "out": "A"}}, **({"turned": other} if other else {})} for name, other in turned.items()}
        phone, self.player = self.join(script=serving(lost, **layouts), width=width, height=height)
        return phone

    def test_the_other_layout_comes_with_a_turn_and_nothing_stays_held(self):
        phone = self.join_with(pad="tall", tall="pad")
        self.shows(phone, "pad")
        phone.touch(t=phone.middle("[data-cell=a]"))
        self.until_state(self.player, lambda state: state.buttons == 1 << A, "A down")
        phone.resize(390, 844)
        self.shows(phone, "tall")
        self.until_state(self.player, self.at_rest, "A up")
        phone.resize(844, 390)
        self.shows(phone, "pad")
        self.assertEqual(phone.messages, [])

    def test_a_page_that_is_opened_upright_begins_with_the_upright_layout(self):
        phone = self.join_with(390, 844, pad="tall", tall=None)
        self.shows(phone, "tall")

    def test_a_layout_for_the_other_orientation_that_is_lost_comes_later(self):
        phone = self.join_with(lost=1, pad="tall", tall="pad")
        phone.resize(390, 844)
        self.shows(phone, "tall")

    def test_a_layout_that_does_not_lead_back_is_not_used(self):
        phone = self.join_with(pad="tall", tall="elsewhere")
        phone.resize(390, 844)
        phone.wait("matchMedia('(orientation: portrait)').matches")
        phone.run("new Promise((done) => setTimeout(done, 300))")
        self.shows(phone, "pad")
