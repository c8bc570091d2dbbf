"""Tests of all inputs that players have, up to the bridge."""

import math

import house
import long_run
import page_tests
import real
import standstill

A, B = 1, 2
POSES = [(roll, lean) for lean in (-30, 0, 45) for roll in (-75, -30, 0.5, 12, 60)]
EXACT_rad = 0.002


class Thumbs:
    """Tests of two thumbs and of tilt, and of the states of the pads that result."""

    @standstill.again(3)
    def test_two_phones_with_two_thumbs_each_move_two_pads(self):
        phones = [self.join(layout="pad"), self.join(layout="pad", width=740, height=360)]
        self.assertEqual([player for _, player in phones], [1, 2])
        for number, (phone, _) in enumerate(phones):
            left, right = phone.middle("[data-cell=left]"), phone.middle("[data-cell=right]")
            phone.touch(l=left, r=right)
            phone.slide(l=(left[0] + 200, left[1]), r=(right[0], right[1] - 80 if number else right[1] + 80))
        house.until(self.are_at_their_ends, "both sticks of both pads at their ends, one up and one down")
        phones[0][0].lift("l")
        self.until_player(1, lambda pad: pad.sticks[0] == 0 and abs(pad.sticks[3]) > 0.99, "only the right stick of the first pad held")
        self.until_player(2, lambda pad: pad.sticks[0] > 0.99, "the left stick of the second pad held")
        for phone, player in phones:
            phone.lift()
            self.until_player(player, lambda pad: pad.is_at_rest, "everything at rest")

    def are_at_their_ends(self):
        """Returns whether the left sticks of both pads are at their right ends, and the right sticks at opposite ends, over the test's transport."""
        pads = [self.house.player(1), self.house.player(2)]
        return (all(pad and pad.sticks[0] > 0.99 and abs(pad.sticks[3]) > 0.99 and pad.transport == self.transport for pad in pads)
                and pads[0].sticks[3] * pads[1].sticks[3] < 0)

    def test_fifteen_poses_arrive_within_two_thousandths_of_a_radian(self):
        phone, player = self.join(layout="wheel")
        for degrees, lean in POSES:
            wanted = math.radians(degrees)

            def is_rolled(pad):
                # A single event may arrive while the screen turns, and counts for some seconds only. So the event is repeated.
                phone.tilt(*angles(degrees, lean))
                return abs(pad.roll - wanted) < EXACT_rad
            self.until_player(player, is_rolled, f"a roll of {degrees}° leant back by {lean}°, {wanted:.4f} rad")


class Pads(Thumbs, page_tests.Playing):
    """Tests of all inputs that players have."""


def angles(degrees, lean):
    """Returns β and γ in degrees, as events report them. γ is within ±90°, so both are converted when the phone leans forward."""
    beta, gamma = page_tests.held(degrees, lean)
    if abs(gamma) <= 90:
        return beta, gamma
    return math.copysign(180, beta) - beta, gamma - math.copysign(180, gamma)


class SocketTests(Pads, real.Scene):
    """The tests over a WebSocket."""


@long_run.only
class PostTests(real.Posting, Pads, real.Scene):
    """The tests by POST and server-sent events."""
