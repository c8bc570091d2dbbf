"""Tests of a wheel that a phone draws: from a game in the guest to the page's rim in Chromium on the host, and from a thumb back to the axis.

The page comes from the guest's gateway, through a port that has the same number on both machines, because the page has to name the port.
"""

import math
import pathlib
import sys
import unittest

import daemon_guest
import pushing_game
from machine import GUEST_WEB_PORT
from shared_guest import guest

PAGE = pathlib.Path(__file__).resolve().parents[1] / "Web/Page"
sys.path.append(str(PAGE))

import rim_scene  # noqa: E402
import scene  # noqa: E402

MIDDLE, STEPS, HALF_RANGE = 32_768, 32_767, 450
# The greatest distance between the drawn wheel and the axis, in degrees.
NEAR = 2
FULL_TORQUE_TURNS = 9.4


class GuestHouse:
    """The daemon and its gateway in the guest, in place of the stand-in that scenes usually have."""

    def __init__(self):
        """Starts the daemon, whose players have a G29, and the gateway."""
        daemon_guest.ready("identity = g29\n")
        guest().run("systemctl restart tiltpad-web")
        self.address = f"https://127.0.0.1:{guest().forward(GUEST_WEB_PORT, GUEST_WEB_PORT)}"

    def ticket(self):
        """Returns a ticket that is good for one player."""
        return guest().run("tiltpad pair --phone --link --address 127.0.0.1").stdout.strip().split("#")[1]

    def end(self):
        """Stops the daemon and the gateway."""
        daemon_guest.stop_both()


class Rims(pushing_game.PushingGame, rim_scene.RimScene):
    """Tests with a thumb on the page's rim, and a game that pushes the wheel."""

    def open_house(self):
        """Returns the daemon and the gateway in the guest."""
        return GuestHouse()

    def setUp(self):
        """Lets the phone play, and begins the game."""
        super().setUp()
        self.pad, _ = self.join("rim", script=scene.VIBRATION)
        daemon_guest.wait_for_pads(1)
        self.open_game()

    def axis(self):
        """Returns the angle of the game's wheel once it stands still, in degrees."""
        return (self.ask("settled") - MIDDLE) / STEPS * HALF_RANGE

    def until_drawn(self, is_wanted, what):
        """Waits until `is_wanted` is true for the angle of the game's wheel, and the page draws it there; returns the angle in degrees."""
        def look():
            angle = self.axis()
            return (angle,) if is_wanted(angle) and math.isclose(self.drawn(), angle, abs_tol=NEAR) else None
        return daemon_guest.wait_until(look, what=what)[0]

    def test_the_rim_is_drawn_where_the_games_wheel_is_and_centres_when_the_thumb_is_lifted(self):
        """A thumb turns the wheel, the game pushes against the thumb and shakes the phone, and autocenter brings the wheel back."""
        self.ask("set", "AUTOCENTER", 0x8000)
        number = self.play("CONSTANT", level=8_000)
        free = self.until_drawn(lambda angle: angle > 40, "the wheel that nobody holds")
        self.ask("erase", number)
        self.until_drawn(lambda angle: abs(angle) < 10, "the wheel in the middle")
        self.ask("set", "AUTOCENTER", 0)
        self.drag(-40, 50)
        held = self.until_drawn(lambda angle: abs(angle - 90) < 10, "the wheel at the thumb")
        number = self.play("CONSTANT", level=0x7FFF)
        pushed = self.until_drawn(lambda angle: abs(angle - held - FULL_TORQUE_TURNS) < 1, "the wheel pushed away from the thumb")
        self.ask("erase", number)
        self.pad.run("felt.length = 0")
        number = self.play("SQUARE", level=0x6000, period=40)
        self.pad.wait("felt.some((pattern) => pattern?.length)")
        self.ask("erase", number)
        self.pad.wait("felt.at(-1) === 0")
        self.ask("set", "AUTOCENTER", 0x8000)
        turned = self.until_drawn(lambda angle: angle > 60, "the wheel between the thumb and the spring")
        self.assertLess(turned, pushed)
        self.pad.lift()
        middle = self.until_drawn(lambda angle: abs(angle) < 20, "the wheel in the middle")
        print(f"kernel: the rim was drawn at {free:.1f}°, {held:.1f}°, {pushed:.1f}° and {turned:.1f}°, and after the thumb at {middle:.1f}°", file=sys.stderr)


if __name__ == "__main__":
    unittest.main()
