"""Tests of the Gamepad API of Chromium and Firefox, with one pad and with four."""

import re
import time
import unittest

import browsers
import players
import readers
import steps
import suite
import table
import views
from table import NO, NONE, YES, Seen

SWAPPED = "X and Y swapped"
BACKLESS = "back shows as guide"
MISPLACED = "back, right stick and triggers misplaced"
MAPPED = {"standard": "standard", "": "none"}
# The names of members under which a browser might offer sensors. The page itself looks into the member `pose`.
SENSOR_MEMBER = re.compile("motion|accel|gyro|orientation|rotation", re.IGNORECASE)


OUR_VENDOR = 0x1209
BTN_NORTH = 0x133
KEY_BACK = 0x9E
USB = 3
ABS_Z = 2


def numbers(identity):
    """Returns the vendor and the product of an identity, as "vvvv:pppp" in hexadecimal digits."""
    return f"{identity.vendor:04x}:{identity.product:04x}"


def setUpModule():
    """Starts the daemon."""
    players.start()


class InABrowser:
    """The tests that both browsers share. One pad shows all steps; four pads show how many of them the browser distinguishes."""

    def setUp(self):
        """Waits until the page no longer shows the pads of the test before."""
        self.browser.until(lambda: not self.browser.pads)

    def check(self, identity):
        """Compares every value, asks for rumble, and counts the pads of four players."""
        self.one(identity)
        self.browser.until(lambda: not self.browser.pads)
        self.four(identity)

    def one(self, identity):
        """Checks one pad: every value, rumble, and that the page shows no motion."""
        self.assertFalse([name for name in self.browser.members if SENSOR_MEMBER.search(name)])
        with players.joined(identity) as [player]:
            if identity.has_sensors:
                players.sensor_nodes()
            self.wait_for_browser(1)
            self.assertTrue(self.press_until([player], lambda: self.browser.pads), "the page sees no pad")
            seen = self.every_value(identity, player)
            self.assertEqual([pad["hasMotion"] for pad in self.browser.pads], [False])
        table.record(identity, self.PROGRAM, seen)
        self.assertEqual((seen.mapping, seen.controls), self.expected(identity))

    def every_value(self, identity, player):
        """Shows the steps to the page; returns the result for the table."""
        mapping, numbers = MAPPED[self.browser.pads[0]["mapping"]], self.numbers(self.browser.pads[0]["id"])
        self.browser.tolerance = browsers.TOLERANCE + identity.noise_of_whole / 32768 * 1.5
        asleep = self.wake(identity, player, self.VIEWS[mapping][YES])
        [held] = readers.play(player, identity, [(self.browser, self.VIEWS[mapping])])
        cell, notes = self.rumble(identity, player)
        return Seen(YES, f"{mapping}, {numbers}", suite.controls(identity, held, self.SHOWS_SHARE), cell, NO,
                    notes=(*self.NOTES.get(mapping, ()), *self.NOTES.get(held, ()), *asleep, *notes, "page-sensors"))

    def numbers(self, text):
        """Returns the vendor and the product from a pad's id, as "vvvv:pppp"."""
        return ":".join(re.search(self.NUMBERS, text).groups())

    def wake(self, identity, player, view):
        """Moves triggers and pedals to the middle, because a browser may show 0 for an axis until then; returns the note if it did, or ()."""
        player.show(steps.REST)
        was_awake = self.browser.agreeing({"rest": view(identity, steps.REST)}, 3)
        player.triggers[:] = [128, 128]
        if "clutch" in identity.axes:
            player.sticks[steps.STICKS.index("right_y")] = 16_384
        player.send_state()
        self.browser.until(lambda: False, 1)
        return () if was_awake else self.NOTES["asleep"]

    def rumble(self, identity, player):
        """Asks for rumble with a press of the first button; returns the cell of the table, and its notes."""
        if not players.offers_rumble(players.nodes(1)[0]):
            return NO, ("no-effects",)
        player.link.heard.clear()
        player.tap("a", 0.3)
        felt = player.felt(10 if self.CAN_RUMBLE else 3)
        self.assertEqual(felt, self.CAN_RUMBLE)
        if felt:
            return YES, ()
        return NO, () if any(pad["hasMotors"] for pad in self.browser.pads) else ("no-actuator",)

    def check_sensors(self, identity):
        """Checks that the page does not see a device without buttons and sticks."""
        for count, program in ((1, self.PROGRAM), (4, f"{self.PROGRAM}, four pads")):
            with players.joined(*[identity] * count):
                self.assertFalse(self.browser.until(lambda: self.browser.pads, 5))
            table.record(identity, program, Seen(NO, notes=("sensors-only",)))

    def four(self, identity):
        """Checks four pads: once the page knows them, each player presses a different button, all at once."""
        wanted = self.OF_FOUR if identity.is_uinput else 4
        with players.joined(*[identity] * 4) as four:
            self.wait_for_browser(4)
            self.press_until(four, lambda: len(self.browser.pads) >= wanted)
            self.browser.until(lambda: not self.pads_down())
            down = self.most_down(four)
            count = len(self.browser.pads)
        seen = Seen(f"{count} of 4", NONE, YES if down == 4 else NO, NONE,
                    notes=() if count == 4 else self.NOTES["four"])
        table.record(identity, f"{self.PROGRAM}, four pads", seen)
        self.assertEqual(count, wanted)
        self.assertTrue(count < 4 or down == 4, "a player's button is not shown")

    def most_down(self, four, settle_seconds=5):
        """Makes each player hold a different button; returns the number of pads with a button down, once it is 4 or after `settle_seconds`."""
        for number, player in enumerate(four):
            player.set(steps.BUTTONS[number], True)
        self.browser.until(lambda: self.pads_down() == 4, settle_seconds)
        return self.pads_down()

    def pads_down(self):
        """Returns the number of pads that the page shows with a button down."""
        return sum(any(pad["buttons"]) for pad in self.browser.pads)

    def press_until(self, some, is_wanted):
        """Makes players press a button until `is_wanted()` is true; returns whether it became true. Without a press, a page sees no pad."""
        for _ in range(self.FIRST_PRESSES):
            for player in some:
                player.set("a", True)
            time.sleep(0.2)
            for player in some:
                player.set("a", False)
            if self.browser.until(is_wanted, 5):
                return True
        return False

    @classmethod
    def tearDownClass(cls):
        """Ends the browser."""
        cls.browser.__exit__()


@suite.for_each_identity
class Chromium(InABrowser, unittest.TestCase):
    """Tests of Chromium. It reads the kernel's old joystick interface (joydev), and chooses the mapping by vendor and product."""

    TITLE = "chromium"
    FIRST_PRESSES = 10
    NUMBERS = "Vendor: ([0-9a-f]{4}) Product: ([0-9a-f]{4})"
    PROGRAM = "Chromium"
    CAN_RUMBLE = True
    SHOWS_SHARE = False
    OF_FOUR = 1
    VIEWS = {"standard": {YES: views.chromium_gamepad, BACKLESS: views.backless_gamepad}, "none": {YES: views.raw_gamepad}}
    NOTES = {"none": ("chromium-raw",), BACKLESS: ("chromium-back",), "four": ("chromium-four",),
             "asleep": ("chromium-asleep",)}

    @classmethod
    def setUpClass(cls):
        """Starts the browser once."""
        cls.browser = browsers.chromium()

    def wait_for_browser(self, count):
        """Does nothing, because no test can see when Chromium first looks at a pad. A button that is down by then does not count."""

    def expected(self, identity):
        """Returns the expected mapping and view. Chromium's list has Microsoft's and Sony's pads, but neither wheels nor pads of Tiltpad's vendor."""
        mapping = "standard" if identity.is_pad and identity.vendor != OUR_VENDOR else "none"
        held = BACKLESS if identity.keys["back"] == KEY_BACK else YES
        return f"{mapping}, {numbers(identity)}", suite.controls(identity, held, self.SHOWS_SHARE)


@suite.for_each_identity
class Firefox(InABrowser, unittest.TestCase):
    """Tests of Firefox. It reads evdev, and expects that every pad has the codes of the kernel's gamepad document."""

    TITLE = "firefox"
    FIRST_PRESSES = 1
    NUMBERS = "^([0-9a-f]{4})-([0-9a-f]{4})-"
    PROGRAM = "Firefox"
    CAN_RUMBLE = False
    SHOWS_SHARE = True
    OF_FOUR = 4
    VIEWS = {"standard": {YES: views.standard_gamepad, SWAPPED: views.swapped_gamepad,
                          MISPLACED: views.misplaced_gamepad},
             "none": {YES: views.raw_kernel_gamepad}}
    NOTES = {"none": ("firefox-raw",), SWAPPED: ("firefox-swapped",),
             MISPLACED: ("firefox-misplaced",), "asleep": ("firefox-asleep",)}

    @classmethod
    def setUpClass(cls):
        """Starts the browser once."""
        cls.browser = browsers.firefox()

    def wait_for_browser(self, count):
        """Waits until Firefox has opened `count` pads, because an earlier press would be lost."""
        players.wait_until_open([players.nodes(number)[0] for number in range(1, count + 1)])

    def expected(self, identity):
        """Returns the expected mapping and view. Devices with a pad's buttons are standard; pads of uinput have X and Y swapped."""
        if not identity.is_pad:
            return f"none, {numbers(identity)}", YES
        is_swapped = identity.keys["x"] == BTN_NORTH and identity.bus == USB
        is_misplaced = identity.axes["right_x"].code == ABS_Z
        return f"standard, {numbers(identity)}", MISPLACED if is_misplaced else SWAPPED if is_swapped else YES
