"""Tests of controls on a screen whose size changes while fingers are on them."""

import modules
import scene
import standstill

A, B, X, Y = 0, 1, 3, 4
# Sizes of the screen after changes: an address bar or a keyboard appears, full screen ends, the page is zoomed.
SIZES = ((844, 300), (700, 390), (620, 290))


class HeldTests(scene.Scene):
    """Tests of fingers that hold a control while the screen's size changes."""

    def held(self, phone, player, selector, condition, what):
        """Puts a finger on a control of a screen of 844 × 390 px, and waits for the effect."""
        phone.resize(844, 390)
        phone.touch(held=phone.middle(selector))
        self.until_state(player, condition, what)

    @standstill.again(3)
    def test_other_buttons_are_pressed_where_they_are_drawn(self):
        phone, player = self.join(layout="pad")
        for size in SIZES:
            self.held(phone, player, "[data-out=A]", lambda state: state.buttons == 1 << A, "A")
            phone.resize(*size)
            for out, number in (("Y", Y), ("B", B), ("X", X)):
                phone.touch(other=phone.middle(f"[data-out={out}]"))
                self.until_state(player, lambda state: state.buttons == 1 << A | 1 << number, f"A and {out} at {size}")
                phone.lift("other")
                self.until_state(player, lambda state: state.buttons == 1 << A, f"A alone at {size}")
            phone.lift()
            self.until_state(player, self.at_rest, "rest")

    @standstill.again(3)
    def test_the_finger_itself_slides_to_what_is_drawn(self):
        phone, player = self.join(layout="pad")
        for size in SIZES:
            self.held(phone, player, "[data-out=A]", lambda state: state.buttons == 1 << A, "A")
            phone.resize(*size)
            for out, number in (("Y", Y), ("A", A)):
                phone.slide(held=phone.middle(f"[data-out={out}]"))
                self.until_state(player, lambda state: state.buttons == 1 << number, f"{out} alone at {size}")
            phone.lift()
            self.until_state(player, self.at_rest, "rest")

    @standstill.again(3)
    def test_a_thumb_that_trembles_keeps_its_button(self):
        phone, player = self.join(layout="pad")
        self.held(phone, player, "[data-out=A]", lambda state: state.buttons == 1 << A, "A")
        x, y = phone.middle("[data-out=A]")
        phone.resize(620, 290)
        before = len(self.states(player))
        for step in (2, -2, 3, 0):
            phone.slide(held=(x + step, y - step))
        phone.touch(other=phone.middle("[data-out=B]"))
        self.until_state(player, lambda state: state.buttons == 1 << A | 1 << B, "A and B")
        self.assertTrue(all(arrival.state.buttons >> A & 1 for arrival in self.states(player)[before:]))
        phone.lift()

    @standstill.again(3)
    def test_pedals_and_directions_follow_what_is_drawn(self):
        phone, player = self.join(layout="wheel")
        self.held(phone, player, "[data-cell=gas]", lambda state: state.triggers[1] > 0, "gas")
        phone.resize(844, 300)
        phone.slide(held=phone.middle("[data-cell=gas]"))
        self.until_state(player, lambda state: 0.67 < state.triggers[1] < 0.73, "the middle of the pedal to be 0.7")
        phone.lift()
        self.choose(phone, "pad")
        self.held(phone, player, ".cross .up", lambda state: state.buttons == 1 << 16, "up")
        phone.resize(620, 290)
        phone.slide(held=phone.middle(".cross .left"))
        self.until_state(player, lambda state: state.buttons == 1 << 18, "left")
        phone.lift()


class MovedTests(modules.Modules):
    """Tests of single controls that move while a finger is on them."""

    def values(self, module, make, steps):
        """Returns the values of a control in a zone of 200 px after each step. A step is the position of the zone and that of the finger, in px."""
        return self.module(module, f"""document.documentElement.innerHTML = '<body><div style="position:fixed;width:200px;height:200px"></div>';
          const zone = document.querySelector('div'); const said = []; const told = (...values) => said.push(values); const control = {make};
          (control.element ?? zone) === zone || zone.append(control.element); control.element?.setAttribute('style', 'display:block;width:200px');
          return steps.map(([left, top, x, y], index) => {{ Object.assign(zone.style, {{ left: left + 'px', top: top + 'px' }});
            control[index ? 'move' : 'begin']({{ id: 1, x, y, time: index }}); const base = zone.querySelector('.base')?.style;
            return [said.at(-1), base && [left + parseFloat(base.left), top + parseFloat(base.top)]]; }});""", steps=steps)

    def test_the_middle_of_a_fixed_lever_is_where_it_is_drawn(self):
        found = self.values("lever", "new m.Lever(zone, { radius: 60, isFloating: false }, told)",
                            [(0, 0, 100, 100), (100, 50, 200, 150), (100, 50, 260, 150)])
        self.assertEqual([value for value, _ in found], [[0, 0], [0, 0], [1, 0]])

    def test_a_floating_lever_stays_below_the_thumb(self):
        found = self.values("lever", "new m.Lever(zone, { radius: 60 }, told)", [(0, 0, 100, 100), (30, 40, 160, 100), (30, 40, 100, 100)])
        self.assertEqual(found, [[[0, 0], [100, 100]], [[1, 0], [100, 100]], [[0, 0], [100, 100]]])

    def test_a_slider_follows_where_it_is_drawn(self):
        found = self.values("lever", "new m.Slider('wheel', told)", [(0, 0, 100, 10), (100, 0, 200, 10), (100, 0, 300, 10)])
        self.assertEqual([value for value, _ in found], [[0], [0], [1]])
