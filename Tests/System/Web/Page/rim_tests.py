"""Tests of the rim, a wheel that a thumb drags round. It is drawn at the angle of the host's wheel, and a lifted thumb releases it."""

import time

import extras_tests
import frames
import house
import keyboard
import rim_scene
import scene

PAD = 31
USUAL, RANGE = 270, 900
ASKS = (frames.FORCE, 2 | 8)
LAYOUT = {"form": 2, "id": "pad", "grid": ["rim rim . one", "rim rim . one"],
          "controls": {"rim": {"type": "rim", "out": "lx", "label": "W"}, "one": {"type": "button", "out": "A"}}}
# A script that records the pitch and the volume of the tones that a page plays.
SOUND = """window.heard = { on: 0, tone: 0, volume: 0 };
  window.AudioContext = class { state = "running"; currentTime = 0; destination = {}; resume() { return Promise.resolve(); }
    createGain() { return { connect: (to) => to, gain: { value: 0, setTargetAtTime: (v) => { heard.volume = v; }, setValueAtTime() {}, exponentialRampToValueAtTime() {} } }; }
    createOscillator() { return { connect: (to) => to, frequency: { value: 0, setTargetAtTime: (v) => { heard.tone = v; } }, start: (at) => { heard.on += at === undefined; },
      stop: (at) => { heard.on -= at === undefined; } }; } };"""


class RimTests(rim_scene.RimScene):
    """Tests of a page whose layout has a rim, a wheel drawn on the phone."""

    def play(self, script=""):
        """Opens the page, and waits until it has told the host that it draws the wheel."""
        self.pad, self.player = self.join(script=extras_tests.serving(pad=LAYOUT) + scene.VIBRATION + script)
        house.until(lambda: ASKS in self.orders(), "CTRL 75")

    def orders(self):
        """Returns the CTRL frames that the page has sent, as (code, argument)."""
        return list(self.house.server.seats[self.player].orders.values())

    def until_at(self, position, holds=None, what="a position"):
        """Waits for a state with the wheel at this position, and with PAD down or up as `holds` says. None accepts both."""
        def fits(state):
            holding = bool(state.buttons >> PAD & 1)
            return abs(state.sticks[0] - position) < 0.02 and holds in (None, holding)
        self.until_state(self.player, fits, f"{what}: {position}, {holds}")

    def push(self, torque, angle, **more):
        """Sends the host's torque and angle until the page shows the angle."""
        shown = f"document.querySelector('.rim').getAttribute('aria-valuenow') === '{angle:.2f}'"
        house.until(lambda: self.house.send(self.player, frames.torque(torque, angle, **more)) or time.sleep(0.05) or self.pad.run(shown), shown)

    def test_a_thumb_turns_the_wheel_and_it_is_straight_when_released(self):
        self.play()
        self.drag(-40, 50)
        self.until_at(90 / (USUAL / 2), holds=False)
        self.assertAlmostEqual(self.drawn(), 90, delta=2)
        self.pad.lift()
        self.until_at(0)
        self.assertEqual(self.drawn(), 0)
        self.drag(170, -30)
        self.until_at(-1, what="the stop")

    def test_the_wheel_is_drawn_where_the_host_has_it(self):
        self.play()
        for angle in (-1, -0.5, 0.02, 1):
            self.push(0, angle)
            self.assertAlmostEqual(self.drawn(), angle * RANGE / 2, delta=2)
            self.until_at(angle, holds=False, what="the wheel that nobody holds")

    def test_a_thumb_takes_the_wheel_where_it_is_and_lets_it_go(self):
        self.play()
        self.push(-0.5, 0.4)
        self.pad.touch(t=self.point(0))
        self.until_at(0.4, holds=True)
        for degrees in range(0, 46, 15):
            self.pad.slide(t=self.point(degrees))
        self.until_at(0.4 + 45 / (RANGE / 2), holds=True)
        self.assertAlmostEqual(self.drawn(), 0.4 * RANGE / 2, delta=2, msg="the host's wheel has not moved yet")
        self.push(-0.5, 0.45)
        self.until_at(0.5, holds=True, what="the hand")
        self.pad.lift()
        self.until_at(0.45, holds=False, what="the wheel without a hand")
        self.push(0, 0, acts=False)
        self.until_at(0, holds=False)

    def test_a_thumb_that_crosses_the_hub_turns_nothing_there(self):
        self.play()
        self.pad.touch(t=self.point(0))
        self.pad.slide(t=self.point(0, 0.1))
        self.pad.slide(t=self.point(170, 0.1))
        self.pad.slide(t=self.point(170))
        self.pad.slide(t=self.point(185))
        self.until_at(15 / (USUAL / 2))
        self.pad.lift()

    def test_a_thumb_that_begins_on_the_hub_turns_by_its_way_to_the_side(self):
        self.play()
        self.push(0, 0.1)
        width = self.pad.run("document.querySelector('.rim').getBoundingClientRect().width")
        x, y = self.point(0, 0)
        self.pad.touch(t=(x, y))
        self.until_at(0.1, holds=True)
        self.pad.slide(t=(x - width / 4, y + 20))
        self.until_at(0.1 - 45 / (RANGE / 2), holds=True)
        self.pad.lift()
        self.until_at(0.1, holds=False)

    def test_the_wheel_fills_its_place_and_is_a_ring(self):
        self.play()
        size, place, fill = self.pad.run("(() => { const e = document.querySelector('.rim'); const [svg, b] = [e.firstChild, e.getBoundingClientRect()];"
                                         " const a = svg.getBoundingClientRect(); return [a.height, b.height, getComputedStyle(svg.firstChild).fill]; })()")
        self.assertAlmostEqual(size, place, delta=1)
        self.assertGreater(place, 100)
        self.assertEqual(fill, "none")

    def test_arrow_keys_turn_and_the_focus_that_leaves_lets_go(self):
        self.play()
        self.push(0.1, 0.2)
        self.pad.run("document.querySelector('.rim').focus()")
        for _ in range(3):
            keyboard.press(self.pad, "ArrowRight")
        self.until_at(0.2 + 45 / (RANGE / 2), holds=True)
        self.pad.run("document.activeElement.blur()")
        self.until_at(0.2, holds=False)

    def test_another_pad_than_a_wheel_has_no_grip(self):
        self.play()
        self.push(0.1, 0.2)
        self.push(0, 0, degrees=0, acts=False)
        self.drag(0, 30)
        self.until_at(30 / (USUAL / 2), holds=False)

    def test_the_page_asks_again_after_a_cut_and_no_more_with_another_layout(self):
        self.play()
        count = self.orders().count(ASKS)
        self.cut(self.pad, self.player)
        house.until(lambda: self.orders().count(ASKS) > count, "CTRL 75 again")
        self.host_chooses(self.pad, self.player, "kart")
        house.until(lambda: (frames.FORCE, 0) in self.orders(), "no more forces")

    def test_the_torque_is_a_low_tone_that_ends_with_its_lifetime(self):
        self.play(SOUND + "localStorage.setItem('tiltpad.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('tiltpad.settings') ?? '{}'), sound: true }));")
        for torque in (0.25, -1):
            self.push(torque, 0)
            house.until(lambda torque=torque: self.house.send(self.player, frames.torque(torque, 0)) or time.sleep(0.02)
                        or self.pad.run(f"heard.on === 1 && Math.abs(heard.tone - {40 + 80 * abs(torque)}) < 1"), "the tone")
        house.until(lambda: self.pad.run("heard.on === 0"), "silence")

    def test_the_shaking_of_the_wheel_is_felt_as_pulses(self):
        self.play()
        pulses = self.pad.run("import('/web/comfort.js').then((m) => m.pulses(0.5, 400))")
        house.until(lambda: self.house.send(self.player, frames.feedback(0.5, 0.1, 400)) or time.sleep(0.05)
                    or self.pad.run("felt.at(-1)") == pulses, "pulses")
