"""Unit tests of the calculation of the wheel's angle from the phone's angles."""

import math

import modules


class TiltTests(modules.Modules):
    """Tests of the calculation of the wheel's angle from the phone's angles."""

    def roll(self, beta, gamma, angle):
        """Returns the pose (roll, pitch) for β, γ and the screen's angle, all in degrees."""
        return self.module("tilt", "return m.pose(m.onScreen(m.upward(beta, gamma), angle));", beta=beta, gamma=gamma, angle=angle)

    def angles(self, up):
        """Returns β and γ in degrees for the direction "up" in the device's frame."""
        return math.degrees(math.asin(max(-1, min(1, up[1])))), math.degrees(math.atan2(-up[0], up[2]))

    def held(self, roll, lean, angle):
        """Returns β and γ in degrees of a phone that is turned like a wheel (`roll`) and leant back (`lean`), both in rad.

        `angle` is the angle of its screen, in degrees.
        """
        x, y, z = -math.sin(roll) * math.cos(lean), math.cos(roll) * math.cos(lean), math.sin(lean)
        a = math.radians(-angle)
        return self.angles((x * math.cos(a) - y * math.sin(a), x * math.sin(a) + y * math.cos(a), z))

    def test_fifteen_poses_in_each_orientation_are_within_a_milliradian(self):
        for angle in (0, 90, 180, 270):
            for roll in (-1.2, -0.5, 0, 0.3, 1.2):
                for lean in (0, 0.5, 1.1):
                    found = self.roll(*self.held(roll, lean, angle), angle)
                    self.assertAlmostEqual(found["roll"], roll, delta=0.001, msg=f"{roll} leant {lean} at {angle}°")
                    self.assertAlmostEqual(found["pitch"], math.pi / 2 - lean, delta=0.001)

    def test_both_ways_to_write_the_same_pose_give_the_same_angle(self):
        for beta, gamma in ((0, -89.9), (20, -89.9), (-20, 80), (70, 10)):
            flipped = (180 - beta if beta >= 0 else -180 - beta, gamma - 180 if gamma > 0 else gamma + 180)
            for key in ("roll", "pitch"):
                self.assertAlmostEqual(self.roll(beta, gamma, 90)[key], self.roll(*flipped, 90)[key], delta=1e-9)

    def test_nothing_leaps_when_a_phone_is_leant_through_the_flip(self):
        before = None
        for tenth in range(-300, 301, 20):
            lean = math.radians(tenth / 10)
            x, y, z = -math.sin(0.4) * math.cos(lean), math.cos(0.4) * math.cos(lean), math.sin(lean)
            beta, gamma = self.angles((y, -x, z))
            # Browsers keep γ within ±90°, and let β go round instead.
            if abs(gamma) > 90:
                beta, gamma = (180 - beta if beta >= 0 else -180 - beta), gamma - math.copysign(180, gamma)
            roll = self.roll(beta, gamma, 90)["roll"]
            self.assertAlmostEqual(roll, 0.4, delta=0.001)
            self.assertTrue(before is None or abs(roll - before) < 0.01)
            before = roll

    def test_flat_on_the_table_the_slope_steers(self):
        self.assertAlmostEqual(self.roll(0, 0, 0)["roll"], 0)
        self.assertAlmostEqual(self.roll(0, 6, 0)["roll"], math.radians(6), delta=0.001)
        self.assertAlmostEqual(self.roll(0, -6, 0)["roll"], -math.radians(6), delta=0.001)

    def test_the_neutral_pose_is_the_mean_of_half_a_second_held_still(self):
        body = """const c = new m.Calibration(0); let found = null, at = 0;
          for (let t = 0; t <= 900 && !found; t += 20) {
            const roll = t < 300 ? 0.5 - t / 1000 : 0.2 + (t % 40 ? 0.01 : -0.01);
            found = c.add({ roll, pitch: 1 }, t); at = t; }
          return [found, at];"""
        found, at = self.module("tilt", body)
        self.assertAlmostEqual(found["roll"], 0.2, delta=0.02)
        self.assertGreaterEqual(at, 600)

    def test_a_phone_that_is_never_still_is_taken_as_it_is_in_the_end(self):
        body = """const c = new m.Calibration(0); let found = null, at = 0;
          for (let t = 0; t <= 5000 && !found; t += 20) { found = c.add({ roll: Math.sin(t / 50), pitch: 1 }, t); at = t; }
          return at;"""
        self.assertEqual(self.module("tilt", body), 3000)

    def test_angles_count_from_the_neutral_pose_which_is_never_far(self):
        found = self.module("tilt", """return [m.fromNeutral({ roll: 0.3, pitch: 1 }, { roll: 0.1, pitch: 0.75 }),
          m.fromNeutral({ roll: 0.3, pitch: 1 }, { roll: 1, pitch: 1 }), m.fromNeutral({ roll: 0.3, pitch: 1 }, null, true)].map((a) => a[0]);""")
        for value, wanted in zip(found, (0.2, -0.05, -0.3)):
            self.assertAlmostEqual(value, wanted)
