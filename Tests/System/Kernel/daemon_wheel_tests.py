"""Tests of a wheel that games push, by the kernel's own interface and by SDL (docs/wheels.md).

The controller holds the wheel still, as a hand does, so each torque turns the wheel by an angle. TILTPAD_LONG=yes stops all effects a
thousand times and changes one for a minute.
"""

import json
import math
import sys
import unittest

import daemon_guest
import long_run
import pushing_game
import times
from shared_guest import guest

MIDDLE, STEPS = 32_768, 32_767
TORQUE, GRIP, HALF_RANGE = 2.2, 6 * 2.2, math.radians(450)
# The distance by which the full torque turns the wheel in the hand, in steps of the axis.
FULL_WAY = TORQUE / GRIP / HALF_RANGE * STEPS
# The greatest error of a measured torque, as a share of the full torque: the wheel's own friction, and a step of the axis.
FRICTION = 0.03 / TORQUE + 1 / FULL_WAY
ROUNDS, RATE_SECONDS = (1_000, 60) if long_run.IS_LONG else (20, 3)
REACH_SECONDS = 0.15
WAVES = ("SINE", "SQUARE", "TRIANGLE", "SAW_UP", "SAW_DOWN")
# SDL's type of a wheel, and its bits for: constant, sine, left-right, triangle, saw teeth, ramp, spring, damper, inertia, friction, gain, autocenter.
SDL_WHEEL, SDL_EFFECTS = 2, 0x37FF


def setUpModule():
    """Starts the daemon, whose players have a G29."""
    daemon_guest.ready("identity = g29\n")


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


class Pushed(pushing_game.PushingGame, unittest.TestCase):
    """A test with a wheel, the controller that holds it, and a game."""

    def setUp(self):
        """Plugs the controller in, and begins the game."""
        daemon_guest.ready("identity = g29\n")
        self.player = daemon_guest.controller(token=91).run()
        self.addCleanup(self.player.__exit__)
        daemon_guest.wait_for_pads(1)
        self.open_game()

    def way(self):
        """Returns the torque according to the wheel's distance from the middle, as a share of the full torque, positive to the right."""
        return (self.ask("settled") - MIDDLE) / FULL_WAY

    def turned(self):
        """Turns the hand to the right; returns the position of the wheel in steps of its axis."""
        self.player.roll = 0.4
        # The axes of a new pad rest for a while.
        daemon_guest.wait_until(lambda: self.ask("settled") > MIDDLE + 4_000, what="the wheel is turned")
        return self.ask("settled")

    def still(self):
        """Checks that nothing pushes the wheel."""
        self.assertLessEqual(abs(self.way()), FRICTION)


class Effects(Pushed):
    """Tests of the torque of each effect."""

    def test_a_constant_force_turns_the_wheel_by_its_direction_level_and_gain(self):
        """The game plays the force with two gains, from four directions each, and ends it each time."""
        for gain in (0xFFFF, 0x4000):
            self.ask("set", "GAIN", gain)
            for direction, side in ((0xC000, 1), (0x4000, -1), (0, 0), (0x8000, 0)):
                with self.subTest(gain=gain, direction=direction):
                    number = self.play("CONSTANT", level=24_000, direction=direction)
                    self.assertAlmostEqual(self.way(), side * gain / 0xFFFF * 24_000 / 32_767, delta=FRICTION)
                    self.ask("erase", number)
                    self.still()

    def test_a_ramp_and_an_envelope_change_the_force(self):
        """A ramp begins to the left and ends to the right. A constant force with an attack is weak at first."""
        self.play("RAMP", level=-20_000, end=20_000, length=2_000)
        low, high = self.ask("extremes", 1.9)
        for way, share in ((low, -0.61), (high, 0.61)):
            self.assertAlmostEqual((way - MIDDLE) / FULL_WAY, share, delta=0.15)
        self.still()
        number = self.play("CONSTANT", level=32_767, envelope=[60_000, 8_192, 0, 0])
        self.assertAlmostEqual((self.ask("extremes", 0.5)[1] - MIDDLE) / FULL_WAY, 0.26, delta=0.06)
        self.ask("erase", number)

    def test_each_wave_turns_the_wheel_to_both_sides(self):
        """Each wave swings around an offset, with a period of 2 s. On a busy machine the test misses the ends of a wave."""
        for wave in long_run.some(WAVES, "SINE", "SAW_UP"):
            with self.subTest(wave=wave):
                number = self.play(wave, level=16_384, offset=8_192, period=2_000)
                low, high = ((way - MIDDLE) / FULL_WAY for way in self.ask("extremes", 4.2))
                self.ask("erase", number)
                self.assertTrue(-0.37 < low < 0 and 0.5 < high < 0.87, (low, high))
                self.still()

    def test_a_spring_and_autocenter_pull_against_the_hand(self):
        """The hand is turned to the right. Each spring pulls the wheel to a place where the hand and the spring balance."""
        hand = self.turned()
        angle = (hand - MIDDLE) / STEPS * HALF_RANGE
        slope = 4 * 0.25 * TORQUE / HALF_RANGE
        number = self.play("SPRING", right=8_192, left=8_192)
        balance = GRIP * angle / (GRIP + slope) / HALF_RANGE * STEPS
        self.assertAlmostEqual(self.ask("settled") - MIDDLE, balance, delta=FRICTION * FULL_WAY + 1)
        self.ask("erase", number)
        self.ask("set", "AUTOCENTER", 0x8000)
        pulled = hand - MIDDLE - FULL_WAY / 2
        self.assertAlmostEqual(self.ask("settled") - MIDDLE, pulled, delta=FRICTION * FULL_WAY + 1)
        self.ask("set", "AUTOCENTER", 0)
        self.assertAlmostEqual(self.ask("settled"), hand, delta=1)

    def test_every_kind_has_room_fifteen_times(self):
        """There is room for fifteen effects, and not for a sixteenth. Effects that are not played do not push."""
        for kind in ("DAMPER", "FRICTION", "INERTIA"):
            self.ask("erase", self.play(kind, right=20_000, left=20_000))
        numbers = [self.ask("upload", {"kind": "CONSTANT", "level": 1}) for _ in range(15)]
        self.assertEqual(numbers, list(range(15)))
        self.game.send(json.dumps(["upload", {"kind": "CONSTANT", "level": 1}]))
        self.assertEqual(self.game.until("upload")["error"], "ENOSPC")
        self.still()

    def test_sdl_takes_it_for_a_wheel_with_all_effects_and_sets_autocenter(self):
        """The spring of autocenter stays when the game has ended, as on a real wheel."""
        hand = self.turned()
        found = self.ask("sdl", 50)
        self.assertEqual(found, {"type": SDL_WHEEL, "effects": SDL_EFFECTS, "room": 15, "axes": 4, "buttons": 25, "hats": 1,
                                 "autocenter": 0})
        self.assertAlmostEqual(self.ask("settled"), hand - FULL_WAY / 2, delta=FRICTION * FULL_WAY + 6)


class Ends(Pushed):
    """Tests that a torque ends when its game or the daemon ends."""

    def watch_the_end(self, what, act):
        """Pushes the wheel and calls `act`, which returns its own time; compares the time until the wheel is half-way back with a goal."""
        self.play("CONSTANT", level=0x7FFF)
        self.assertAlmostEqual(self.way(), 1, delta=FRICTION)
        with daemon_guest.watch() as probe:
            probe.until("ready")
            began = act()
            line = probe.until(daemon_guest.axis(0, lambda value: abs(value - MIDDLE) < FULL_WAY / 2))
            times.hold(self, f"the torque ends after {what}", line["kernel_seconds"] - began, REACH_SECONDS)

    def after(self, command):
        """Returns a function that runs a command in the guest, and returns the guest's uptime just before, in s."""
        return lambda: float(guest().run(f"cut -d' ' -f1 /proc/uptime; {command}").stdout.split()[0])

    def test_a_killed_game_pushes_no_longer(self):
        """The kernel stops and erases the game's effects."""
        self.watch_the_end("its game was killed", self.after(f"kill -KILL {self.game_pid}"))
        self.open_game()
        self.still()

    def test_a_closed_node_pushes_no_longer(self):
        """The game ends after SIGTERM, which closes its node."""
        self.watch_the_end("its game ended", self.after(f"kill -TERM {self.game_pid}"))

    def test_a_restarted_daemon_pushes_no_longer(self):
        """The device stays and is at rest. The effects are gone."""
        self.watch_the_end("a restart", self.after("systemctl restart tiltpad"))
        daemon_guest.wait_for_pads(1)
        self.game.close()
        self.open_game()
        self.still()

    def test_all_effects_stop_in_one_row(self):
        """Fifteen effects are stopped at once, again and again. uinput's ring of events has no room for more."""
        way = round(FULL_WAY)
        found = self.ask("stop_all", ROUNDS, [MIDDLE + way // 2, MIDDLE + 2 * way], [MIDDLE - 30, MIDDLE + 30],
                         seconds=60 + 2 * ROUNDS)
        print(f"kernel: {found['stopped']} of {ROUNDS} rows of 15 stops, the worst {found['worst'] * 1e3:.0f} ms", file=sys.stderr)
        self.assertEqual((found["stopped"], found["numbers"]), (ROUNDS, list(range(15))))

    def test_four_hundred_changes_a_second_are_all_felt(self):
        """At the end the wheel shows the last level. The test prints the durations of the ioctl, and the daemon's processor time."""
        before = self.processor_time()
        found = self.ask("rate", 400, RATE_SECONDS, seconds=60 + 10 * RATE_SECONDS)
        spent = (self.processor_time() - before) / found["seconds"]
        print(f"kernel: {found['count']} changes in {found['seconds']:.1f} s: median {found['median'] * 1e6:.0f} µs, "
              f"p99 {found['p99'] * 1e6:.0f} µs, worst {found['worst'] * 1e3:.1f} ms; {100 * spent:.1f} % of a processor",
              file=sys.stderr)
        times.hold(self, "the change of an effect, p99", found["p99"], 0.005)
        self.assertEqual(found["count"], 400 * RATE_SECONDS)
        self.assertAlmostEqual(self.way(), found["level"] / 32_767, delta=FRICTION)

    def processor_time(self):
        """Returns the processor time of the daemon, in s."""
        fields = guest().read(f"/proc/{daemon_guest.main_pid()}/stat").popitem()[1].rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / 100


del Pushed
