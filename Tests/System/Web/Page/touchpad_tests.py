"""Tests of the touchpad: its fingers, its clicks, and the frame in which the host gets them."""

import struct
import time

import extras_tests
import frames
import house
import scene
import standstill

PAD = 31
STILL_px, FAR_px = 10, 60
HELD_s = 0.4


def layout(click=None):
    """Returns a layout with a touchpad and one button."""
    pad = {"type": "touchpad", "label": "T", **({"click": click} if click else {})}
    return {"form": 2, "id": "pad", "grid": ["touch touch touch one"],
            "controls": {"touch": pad, "one": {"type": "button", "out": "A"}}}


class TouchpadTests(scene.Scene):
    """Tests of a page whose layout has a touchpad and one button."""

    def play(self, click=None):
        """Opens the page with a touchpad whose `click` is this: "tap", "press" or "none". None leaves it out."""
        script = extras_tests.serving(pad=layout(click)) + scene.VIBRATION
        self.pad, self.player = self.join(script=script)
        self.until_state(self.player, self.at_rest, "a first state")
        self.box = self.pad.run("(() => { const b = document.querySelector('[data-cell=touch]').getBoundingClientRect();"
                                " return [b.left, b.top, b.width, b.height]; })()")

    def point(self, x, y):
        """Returns the point of the screen at x and y of the touchpad, each 0…1."""
        left, top, width, height = self.box
        return round(left + x * width), round(top + y * height)

    def sent(self, point):
        """Returns the coordinates that the frame has for a point of the screen."""
        left, top, width, height = self.box
        return tuple(round(min(max(share, 0), 1) * 65535) for share in ((point[0] - left) / width, (point[1] - top) / height))

    def fingers(self, arrival):
        """Returns the fingers in a message, as {contact: (x, y)}. Checks the bytes of its frame."""
        body = arrival.bodies.get(frames.TOUCHPAD)
        if body is None:
            return {}
        self.assertEqual(len(body), 1 + 5 * body[0])
        self.assertIn(body[0], (1, 2))
        found = {contact: (x, y) for contact, x, y in struct.iter_unpack("<BHH", body[1:])}
        self.assertEqual(len(found), body[0])
        self.assertLess(max(found), 128)
        return found

    def newest_fingers(self):
        """Returns the fingers of the newest state, and whether PAD is pressed."""
        arrival = self.states(self.player)[-1]
        return self.fingers(arrival), bool(arrival.state.buttons >> PAD & 1)

    def until_fingers(self, places, is_click=None):
        """Waits for fingers at these places, in the order of their touches, and for the click unless it is None; returns the contact numbers."""
        def found():
            fingers, clicks = self.newest_fingers()
            return list(fingers) if list(fingers.values()) == places and is_click in (None, clicks) else None
        return house.until(lambda: (contacts := found()) is not None and (contacts,), (places, is_click))[0]

    def edges(self):
        """Returns the edges of PAD so far, as (whether it is a press, whether its first message had a finger)."""
        numbers = {}
        for arrival in self.house.arrivals(self.player):
            for number, button, is_press, _ in arrival.edges:
                if button == PAD and arrival.state:
                    numbers.setdefault(number, (is_press, bool(self.fingers(arrival))))
        return [numbers[number] for number in sorted(numbers)]

    def ticks(self):
        """Returns the number of vibrations for presses."""
        return self.pad.run("felt.filter((pattern) => pattern === 12).length")

    @standstill.again(0.8)
    def test_two_fingers_are_where_they_are_and_each_touch_has_another_number(self):
        self.play()
        one, two = self.point(0.25, 0.5), self.point(0.75, 0.1)
        self.pad.touch(one=one)
        first, = self.until_fingers([self.sent(one)])
        self.pad.touch(two=two)
        both = self.until_fingers([self.sent(one), self.sent(two)])
        self.assertEqual(both[0], first)
        one = self.point(0.4, 0.9)
        self.pad.slide(one=one)
        self.assertEqual(self.until_fingers([self.sent(one), self.sent(two)]), both)
        self.pad.lift("one")
        self.assertEqual(self.until_fingers([self.sent(two)]), both[1:])
        self.pad.touch(three=one)
        again = self.until_fingers([self.sent(two), self.sent(one)])
        self.assertEqual(again[0], both[1])
        self.assertNotIn(again[1], both)
        self.pad.lift()
        self.until_fingers([])

    @standstill.again(0.8)
    def test_a_finger_beyond_the_edge_stays_at_the_edge_and_a_third_one_does_not_count(self):
        self.play()
        one, two = self.point(0.2, 0.5), self.point(0.5, 0.5)
        self.pad.touch(one=one, two=two)
        self.until_fingers([self.sent(one), self.sent(two)])
        self.pad.touch(three=self.point(0.8, 0.5))
        self.pad.slide(one=(0, 0))
        self.until_fingers([(0, 0), self.sent(two)])
        self.pad.lift()
        self.until_fingers([])

    @standstill.again(0.15)
    def test_a_tap_clicks_where_it_was(self):
        self.play()
        for number in (1, 2):
            self.pad.touch(t=self.point(0.3, 0.6))
            self.pad.lift("t")
            house.until(lambda number=number: len(self.edges()) == 2 * number, "a click")
        self.assertEqual([is_press for is_press, _ in self.edges()], [True, False] * 2)
        self.assertTrue(all(is_there for is_press, is_there in self.edges() if is_press), "a finger at each press")
        self.until_fingers([], is_click=False)
        places = {place for arrival in self.states(self.player) for place in self.fingers(arrival).values()}
        self.assertEqual(places, {self.sent(self.point(0.3, 0.6))})
        self.assertEqual(self.ticks(), 2)

    @standstill.again(0.3)
    def test_a_drag_touches_and_never_clicks(self):
        self.play()
        x, y = self.point(0.2, 0.5)
        self.pad.touch(t=(x, y))
        self.pad.slide(t=(x + FAR_px, y))
        time.sleep(2 * HELD_s)
        self.pad.slide(t=(x + 2 * FAR_px, y))
        self.until_fingers([self.sent((x + 2 * FAR_px, y))])
        self.pad.lift()
        self.until_fingers([])
        self.assertEqual((self.edges(), self.ticks()), ([], 0))

    @standstill.again(0.8)
    def test_a_still_finger_holds_the_click_with_a_tick_even_when_it_moves_afterwards(self):
        self.play()
        x, y = self.point(0.2, 0.5)
        self.pad.touch(t=(x, y))
        self.pad.slide(t=(x + STILL_px, y))
        self.until_fingers([self.sent((x + STILL_px, y))], is_click=True)
        self.pad.slide(t=(x + FAR_px, y))
        self.until_fingers([self.sent((x + FAR_px, y))], is_click=True)
        self.pad.lift()
        self.until_fingers([], is_click=False)
        self.assertEqual([is_press for is_press, _ in self.edges()], [True, False])
        self.assertEqual(self.ticks(), 1)

    @standstill.again(0.8)
    def test_a_press_holds_the_click_while_any_finger_is_there(self):
        self.play("press")
        one, two = self.point(0.2, 0.5), self.point(0.6, 0.5)
        self.pad.touch(one=one)
        self.until_fingers([self.sent(one)], is_click=True)
        self.pad.touch(two=two)
        self.pad.lift("one")
        self.until_fingers([self.sent(two)], is_click=True)
        self.pad.lift("two")
        self.until_fingers([], is_click=False)
        self.assertEqual([is_press for is_press, _ in self.edges()], [True, False])

    @standstill.again(0.8)
    def test_a_touchpad_without_clicks_has_none(self):
        self.play("none")
        place = self.point(0.5, 0.5)
        self.pad.touch(t=place)
        self.pad.lift("t")
        self.pad.touch(t=place)
        time.sleep(2 * HELD_s)
        self.until_fingers([self.sent(place)], is_click=False)
        self.pad.lift()
        self.until_fingers([])
        self.assertEqual(self.edges(), [])

    @standstill.again(0.8)
    def test_a_hidden_page_lifts_all_fingers_and_ends_the_click(self):
        self.play("press")
        self.pad.touch(t=self.point(0.5, 0.5))
        house.until(lambda: self.newest_fingers()[1], "the click")
        self.pad.hide()
        self.until_fingers([], is_click=False)

    @standstill.again(0.8)
    def test_a_screen_reader_clicks_without_a_finger(self):
        self.play()
        self.pad.run("document.querySelector('[data-cell=touch]').click()")
        house.until(lambda: len(self.edges()) == 2, "a click")
        self.assertEqual(self.edges()[0], (True, False))

    def test_the_code_loads_with_the_first_layout_that_needs_it(self):
        names = "performance.getEntriesByType('resource').map((entry) => entry.name.split('/').pop())"
        phone, player = self.join(layout="pad")
        self.assertNotIn("touchpad.js", phone.run(names))
        self.host_chooses(phone, player, "touchpad")
        self.assertIn("touchpad.js", phone.run(names))
