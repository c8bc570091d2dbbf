"""Tests of the identity `dualsense`: SDL and evdev read gravity and a quarter turn, and SDL sets the motors and the light."""

import math
import sys
import time
import unittest

import daemon_guest
import hid_guest
import long_run
from shared_guest import start

GRAVITY = 9.80665
# The pad's axes: x right, y up, z towards the player. The axes of a screen that lies on its back: x right, y away, z up.
TURN_DEGREES, TURN_SECONDS, RATE_Hz = 90, 3.0, 100
ABS_Y, ABS_RY, MSC_TIMESTAMP = 1, 4, 5


def setUpModule():
    """Starts the daemon."""
    hid_guest.start_daemon("dualsense")


def tearDownModule():
    """Stops the daemon."""
    daemon_guest.stop()


def turn(player):
    """Turns a controller by 90° to the left while it lies on its back: it speeds up, slows down, and is then still.

    Each speed is computed for the time at which it is sent, because a busy machine sometimes sends late.
    """
    began = time.monotonic()
    while (elapsed := time.monotonic() - began) < TURN_SECONDS:
        speed = TURN_DEGREES / TURN_SECONDS * (1 - math.cos(2 * math.pi * elapsed / TURN_SECONDS))
        player.rotation_deg_s = (0, 0, speed)
        player.send_state()
        time.sleep(1 / RATE_Hz)
    player.rotation_deg_s = (0, 0, 0)
    for _ in range(20):
        player.send_state()
        time.sleep(1 / RATE_Hz)


def angle(samples):
    """Returns the integral of (microseconds, degrees per second) samples, in degrees."""
    pairs = zip(samples, samples[1:])
    return sum((late[0] - early[0]) / 1e6 * (late[1] + early[1]) / 2 for early, late in pairs)


def printed_by(probe, seconds=2):
    """Returns all output of a probe after some seconds."""
    time.sleep(seconds)
    probe.drain()
    return probe.seen


class Sensors(unittest.TestCase):
    """Tests of the sensors as SDL and evdev read them."""

    def setUp(self):
        """Plugs in a controller with motion sensors."""
        self.player = hid_guest.MovingController(token=91)
        self.addCleanup(self.player.__exit__)
        self.player.run(rate_Hz=20)
        self.nodes = hid_guest.wait_for_nodes(3)

    def test_gravity_is_where_up_is_for_sdl(self):
        """At rest SDL reads 9.81 m/s² upwards and no rotation, again and again without a pause."""
        with start("sdl_sensor_probe", variables="SDL_JOYSTICK_HIDAPI=1") as probe:
            self.assertEqual(probe.until("sensors"), {"sensors": [True, True], "has_rumble": True, "has_light": True})
            probe.until("ready")
            for _ in range(50):
                x, y, z = probe.until(lambda line: line.get("sensor") == "accelerometer")["values"]
                self.assertAlmostEqual(y, GRAVITY, delta=0.02)
                self.assertLess(max(abs(x), abs(z)), 0.02)
                rotation = probe.until(lambda line: line.get("sensor") == "gyroscope")["values"]
                self.assertEqual(rotation, [0, 0, 0])

    def test_gravity_follows_the_way_the_controller_is_held(self):
        """The controller stands on its left edge, then upright, and then lies on its face."""
        cases = (((1, 0, 0), (GRAVITY, 0, 0)), ((0, 1, 0), (0, 0, -GRAVITY)), ((0, 0, -1), (0, -GRAVITY, 0)))
        with start("sdl_sensor_probe", variables="SDL_JOYSTICK_HIDAPI=1") as probe:
            probe.until("ready")
            for held, expected in cases:
                self.player.acceleration_g = held
                probe.until(lambda line, expected=expected: line.get("sensor") == "accelerometer" and all(
                    abs(value - wanted) < 0.03 for value, wanted in zip(line["values"], expected)))

    def test_sdl_integrates_a_quarter_turn(self):
        """The sum of the turn in SDL is right to within 1°, by the pad's own clock."""
        self.player.stop()
        with start("sdl_sensor_probe", variables="SDL_JOYSTICK_HIDAPI=1") as probe:
            probe.until("ready")
            turn(self.player)
            lines = printed_by(probe)
        samples = [(line["microseconds"], math.degrees(line["values"][1])) for line in lines
                   if line.get("sensor") == "gyroscope"]
        self.check(angle(samples), "SDL")

    @long_run.only
    def test_evdev_integrates_a_quarter_turn(self):
        """The sum of the turn in evdev is right to within 1°, by the timestamps of the motion node."""
        self.player.stop()
        with hid_guest.watch(hid_guest.named(self.nodes, "Motion Sensors")) as probe:
            probe.until("ready")
            turn(self.player)
            lines = printed_by(probe)
        samples, speed = [], 0.0
        for line in lines:
            if (line.get("type"), line.get("code")) == ("EV_ABS", ABS_RY):
                speed = line["value"] / 1024
            elif (line.get("type"), line.get("code")) == ("EV_MSC", MSC_TIMESTAMP):
                samples.append((line["value"], speed))
        self.check(angle(samples), "evdev")

    def check(self, turned, reader):
        """Compares an angle with the quarter turn."""
        print(f"kernel: {reader} integrates a turn of {turned:.2f}°", file=sys.stderr)
        self.assertAlmostEqual(turned, TURN_DEGREES, delta=1)


class MotorsAndLight(unittest.TestCase):
    """Tests that SDL's orders for the motors and the light reach the controller."""

    def setUp(self):
        """Lets a controller join."""
        self.player = hid_guest.MovingController(token=92).run()
        self.addCleanup(self.player.__exit__)
        hid_guest.wait_for_nodes(3)

    def check_motors(self, reads_hidraw):
        """Starts and stops both motors."""
        with start("sdl_sensor_probe", variables=f"SDL_JOYSTICK_HIDAPI={reads_hidraw}") as probe:
            probe.until("ready")
            probe.send("rumble 49152 16384 60000")
            self.player.wait_for_feedback(lambda heard: heard[:2] == (0xC0C0, 0x4040))
            del self.player.link.feedback[:]
            probe.send("rumble 0 0 0")
            self.player.wait_for_feedback(lambda heard: heard[:2] == (0, 0))

    def test_the_motors_through_hidraw(self):
        """The controller gets the high bytes of SDL's strengths, and then rest."""
        self.check_motors(reads_hidraw=1)

    def test_the_motors_through_the_driver(self):
        """The controller gets the same strengths if SDL uses the driver's FF_RUMBLE."""
        self.check_motors(reads_hidraw=0)

    def test_the_light(self):
        """The controller gets SDL's colour, once the pad's clock has passed the light show at its start."""
        with start("sdl_sensor_probe", variables="SDL_JOYSTICK_HIDAPI=1") as probe:
            probe.until("ready")
            probe.send("light 10 200 30")
            self.player.wait_for_feedback(lambda heard: heard[3] == (10, 200, 30))


class WithoutMotion(unittest.TestCase):
    """Tests of `motion = no`, which also holds for a pad with sensors of its own."""

    def test_the_pad_lies_on_a_table(self):
        """However the controller is held and turned, the pad shows gravity upwards and no rotation."""
        hid_guest.start_daemon("dualsense", "motion = no\n")
        self.addCleanup(hid_guest.start_daemon, "dualsense")
        player = hid_guest.MovingController(token=93)
        self.addCleanup(player.__exit__)
        player.acceleration_g, player.rotation_deg_s = (1, 0, 0), (10, 20, 30)
        player.run(rate_Hz=20)
        nodes = hid_guest.wait_for_nodes(3)
        with hid_guest.watch(hid_guest.named(nodes, "Motion Sensors")) as probe:
            probe.until("ready")
            lines = printed_by(probe)
        changes = [(line["code"], line["value"]) for line in lines if line.get("type") == "EV_ABS"]
        self.assertGreater(len(changes), 50)
        for code, value in changes:
            self.assertAlmostEqual(value, 8192 if code == ABS_Y else 0, delta=8, msg=code)
