"""Tests of the page that the gateway gives to the app Yoke: in Chromium, and with the player's pad."""

import time
import unittest

import yoke_app
from speaker import GRAVITY
from with_inputs import WithInputs, free_port

# For each button of the page: the button of the pad.
PLACES = {"b1": "a", "b2": "b", "b3": "x", "b4": "y", "b5": "lb", "b6": "rb", "bg": "back", "bm": "guide", "bs": "start"}


class YokePage(WithInputs):
    """Tests of the app with the gateway's page."""

    @classmethod
    def setUpClass(cls):
        cls.browser = yoke_app.cdp.Browser()
        cls.addClassCleanup(cls.browser.__exit__)

    def setUp(self):
        super().setUp()
        self.port = free_port()
        self.open()
        (self.place / "joypad").mkdir()
        self.app = yoke_app.YokeApp(self.browser, self.port, self.place / "joypad")
        self.addCleanup(self.app.close)

    def open(self):
        """Starts the gateway with the input yoke."""
        self.start_inputs(f"[input yoke]\nenabled = yes\nconfirm = no\nport = {self.port}\n")

    def pad(self):
        """Returns the pad of player 1, or None."""
        return self.watch.pads.get(1)

    def see(self, is_shown):
        """Sends the page's controls until `is_shown` holds for the pad."""
        self.watch.until(lambda: self.pad() and is_shown(self.pad()), self.app.poll)

    def choose(self, pad):
        """Fetches the page, opens it, and chooses `pad`, one of its two pads."""
        self.app.upgrade()
        self.app.connect()
        self.app.phone.tap(f"[data-pad={pad}]")
        self.see(lambda pad: not pad.buttons)

    def edge(self, control, x, y):
        """Returns the point of a control at x and y, where −1 and 1 are its edges. Beyond ±1, the point is outside."""
        return self.app.phone.run(f"(() => {{ const b = {control}.getBoundingClientRect();"
                                  f"return [b.x + b.width * (1 + {x}) / 2, b.y + b.height * (1 + {y}) / 2]; }})()")

    def test_the_app_gets_all_that_its_list_tells(self):
        """The sizes in the manifest are those of the files, and the app fetches each file once."""
        manifest = self.app.upgrade()
        self.assertEqual((manifest["folders"], manifest["files"]), ([], ["main.html"]))
        self.assertEqual(manifest["size"], (self.app.folder / "main.html").stat().st_size)

    def test_every_button_of_the_page_is_that_of_the_pad(self):
        """Each button goes down and up again."""
        self.choose("sticks")
        for control, button in PLACES.items():
            self.app.phone.touch(finger=self.app.phone.middle(f"#{control}"))
            self.see(lambda pad: pad.buttons == {button})
            self.app.phone.lift("finger")
            self.see(lambda pad: not pad.buttons)
        for control, place in (("b7", 0), ("b8", 1)):
            self.app.phone.touch(finger=self.app.phone.middle(f"#{control}"))
            self.see(lambda pad: pad.triggers[place] == 255)
            self.app.phone.lift("finger")
        for x, y, button in ((0, -0.8, "up"), (-0.8, 0, "left"), (0, 0.8, "down"), (0.8, 0, "right")):
            self.app.phone.touch(finger=self.edge("dp", x, y))
            self.see(lambda pad: pad.buttons == {button})
            self.app.phone.lift("finger")

    def test_both_sticks_and_a_button_move_at_once(self):
        """Each control has its own finger. A goodbye releases them all."""
        self.choose("sticks")
        self.app.phone.touch(left=self.app.phone.middle("#t1"), right=self.app.phone.middle("#t2"))
        self.app.phone.slide(left=self.edge("t1", 1.2, 0), right=self.edge("t2", 0, 1.2))
        self.app.phone.touch(thumb=self.app.phone.middle("#b4"))
        self.see(lambda pad: pad.left == (1, 0) and pad.right == (0, 1) and pad.buttons == {"y"})
        self.watch.until(lambda: self.pad().left == (0, 0) and not self.pad().buttons, self.app.leave)
        self.app.phone.lift()

    def test_a_second_finger_on_a_control_changes_nothing(self):
        """Neither the second touch nor its end changes anything. Once nothing is held, the page sends its list of controls again."""
        self.choose("sticks")
        middle = self.app.phone.middle("#b1")
        self.app.phone.touch(finger=middle)
        self.see(lambda pad: pad.buttons == {"a"})
        self.app.phone.touch(other=middle)
        self.app.phone.lift("other")
        self.app.phone.touch(thumb=self.app.phone.middle("#b2"))
        self.see(lambda pad: pad.buttons == {"a", "b"})
        self.app.phone.lift("finger")
        self.see(lambda pad: pad.buttons == {"b"})
        self.app.phone.lift("thumb")
        self.see(lambda pad: not pad.buttons)
        self.watch.until(lambda: self.app.poll()[0] != "\0")

    def test_two_taps_are_the_button_in_a_stick(self):
        """The button stays down for as long as the second touch lasts."""
        self.choose("sticks")
        touched = []

        def tap_twice():
            """Taps and then touches the stick. Repeats this after 2 s, since touches more than 300 ms apart count as single ones."""
            if not touched or time.monotonic() > touched[-1] + 2:
                if touched:
                    self.app.phone.lift("finger")
                middle = self.app.phone.middle("#t1")
                self.app.phone.touch(tap=middle)
                self.app.phone.lift("tap")
                self.app.phone.touch(finger=middle)
                touched.append(time.monotonic())
            self.app.poll()
        self.watch.until(lambda: self.pad().buttons == {"ls"}, tap_twice)
        self.app.phone.lift("finger")
        self.see(lambda pad: not pad.buttons)

    def test_a_phone_that_is_turned_like_a_wheel_steers(self):
        """The phone is held sideways, with its right edge up. After a quarter turn to the right, its upper edge is up."""
        self.choose("tilt")
        for force, way in (((GRAVITY, 0, 0), 0), ((0, GRAVITY, 0), 1), ((GRAVITY, 0, 0), 0), ((0, -GRAVITY, 0), -1)):
            self.app.turn(*force)
            self.see(lambda pad: abs(pad.left[0] - way) < 0.02)
        self.assertEqual(self.pad().buttons, set())

    def test_the_pad_plays_on_after_a_restart_of_the_gateway(self):
        """The page sends its list of controls again while no finger is on it."""
        self.choose("sticks")
        self.watch.until(lambda: self.app.poll()[0] == "\0")
        # The pad appears before the gateway has stored the player's slot, so wait for the file.
        self.watch.until((self.place / "answers").exists)
        self.end(self.gateway)
        self.open()
        said = []
        self.watch.until(lambda: any(text[0] != "\0" for text in said), lambda: said.append(self.app.poll()))
        self.app.phone.touch(finger=self.app.phone.middle("#b2"))
        self.see(lambda pad: pad.buttons == {"b"})
