"""Tests of the forces that games play on the host's copy of a real wheel, as they arrive at that wheel.

The real wheel is a virtual one of another program, which prints the forces on it.
"""

import sys
import unittest

import daemon_guest
import stick_guest
from daemon_guest import axis
from pushed_stick import PERCENT, PushedStick
from stick_kinds import MOTORS

EV_ABS, ABS_X = 3, 0
FULL, HALF_GAIN = 0xFFFF, 0x8000


def setUpModule():
    """Starts the daemon, and pairs a controller with it."""
    stick_guest.begin()


def tearDownModule():
    """Removes the daemon and the keys."""
    stick_guest.end()


class Played(PushedStick):
    """Tests of the forces that the wheel gets."""

    def test_the_copy_has_the_effects_of_the_wheel(self):
        """The copy has the same kinds of effects as the wheel, and room for 15 effects."""
        for kind in MOTORS:
            with self.subTest(kind=kind):
                path = self.plug(kind)
                with self.join(f"--stick={path}"):
                    daemon_guest.wait_for_pads(1)
                    (real, seen), (twin, made) = self.watch(f"real/{kind}"), self.watch("tiltpad/pad1")
                    self.assertEqual(made["capabilities"]["EV_FF"], seen["capabilities"]["EV_FF"])
                    self.assertEqual(made["effects"], 15)
                    for reader in (real, twin):
                        reader.close()
                self.unplug(kind)
                daemon_guest.wait_for_pads(0)

    def test_a_constant_force_arrives_with_its_sign_level_gain_and_the_players_strength(self):
        """The torque follows docs/wheels.md in each direction, times the player's strength. The wheel's own gain and autocenter are set once."""
        worst = 0
        self.begin("--force=100")
        for gain in (FULL, HALF_GAIN):
            self.ask("set", "GAIN", gain)
            for direction, side in ((0xC000, 1), (0x4000, -1), (0xA000, 0.7071)):
                for level in (24_000, -24_000):
                    with self.subTest(gain=gain, direction=direction, level=level):
                        number = self.play("CONSTANT", level=level, direction=direction)
                        worst = max(worst, self.until_torque(side * gain / FULL * level / 32_767))
                        self.ask("erase", number)
                        self.until_torque(0)
        line = self.until_nothing()
        self.assertEqual((line["gain"], line["autocenter"]), (FULL, 0))
        print(f"kernel: a constant force arrives at the wheel within {100 * worst:.2f} % of the full one", file=sys.stderr)

    def test_a_spring_arrives_as_a_spring_with_its_numbers_and_the_gain(self):
        """The gain scales the coefficients and saturations. It does not scale the centre and the dead band, which are places."""
        worst = 0
        self.begin("--force=100")
        for gain in (FULL, HALF_GAIN):
            self.ask("set", "GAIN", gain)
            for right, left, center in ((20_000, 12_000, -8_192), (-16_000, 30_000, 8_192)):
                with self.subTest(gain=gain, right=right):
                    number = self.play("SPRING", right=right, left=left, center=center, band=3_000, right_saturation=0xC000)
                    spring = self.until_spring()
                    share = gain / FULL
                    wanted = (right * share / 32_767, left * share / 32_767, 0xC000 * share / FULL, share, 3_000 / FULL, center / 32_767)
                    found = (*(value / 32_767 for value in spring["coefficient"]), *(value / FULL for value in spring["saturation"]),
                             spring["deadband"] / FULL, spring["center"] / 32_767)
                    off = max(abs(one - other) for one, other in zip(found, wanted))
                    self.assertLessEqual(off, PERCENT, (found, wanted))
                    worst = max(worst, off)
                    self.ask("erase", number)
                    self.until_spring(is_there=False)
        print(f"kernel: a spring arrives at the wheel within {100 * worst:.3f} % in each field", file=sys.stderr)

    def test_the_players_strength_scales_all_and_turns_the_torque_alone(self):
        """A strength of -50 % halves the torque and turns it to the other side. A spring has half its strength, and still pulls to its centre."""
        self.begin("--force=-50")
        self.play("CONSTANT", level=30_000)
        self.until_torque(-0.5 * 30_000 / 32_767)
        self.play("SPRING", right=16_000, left=16_000)
        spring = self.until_spring()
        self.assertEqual((spring["coefficient"], spring["saturation"]), ([8_000, 8_000], [0x8000, 0x8000]))

    def test_a_player_who_wants_no_force_has_a_copy_without_effects_that_push(self):
        """Only the effects of rumble are left."""
        self.plug("motor")
        self.join("--stick", "--force=0")
        daemon_guest.wait_for_pads(1)
        _, made = self.watch("tiltpad/pad1")
        self.assertEqual(made["capabilities"]["EV_FF"], [0x50, 0x51, 0x58, 0x59, 0x5A, 0x60])


class Merged(PushedStick):
    """Tests of a wheel that is merged with pedals, and is not the first stick."""

    def test_games_push_the_wheel_by_its_own_axis(self):
        """The wheel's driver has no spring, so the host computes it from the wheel's axis, which has another code in the copy.

        The pedals do not change the spring.
        """
        paths = [self.plug(kind) for kind in ("pedals", "simple")]
        self.player = self.join("--force=100", "--merge", *(f"--stick={path}" for path in paths))
        daemon_guest.wait_for_pads(1)
        twin, made = self.watch("tiltpad/pad1")
        self.assertEqual(made["name"], "Three Pedals")
        self.open_game()
        # The pedals have X, Y and Z, so the wheel's X is the next free axis.
        self.write("simple", (EV_ABS, ABS_X, 40_960))
        twin.until(axis(3, lambda value: value == 40_960))
        self.ask("set", "AUTOCENTER", 0x8000)
        worst = self.until_torque(-4 * 0.5 * 0.25, "simple")
        self.write("pedals", (EV_ABS, ABS_X, 0))
        twin.until(axis(0, lambda value: value == 0))
        self.write("simple", (EV_ABS, ABS_X, 28_672))
        worst = max(worst, self.until_torque(4 * 0.5 * 0.125, "simple"))
        self.ask("set", "AUTOCENTER", 0)
        self.until_torque(0, "simple")
        print(f"kernel: a spring computed at the host arrives within {100 * worst:.2f} % of the full torque", file=sys.stderr)


if __name__ == "__main__":
    unittest.main()
