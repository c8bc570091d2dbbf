"""Tests of all inputs of players, at the bridge."""

import math

import long_run
import page_tests
import real

A, B = 1, 2
POSES = [(roll, lean) for lean in (-30, 0, 45) for roll in (-75, -30, 0.5, 12, 60)]
EXACT_rad = 0.002


class Thumbs:
    """Tests of two thumbs and of tilt, and of the pads made of them."""

    def test_two_phones_with_two_thumbs_each_move_two_pads(self):
        phones = [self.join(layout="pad"), self.join(layout="pad", width=740, height=360)]
        self.assertEqual([player for _, player in phones], [1, 2])
        for number, (phone, _) in enumerate(phones):
            left, right = phone.middle("[data-cell=left]"), phone.middle("[data-cell=right]")
            phone.touch(l=left, r=right)
            phone.slide(l=(left[0] + 200, left[1]), r=(right[0], right[1] - 80 if number else right[1] + 80))
        self.until_player(1, lambda pad: pad.sticks[0] > 0.99 and abs(pad.sticks[3]) > 0.99, "both sticks of the first pad at their ends")
        self.until_player(2, lambda pad: pad.sticks[0] > 0.99 and abs(pad.sticks[3]) > 0.99, "both sticks of the second pad at their ends")
        first, second = self.house.player(1), self.house.player(2)
        self.assertLess(first.sticks[3] * second.sticks[3], 0, "one up and one down")
        self.assertEqual({first.transport, second.transport}, {self.transport})
        phones[0][0].lift("l")
        self.until_player(1, lambda pad: pad.sticks[0] == 0 and abs(pad.sticks[3]) > 0.99, "only the right stick of the first pad held")
        self.assertGreater(self.house.player(2).sticks[0], 0.99)
        for phone, player in phones:
            phone.lift()
            self.until_player(player, lambda pad: pad.is_at_rest, "everything at rest")

    def test_fifteen_poses_arrive_within_two_thousandths_of_a_radian(self):
        phone, player = self.join(layout="wheel")
        for degrees, lean in POSES:
            phone.tilt(*angles(degrees, lean))
            wanted = math.radians(degrees)
            self.until_player(player, lambda pad: abs(pad.roll - wanted) < EXACT_rad,
                              f"a roll of {degrees}° leant back by {lean}°, {wanted:.4f} rad, not {self.house.player(player).roll:.4f}")


class Pads(Thumbs, page_tests.Playing):
    """Tests of all inputs."""


def angles(degrees, lean):
    """Returns β and γ as events have them, γ within ±90°: leaning forward turns both over."""
    beta, gamma = page_tests.held(degrees, lean)
    if abs(gamma) <= 90:
        return beta, gamma
    return math.copysign(180, beta) - beta, gamma - math.copysign(180, gamma)


class SocketTests(Pads, real.Scene):
    """Over a WebSocket."""


@long_run.only
class PostTests(real.Posting, Pads, real.Scene):
    """By POST and server-sent events."""
