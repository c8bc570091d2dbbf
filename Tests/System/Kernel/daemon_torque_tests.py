"""Tests of the forces on a wheel as a controller with a motor or a picture gets them (docs/protocol.md, "Forces").

A game pushes the wheel by the kernel's own interface, and tiltpad send prints each TORQUE and CONDITIONS.
"""

import itertools
import json
import unittest

import daemon_guest
import shared_guest
import times
from json_lines import JSONLines
from shared_guest import guest

MIDDLE, STEPS = 32_768, 32_767
PERCENT = 0.01
REACH_SECONDS = 0.15
# The rate of a motor, and packets that may be under way when a time begins and ends.
MOTOR_Hz, SLACK = 250, 5
# Each controller is another one: the packets of a new program with an old token may look like late ones.
_tokens = itertools.count(100)


def setUpModule():
    """Starts the daemon, whose players have a G29 in a firm hand."""
    daemon_guest.ready("identity = g29\ngrip = firm\n")


def tearDownModule():
    """Stops it."""
    daemon_guest.stop()


class Told(unittest.TestCase):
    """A wheel, its controller, and a game."""

    abilities = "motor"
    options = "--sticks 0,0,0,0"

    def setUp(self):
        """Plugs the controller in, and begins the game."""
        daemon_guest.ready("identity = g29\ngrip = firm\n")
        self.player = self.controller()
        daemon_guest.wait_for_pads(1)
        self.game = shared_guest.start("force_probe")
        self.addCleanup(self.game.close)
        self.game_pid = self.game.until("ready")["ready"]

    def controller(self):
        """Starts a controller that prints the forces it gets."""
        player = JSONLines(guest(), f"exec tiltpad send --show-force {self.abilities} --json --token {next(_tokens)} {self.options} 127.0.0.1")
        self.addCleanup(player.close)
        return player

    def ask(self, verb, *arguments, seconds=60):
        """Makes the game do something; returns the result."""
        self.game.send(json.dumps([verb, *arguments]))
        answer = self.game.until(verb, timeout_seconds=seconds)
        self.assertNotIn("error", answer)
        return answer[verb]

    def play(self, kind, **fields):
        """Uploads an effect and plays it; returns its number."""
        number = self.ask("upload", {"kind": kind, **fields})
        self.ask("play", number)
        return number

    def until_torque(self, share):
        """Waits for a TORQUE within 1 % of the full one."""
        return self.player.until(lambda line: "torque" in line and abs(line["torque"] - share) <= PERCENT)

    def newest(self):
        """Returns the newest TORQUE, once the wheel stands still."""
        self.ask("settled")
        self.player.drain()
        return [line for line in self.player.seen if "torque" in line][-1]


class Motors(Told):
    """Tests of a motor."""

    def test_the_first_state_is_that_of_a_wheel_at_rest(self):
        """It is told without any force."""
        line = self.player.until("torque")
        self.assertEqual((line["torque"], line["range"], line["acting"]), (0, 900, False))

    def test_the_torque_is_that_of_the_formula_in_each_direction_and_with_each_gain(self):
        """T·g·s·level/32767; 0 at the end."""
        for gain in (0xFFFF, 0x4000):
            self.ask("set", "GAIN", gain)
            for direction, side in ((0xC000, 1), (0x4000, -1), (0xA000, 0.7071)):
                with self.subTest(gain=gain, direction=direction):
                    number = self.play("CONSTANT", level=24_000, direction=direction)
                    self.assertTrue(self.until_torque(side * gain / 0xFFFF * 24_000 / 32_767)["acting"])
                    self.ask("erase", number)
                    self.player.until(lambda line: line.get("torque") == 0)

    def test_a_ramp_rises_and_waves_reach_both_ends(self):
        """The wave's ends are its offset and magnitude."""
        self.play("RAMP", level=-20_000, end=20_000, length=2_000)
        self.until_torque(-0.55)
        begin = len(self.player.seen)
        self.until_torque(0.55)
        risen = [line["torque"] for line in self.player.seen[begin:] if "torque" in line]
        self.assertEqual(risen, sorted(risen))
        for wave in ("SINE", "SQUARE", "TRIANGLE", "SAW_UP", "SAW_DOWN"):
            with self.subTest(wave=wave):
                number = self.play(wave, level=16_384, offset=8_192, period=2_000)
                for end in (0.72, -0.22):
                    self.player.until(lambda line, end=end: "torque" in line and abs(line["torque"] - end) <= 0.04)
                self.ask("erase", number)

    def test_a_spring_and_autocenter_pull_by_the_angle_that_is_told(self):
        """−4·coefficient·(u − centre)."""
        number = self.play("SPRING", right=8_192, left=8_192, center=-16_384)
        line = self.newest()
        self.assertAlmostEqual(line["torque"], -(line["angle"] + 0.5), delta=PERCENT)
        self.assertLess(line["torque"], -0.4)
        self.ask("erase", number)
        self.ask("set", "AUTOCENTER", 0x8000)
        self.player.until(lambda line: line["acting"])
        self.ask("set", "AUTOCENTER", 0)

    def test_a_flood_of_changes_gives_no_flood_of_packets(self):
        """However often the game changes its effect, a motor gets its rate."""
        self.play("CONSTANT", level=1)
        self.player.until("torque")
        begin = len(self.player.seen)
        found = self.ask("rate", 10_000, 1, seconds=600)
        self.player.drain()
        lines = [line for line in self.player.seen[begin:] if "torque" in line]
        self.assertLessEqual(len(lines), MOTOR_Hz * (found["seconds"] + REACH_SECONDS) + SLACK)
        self.assertGreater(len(lines), 10)

    def test_the_torque_ends_with_its_game(self):
        """Killed, the kernel erases what it has left."""
        self.play("CONSTANT", level=0x7FFF)
        self.until_torque(1)
        began = float(guest().run(f"cut -d' ' -f1 /proc/uptime; kill -KILL {self.game_pid}").stdout.split()[0])
        line = self.player.until(lambda line: line.get("torque") == 0)
        times.hold(self, "the motor's torque ends after its game was killed", line["time"] - began, REACH_SECONDS)

    def test_the_torque_ends_with_the_daemon(self):
        """A new one begins without any."""
        self.play("CONSTANT", level=0x7FFF)
        self.until_torque(1)
        guest().run("systemctl restart tiltpad")
        self.assertEqual(self.controller().until("torque")["torque"], 0)


class Conditions(Told):
    """Tests of a motor that runs springs itself."""

    abilities = "motor,conditions"

    def test_a_spring_comes_as_its_numbers_with_the_gain(self):
        """The torque is without it; its end is told too."""
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


class Grips(Told):
    """Tests of a drawn wheel that nobody holds."""

    abilities = "picture,grip"

    def test_autocenter_centres_a_wheel_that_nobody_holds(self):
        """A force turns it as far as the spring lets it, and without the force it is in the middle again; a firm hand would let it turn by 2°."""
        self.ask("set", "AUTOCENTER", 0x4000)
        number = self.play("CONSTANT", level=6_000)
        daemon_guest.wait_until(lambda: self.ask("settled") > MIDDLE + STEPS // 8, what="the wheel is turned")
        self.assertAlmostEqual(self.newest()["angle"], 6_000 / 32_767, delta=0.03)
        self.ask("erase", number)
        daemon_guest.wait_until(lambda: abs(self.ask("settled") - MIDDLE) < STEPS // 20, what="the wheel is in the middle")
        self.assertLess(abs(self.newest()["angle"]), 0.05)
        self.ask("set", "AUTOCENTER", 0)


del Told
