"""Tests of the forces on a wheel that a controller gets if it has a motor or draws the wheel (docs/protocol.md, "Forces").

A game pushes the wheel by the kernel's own interface, and tiltpad send prints each TORQUE and CONDITIONS.
"""

import sys

import daemon_guest
import long_run
import times
import told_wheel
from shared_guest import guest
from told_wheel import PERCENT

MIDDLE, STEPS = 32_768, 32_767
REACH_SECONDS = 0.15
# The rate at which a motor gets packets, and the number of packets that may be on their way when a measurement begins and ends.
MOTOR_Hz, SLACK = 250, 5
CHANGES, PAUSE_SECONDS = (1_000 if long_run.IS_LONG else 200 if times.IS_HELD else 60), 0.02
WAY_GOAL_SECONDS = 0.005


def setUpModule():
    """Starts the daemon, whose players have a G29 in a firm hand."""
    daemon_guest.ready(told_wheel.FIRM)


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


class Motors(told_wheel.Told):
    """Tests of a controller with a motor."""

    def test_the_first_state_is_that_of_a_wheel_at_rest(self):
        """The controller gets a state although no force acts. The range is 0 until the pad is plugged in."""
        line = self.player.until(lambda line: line.get("range"))
        self.assertEqual((line["torque"], line["range"], line["acting"]), (0, 900, False))

    def test_the_torque_is_that_of_the_formula_in_each_direction_and_with_each_gain(self):
        """The torque is T·g·s·level/32767 (docs/wheels.md), and 0 when the effect is erased."""
        for gain in (0xFFFF, 0x4000):
            self.ask("set", "GAIN", gain)
            for direction, side in ((0xC000, 1), (0x4000, -1), (0xA000, 0.7071)):
                with self.subTest(gain=gain, direction=direction):
                    number = self.play("CONSTANT", level=24_000, direction=direction)
                    self.assertTrue(self.until_torque(side * gain / 0xFFFF * 24_000 / 32_767)["acting"])
                    self.ask("erase", number)
                    self.player.until(lambda line: line.get("torque") == 0)

    def test_a_ramp_rises_and_waves_reach_both_ends(self):
        """The ends of a wave are its offset plus and minus its magnitude."""
        self.play("RAMP", level=-20_000, end=20_000, length=2_000)
        self.until_torque(-0.55)
        begin = len(self.player.seen)
        self.until_torque(0.55)
        risen = [line["torque"] for line in self.player.seen[begin:] if "torque" in line]
        self.assertEqual(risen, sorted(risen))
        for wave in long_run.some(("SINE", "SQUARE", "TRIANGLE", "SAW_UP", "SAW_DOWN"), "TRIANGLE", "SAW_DOWN"):
            with self.subTest(wave=wave):
                number = self.play(wave, level=16_384, offset=8_192, period=2_000)
                for end in (0.72, -0.22):
                    self.player.until(lambda line, end=end: "torque" in line and abs(line["torque"] - end) <= 0.04)
                self.ask("erase", number)

    def test_a_spring_and_autocenter_pull_by_the_angle_that_is_told(self):
        """The torque of a spring is −4·coefficient·(u − centre), where u is the angle that the controller gets."""
        number = self.play("SPRING", right=8_192, left=8_192, center=-16_384)
        line = self.newest()
        self.assertAlmostEqual(line["torque"], -(line["angle"] + 0.5), delta=PERCENT)
        self.assertLess(line["torque"], -0.4)
        self.ask("erase", number)
        self.ask("set", "AUTOCENTER", 0x8000)
        self.player.until(lambda line: line["acting"])
        self.ask("set", "AUTOCENTER", 0)

    def test_a_flood_of_changes_gives_no_flood_of_packets(self):
        """Even if a game changes its effect 10,000 times a second, a motor gets packets at its usual rate."""
        self.play("CONSTANT", level=1)
        self.player.until("torque")
        begin = len(self.player.seen)
        found = self.ask("rate", 10_000, 1, seconds=600)
        self.player.drain()
        lines = [line for line in self.player.seen[begin:] if "torque" in line]
        print(f"kernel: {len(lines)} torques in {found['seconds']:.2f} s of {found['count']} changes", file=sys.stderr)
        self.assertLessEqual(len(lines), MOTOR_Hz * (found["seconds"] + REACH_SECONDS) + SLACK)
        self.assertGreater(len(lines), 10)

    def test_a_change_of_the_game_reaches_the_motor(self):
        """The motor gets each change of a game that is not too fast. The test prints the delay, and the delay of bare datagrams for comparison."""
        changes = [(at, level) for at, level in self.ask("steps", CHANGES, PAUSE_SECONDS, seconds=60 + CHANGES)]
        self.player.until(lambda line: line.get("torque") == 0 and line["time"] > changes[-1][0])
        told = [(line["time"], round(line["torque"] * 32_767)) for line in self.player.seen if "torque" in line]
        ways, place = [], 0
        for at, level in changes:
            found = next((number for number in range(place, len(told)) if told[number][0] > at and told[number][1] == level), None)
            if found is not None:
                ways.append(told[found][0] - at)
                place = found
        ways.sort()
        bare = self.ask("bare", CHANGES, PAUSE_SECONDS, seconds=60 + CHANGES)
        print(f"kernel: {len(ways)} of {CHANGES} changes: median {middle(ways)}, p99 {late(ways)}; "
              f"bare datagrams: median {middle(bare)}, p99 {late(bare)}", file=sys.stderr)
        self.assertGreater(len(ways), CHANGES // 2)
        times.hold(self, "from a game's change to the motor's TORQUE, p99", ways[len(ways) * 99 // 100], WAY_GOAL_SECONDS)

    def test_the_torque_ends_with_its_game(self):
        """The game is killed. The kernel then erases the game's effects."""
        self.play("CONSTANT", level=0x7FFF)
        self.until_torque(1)
        began = float(guest().run(f"cut -d' ' -f1 /proc/uptime; kill -KILL {self.game_pid}").stdout.split()[0])
        line = self.player.until(lambda line: line.get("torque") == 0)
        times.hold(self, "the motor's torque ends after its game was killed", line["time"] - began, REACH_SECONDS)

    def test_the_torque_ends_with_the_daemon(self):
        """A new daemon begins without any torque."""
        self.play("CONSTANT", level=0x7FFF)
        self.until_torque(1)
        guest().run("systemctl restart tiltpad")
        self.assertEqual(self.controller().until("torque")["torque"], 0)


class Conditions(told_wheel.Told):
    """Tests of a controller whose motor runs springs itself."""

    abilities = "motor,conditions"

    def test_a_spring_comes_as_its_numbers_with_the_gain(self):
        """The TORQUE does not contain the spring. The controller also gets a message when the spring ends."""
        self.ask("set", "GAIN", 0x8000)
        number = self.play("SPRING", right=8_192, left=-4_096, center=-16_384, band=1_000, right_saturation=0x8000)
        line = self.player.until(lambda line: line.get("conditions"))
        spring, = line["conditions"]
        self.assertEqual((spring["kind"], spring["center"]), ("spring", -16_384))
        for value, wanted in zip((*spring["coefficient"], spring["saturation"][0], spring["deadband"]), (4_096, -2_048, 0x4000, 1_000)):
            self.assertAlmostEqual(value, wanted, delta=2)
        self.assertEqual(self.newest()["torque"], 0)
        self.ask("erase", number)
        self.player.until(lambda line: line.get("conditions") == [] and line)


class Grips(told_wheel.Told):
    """Tests of a drawn wheel that nobody holds."""

    abilities = "picture,grip"

    def test_autocenter_centres_a_wheel_that_nobody_holds(self):
        """A force turns the wheel as far as the spring lets it. Without the force, the wheel is in the middle again.

        If the host assumed a firm hand on the wheel, the force would turn it by only 2°.
        """
        self.ask("set", "AUTOCENTER", 0x4000)
        number = self.play("CONSTANT", level=6_000)
        daemon_guest.wait_until(lambda: self.ask("settled") > MIDDLE + STEPS // 8, what="the wheel is turned")
        self.assertAlmostEqual(self.newest()["angle"], 6_000 / 32_767, delta=0.03)
        self.ask("erase", number)
        daemon_guest.wait_until(lambda: abs(self.ask("settled") - MIDDLE) < STEPS // 20, what="the wheel is in the middle")
        self.assertLess(abs(self.newest()["angle"]), 0.05)
        self.ask("set", "AUTOCENTER", 0)


class Races(told_wheel.Told):
    """Tests of a game that uses a wheel as SuperTuxKart does: autocenter at 20 %, and a rumble through SDL in a crash."""

    configuration = told_wheel.MEASURED
    abilities = "motor,measured"
    options = "--sticks 0.15,0,0,0 --show-feedback"

    def test_autocenter_pulls_and_a_crash_shakes(self):
        """The spring has a slope of 4 times its strength. As on a real wheel, it still pulls after the crash, and after the game."""
        place = self.place()
        self.assertAlmostEqual(place, 0.15, delta=PERCENT)
        self.assertEqual(self.ask("race", 20), [0, 0])
        self.until_torque(-4 * 0.2 * place)
        begin = len(self.player.seen)
        self.assertEqual(self.ask("crash", 0.8, 300), 0)
        self.player.until(lambda line: line.get("strong", 0) > 0.05)
        self.player.until(lambda line: line.get("strong") == 0)
        # SDL's rumble is a wave with a period of a second, from the right: a push to the left.
        self.assertLess(min(line["torque"] for line in self.player.seen[begin:] if "torque" in line), -0.6)
        self.until_torque(-4 * 0.2 * place)
        self.ask("finish")
        self.assertAlmostEqual(self.newest()["torque"], -4 * 0.2 * place, delta=PERCENT)


def middle(ways):
    """Returns the median of sorted times, as text."""
    return f"{1000 * ways[len(ways) // 2]:.1f} ms"


def late(ways):
    """Returns the 99th percentile of sorted times, as text."""
    return f"{1000 * ways[len(ways) * 99 // 100]:.1f} ms"
