"""The Gamepad API of two browsers, with one pad and with four."""

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
MAPPED = {"standard": "standard", "": "none"}


def setUpModule():
    """Starts the daemon."""
    players.start()


class InABrowser:
    """One pad shows all steps; four pads show which of them the browser tells apart."""

    def setUp(self):
        """Waits until the page has seen the last pads go."""
        self.browser.until(lambda: not self.browser.pads)

    def check(self, identity):
        """Compares every value, asks for rumble, and counts the pads of four players."""
        self.one(identity)
        self.browser.until(lambda: not self.browser.pads)
        self.four(identity)

    def one(self, identity):
        """One pad."""
        with players.joined(identity) as [player]:
            is_seen = self.press_until(player, lambda: self.browser.pads)
            seen = Seen(NO, rumble=NONE, notes=self.UNSEEN.get(identity.name, ()))
            if is_seen:
                seen = self.every_value(identity, player)
        table.record(identity, self.PROGRAM, seen)
        self.assertEqual((seen.mapping, seen.controls), self.expected(identity))

    def every_value(self, identity, player):
        """Plays the steps to the page."""
        mapping = MAPPED[self.browser.pads[0]["mapping"]]
        self.browser.tolerance = browsers.TOLERANCE + identity.noise_of_whole / 32768 * 1.5
        asleep = self.wake(identity, player, self.VIEWS[mapping][YES])
        [held] = readers.play(player, identity, [(self.browser, self.VIEWS[mapping])])
        cell, notes = self.rumble(identity, player)
        return Seen(YES, mapping, suite.controls(identity, held, self.SHOWS_SHARE), cell,
                    notes=(*self.NOTES.get(mapping, ()), *self.NOTES.get(held, ()), *asleep, *notes))

    def wake(self, identity, player, view):
        """Moves the triggers to the middle and back; returns the note on axes that were asleep until then."""
        player.show(steps.REST)
        was_awake = self.browser.agreeing({"rest": view(identity, steps.REST)}, 3)
        player.triggers[:] = [128, 128]
        player.send_state()
        self.browser.until(lambda: False, 1)
        return () if was_awake else self.NOTES["asleep"]

    def rumble(self, identity, player):
        """Asks for rumble with a press of the first button."""
        if not players.offers_rumble(players.nodes(1)[0]):
            return NO, ("no-effects",)
        player.link.heard.clear()
        player.tap("a", 0.3)
        felt = player.felt()
        self.assertEqual(felt, self.CAN_RUMBLE)
        if felt:
            return YES, ()
        return NO, () if any(pad["hasMotors"] for pad in self.browser.pads) else ("no-actuator",)

    def four(self, identity):
        """Four pads: each player presses a button of their own, at once."""
        with players.joined(*[identity] * 4) as four:
            down = self.most_down(four)
            count = len(self.browser.pads)
        seen = Seen(f"{count} of 4", "–", YES if down == 4 else NO, NONE,
                    notes=() if count == 4 else self.NOTES["four"])
        table.record(identity, f"{self.PROGRAM}, four pads", seen)
        self.assertEqual(count, self.FOUR.get(identity.name, 4))
        self.assertTrue(count < 4 or down == 4, "a player's button is not shown")

    def most_down(self, four, settle_seconds=5):
        """Has all press their buttons once; returns how many pads show one, once all do or no more come."""
        for number, player in enumerate(four):
            player.set(steps.BUTTONS[number], True)
        self.browser.until(lambda: self.pads_down() == 4, settle_seconds)
        return self.pads_down()

    def pads_down(self):
        """Returns how many pads the page shows with a button down."""
        return sum(any(pad["buttons"]) for pad in self.browser.pads)

    def press_until(self, player, is_wanted):
        """Presses a button again and again until something holds: a page sees no pad before a press."""
        for _ in range(10):
            player.tap("a", 0.2, 0.2)
            if self.browser.until(is_wanted, 1):
                return True
        return False

    @classmethod
    def tearDownClass(cls):
        """Ends the browser."""
        cls.browser.__exit__()


@suite.for_each_identity
class Chromium(InABrowser, unittest.TestCase):
    """Reads the kernel's old joystick interface, and maps by vendor and product."""

    TITLE = "chromium"
    PROGRAM = "Chromium"
    CAN_RUMBLE = True
    SHOWS_SHARE = False
    UNSEEN = {}
    FOUR = dict.fromkeys(("xbox360", "xboxone", "xboxseries", "generic", "wheel", "flightstick"), 1)
    VIEWS = {"standard": {YES: views.chromium_gamepad}, "none": {YES: views.raw_gamepad}}
    NOTES = {"none": ("chromium-raw",), "four": ("chromium-four",),
             "asleep": ("chromium-asleep",)}

    @classmethod
    def setUpClass(cls):
        """Starts it once."""
        cls.browser = browsers.chromium()

    def expected(self, identity):
        """The Xbox pads are in its list, ours are not."""
        mapping = "standard" if identity.device.startswith("Microsoft") else "none"
        return mapping, suite.controls(identity, YES, self.SHOWS_SHARE)


@suite.for_each_identity
class Firefox(InABrowser, unittest.TestCase):
    """Reads evdev, and takes every pad for one that follows the kernel's document."""

    TITLE = "firefox"
    PROGRAM = "Firefox"
    CAN_RUMBLE = False
    SHOWS_SHARE = True
    UNSEEN = {}
    FOUR = {}
    VIEWS = {"standard": {YES: views.standard_gamepad, SWAPPED: views.swapped_gamepad},
             "none": {YES: views.raw_kernel_gamepad}}
    NOTES = {"none": ("firefox-raw",), SWAPPED: ("firefox-swapped",), "asleep": ("firefox-asleep",)}

    @classmethod
    def setUpClass(cls):
        """Starts it once."""
        cls.browser = browsers.firefox()

    def expected(self, identity):
        """What has a pad's buttons is a standard pad, and its X and Y are swapped."""
        return ("standard", SWAPPED) if identity.is_pad else ("none", YES)
