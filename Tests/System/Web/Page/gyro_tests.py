"""Tests of the phone's motion in layouts that do not steer by tilt."""

import json
import struct

import device_tests
import frames
import house
import scene
import silence_tests
import standstill

GYRO = f"localStorage.setItem('tiltpad.settings', {json.dumps(json.dumps({'name': 'Aki', 'sound': False, 'fullScreen': False, 'gyro': True}))});"
# The speed of the rotation about the normal of the phone's screen, in °/s.
SPEED = 40


class Turning(scene.Scene):
    """A test with a phone that rotates all the time."""

    def turning(self, layout, script=""):
        """Returns a phone that plays with this layout while it rotates, and its player's number."""
        phone = self.open(beta=None, script=silence_tests.SENSORS + script)
        phone.run(f"sense.orientation = {silence_tests.STRAIGHT}; sense.motion = {silence_tests.TURN % SPEED}")
        self.tap_play(phone)
        self.playing(phone)
        player = self.player_of(phone)
        self.host_chooses(phone, player, layout)
        return phone, player

    def rotation(self, player):
        """Returns the rotation in the newest message with a state, in °/s; None if it has no motion."""
        body = self.states(player)[-1].bodies.get(frames.MOTION)
        return body and [value / 16 for value in struct.unpack("<6h", body)[3:]]

    def until_rotation(self, player, speed, what):
        """Waits until the fastest rotation is `speed`, in °/s. If `speed` is None, waits until there is no motion."""
        def is_there():
            found = self.states(player) and self.rotation(player)
            return found == speed if speed is None else found and max(map(abs, found)) == speed
        house.until(is_there, what)


class GyroTests(Turning):
    """Tests of the conditions under which a phone that rotates sends its motion."""

    @standstill.again(0.7)
    def test_who_wants_it_sends_motion_in_every_layout_at_the_full_rate(self):
        phone, player = self.turning("pad", GYRO)
        self.until_rotation(player, SPEED, "motion")
        self.until_share(phone, player, 0.6, 1.3)
        self.assertTrue(self.at_rest(self.newest(player)))

    def test_without_that_only_a_layout_with_tilt_sends_it(self):
        phone, player = self.turning("pad")
        self.until_state(player, self.at_rest, "a state")
        self.until_rotation(player, None, "no motion")
        self.choose(phone, "wheel")
        self.until_rotation(player, SPEED, "motion of the wheel")

    def test_the_menu_switches_it_on_and_off(self):
        phone, player = self.turning("pad")
        self.open_menu(phone)
        for speed in (SPEED, None):
            phone.run("document.querySelector('[data-setting=gyro]').click()")
            self.until_rotation(player, speed, f"motion {speed}")

    def test_a_control_lets_the_motion_through_while_it_is_held(self):
        phone, player = self.turning("gyro")
        self.until_rotation(player, 0, "no rotation yet")
        phone.touch(t=phone.middle("[data-cell=aim]"))
        self.until_rotation(player, SPEED, "the rotation")
        phone.lift()
        self.until_rotation(player, 0, "no rotation again")
        self.assertEqual(phone.run("document.querySelector('[data-cell=aim]').getAttribute('aria-pressed')"), "false")
        self.assertEqual([edge for arrival in self.house.arrivals(player) for edge in arrival.edges], [])


class AxisTests(scene.Scene):
    """Tests of the signs and the scale of motion, for each axis of the phone and each orientation of its screen."""

    # For each angle of the screen: the directions to the right and up on the screen, in the device's frame. At 90°, the device is turned
    # counter-clockwise, and its top edge points to the left.
    AXES = {0: ((1, 0, 0), (0, 1, 0)), 90: ((0, -1, 0), (1, 0, 0)), 180: ((-1, 0, 0), (0, -1, 0)), 270: ((0, 1, 0), (-1, 0, 0))}
    KINDS = {0: "portraitPrimary", 90: "landscapePrimary", 180: "portraitSecondary", 270: "landscapeSecondary"}
    # The event of a phone that feels 1 g along one of its axes, and rotates about it at this speed in °/s.
    MOTION = """{{ accelerationIncludingGravity: {{ x: {0} * 9.80665, y: {1} * 9.80665, z: {2} * 9.80665 }},
      rotationRate: {{ alpha: {0} * {3}, beta: {1} * {3}, gamma: {2} * {3} }} }}"""

    def test_each_axis_is_that_of_the_screen_in_all_four_orientations(self):
        phone = self.open(beta=None, script=silence_tests.SENSORS + GYRO)
        phone.run(f"sense.motion = {self.MOTION.format(0, 0, 1, 0)}")
        self.tap_play(phone)
        self.playing(phone)
        player = self.player_of(phone)
        self.host_chooses(phone, player, "pad")
        for angle, (right, top) in self.AXES.items():
            phone.call("Emulation.setDeviceMetricsOverride", width=phone.width, height=phone.height, deviceScaleFactor=2, mobile=True,
                       screenOrientation={"type": self.KINDS[angle], "angle": angle})
            phone.wait(f"screen.orientation.angle === {angle}")
            for number, axis in enumerate((right, top, (0, 0, 1))):
                for speed in (37, -180):
                    phone.run(f"sense.motion = {self.MOTION.format(*axis, speed)}")
                    wanted = [4096 if each == number else 0 for each in range(3)] + [speed * 16 if each == number else 0 for each in range(3)]
                    self.until_motion(player, wanted, f"axis {number} at {angle}°")

    def until_motion(self, player, wanted, what):
        """Waits until the newest motion is about `wanted`: accelerations within 1 % of 1 g, rotations within 1 % of the fastest one wanted."""
        found = [what]

        def is_there():
            body = self.states(player)[-1].bodies.get(frames.MOTION)
            found[1:] = [body and struct.unpack("<6h", body), wanted]
            return body and all(abs(one - other) <= 0.01 * limit for one, other, limit in zip(
                found[1], wanted, [4096] * 3 + [max(map(abs, wanted[3:]))] * 3))
        house.until(is_there, found)

    def test_below_an_attached_gamepad_its_buttons_and_the_motion_go_out(self):
        phone = self.open(beta=None, script=silence_tests.SENSORS + GYRO + device_tests.PAD)
        phone.run(f"sense.motion = {self.MOTION.format(0, 0, 1, -40)}")
        self.tap_play(phone)
        self.playing(phone)
        player = self.player_of(phone)
        self.shows(phone, "pad")
        # A button that is held before the page reads the gamepad would not count; a stick does.
        phone.run("pad.axes = [0, 0, 1, 0]")
        self.until_state(player, lambda state: state.sticks[2] == 1, "the gamepad's stick")
        phone.run("pad.buttons[0] = { pressed: true, value: 1 }")
        self.until_state(player, lambda state: state.buttons == 1, "its button")
        # The screen is turned by 90°; its normal is the phone's.
        self.until_motion(player, [0, 0, 4096, 0, 0, -640], "the phone's motion")
        self.until_state(player, lambda state: state.buttons == 1 and state.sticks[2] == 1, "both at once")


class UseTests(scene.Scene):
    """Tests of the host's use of motion, which the welcome names."""

    options = {"limit": 8}

    def sends(self, use, **chosen):
        """Returns whether a phone in a layout without tilt sends motion, with the phone and its player.

        `use` is the host's use of motion, or None for a host that names none. `chosen` are settings of the phone.
        """
        self.house.server.more = {} if use is None else {"motion": use}
        phone = self.phone(script=silence_tests.SENSORS)
        phone.before(f"localStorage.setItem('tiltpad.settings', {json.dumps(json.dumps({'name': 'Aki', 'sound': False, 'fullScreen': False, **chosen}))});")
        phone.open(self.link())
        phone.wait("!document.querySelector('#join .action').disabled")
        phone.run(f"sense.motion = {silence_tests.TURN % SPEED}")
        self.tap_play(phone)
        self.playing(phone)
        player = self.player_of(phone)
        self.host_chooses(phone, player, "pad")
        before = len(self.states(player))
        # These states come after the layout is shown.
        house.until(lambda: len(self.states(player)) > before + 4, "states")
        house.until(lambda: phone.run("true"), "the page")
        return self.states(player)[-1].bodies.get(frames.MOTION) is not None, phone, player

    def test_the_players_switch_decides_and_without_it_the_host(self):
        for use, chosen, wanted in ((1, {}, False), (2, {}, True), (2, {"gyro": False}, False), (1, {"gyro": True}, True),
                                    (0, {"gyro": True}, False), (None, {}, False), (None, {"gyro": True}, True)):
            found, phone, _ = self.sends(use, **chosen)
            self.assertEqual(found, wanted, f"use {use}, {chosen}")

    def test_the_menu_shows_the_hosts_choice_until_the_player_makes_one(self):
        _, phone, player = self.sends(2)
        self.open_menu(phone)
        self.assertTrue(phone.run("document.querySelector('[data-setting=gyro]').checked"))
        phone.run("document.querySelector('[data-setting=mirror]').click()")
        self.assertIsNone(phone.run("JSON.parse(localStorage.getItem('tiltpad.settings')).gyro"), "another setting does not choose it")
        phone.run("document.querySelector('[data-setting=gyro]').click()")
        house.until(lambda: frames.MOTION not in self.states(player)[-1].bodies, "no motion")
        self.assertIs(phone.run("JSON.parse(localStorage.getItem('tiltpad.settings')).gyro"), False)


class DriftTests(scene.Scene):
    """Tests of the calibration of the gyroscope, with the menu open."""

    # The rotation that a phone's gyroscope reports while it lies still, in °/s.
    DRIFT = (0.4, -1.2, 0.2)
    RATES = "sense.motion.rotationRate = {{ alpha: {0}, beta: {1}, gamma: {2} }}"
    ROW = "document.querySelector('[data-setting=measureDrift]').parentElement"

    options = {"limit": 8}

    def lying(self, script=""):
        """Returns a phone that lies on a table with its menu open, and its player's number. `script` runs before the page's own scripts."""
        phone = self.open(beta=None, script=silence_tests.SENSORS + GYRO + script)
        phone.run(f"sense.motion = {AxisTests.MOTION.format(0, 0, 1, 0)}; {self.RATES.format(*self.DRIFT)}")
        self.tap_play(phone)
        self.playing(phone)
        player = self.player_of(phone)
        self.host_chooses(phone, player, "pad")
        self.open_menu(phone)
        return phone, player

    def says(self, phone):
        """Returns the text beside the button for the calibration."""
        return phone.run(f"{self.ROW}.querySelector('output').textContent")

    def until_says(self, phone, text):
        """Waits until the text beside the button for the calibration is `text`."""
        house.until(lambda: self.says(phone) == text, text)

    def measure(self, phone):
        """Taps the button for the calibration."""
        phone.run("document.querySelector('[data-setting=measureDrift]').click()", is_tap=True)

    def rotation(self, player):
        """Returns the rotation in the newest motion, in °/s in the screen's axes; None if there is no motion."""
        body = self.states(player)[-1].bodies.get(frames.MOTION)
        return body and tuple(value / 16 for value in struct.unpack("<6h", body)[3:])

    def test_a_still_phone_is_calibrated_and_its_drift_is_taken_away_until_forgotten(self):
        phone, player = self.lying()
        # The screen is turned by 90°, so its x is the phone's −y, and its y is the phone's x.
        drifting = (1.2, 0.4, 0.2)
        house.until(lambda: self.is_near(player, drifting), "the drift")
        self.measure(phone)
        self.until_says(phone, "Calibrated today")
        house.until(lambda: self.is_near(player, (0, 0, 0)), "no rotation")
        phone.run(self.RATES.format(40, *self.DRIFT[1:]))
        house.until(lambda: self.is_near(player, (0, 39.6, 0)), "what exceeds the drift")
        phone.run("document.querySelector('[data-setting=forgetDrift]').click()")
        house.until(lambda: self.is_near(player, (1.2, 40, 0.2)), "all of it")
        self.assertEqual(self.says(phone), "")
        self.assertTrue(phone.run("document.querySelector('[data-setting=forgetDrift]').hidden"))

    def is_near(self, player, wanted):
        """Returns whether the newest rotation is `wanted`, apart from rounding."""
        found = self.rotation(player)
        return found and all(abs(one - other) <= 1 / 16 for one, other in zip(found, wanted))

    def test_a_moving_phone_says_so_and_counts_once_it_lies_still(self):
        phone, _ = self.lying()
        phone.run("""window.shaking = setInterval(() => { sense.motion.rotationRate = { alpha: 3 * Math.random(), beta: 0, gamma: 0 }; }, 20)""")
        self.measure(phone)
        self.until_says(phone, "The phone is moving")
        self.assertIsNone(phone.run("localStorage.getItem('tiltpad.drift')"))
        phone.run(f"clearInterval(shaking); {self.RATES.format(*self.DRIFT)}")
        self.until_says(phone, "Calibrated today")
        kept = phone.run("JSON.parse(localStorage.getItem('tiltpad.drift')).rate")
        for found, wanted in zip(kept, self.DRIFT):
            self.assertAlmostEqual(found, wanted, delta=0.001)

    def test_a_phone_that_is_never_still_gives_up_and_keeps_what_was(self):
        phone, _ = self.lying()
        phone.run("{ const own = setTimeout; window.setTimeout = (call, ms, ...rest) => own(call, ms === 10_000 ? 300 : ms, ...rest); }")
        phone.run(self.RATES.format(40, 0, 0))
        self.measure(phone)
        self.until_says(phone, "Not calibrated: the phone moved, or has no gyroscope")
        self.assertIsNone(phone.run("localStorage.getItem('tiltpad.drift')"))
        self.assertFalse(phone.run("document.querySelector('[data-setting=measureDrift]').disabled"))

    def test_the_menu_tells_how_long_ago_that_was(self):
        phone, player = self.lying()
        phone.run("document.querySelector('#menu').close()")
        for days, said in ((12, "Calibrated 12 days ago"), (1, "Calibrated yesterday"), (-3, "Calibrated today")):
            phone.run(f"localStorage.setItem('tiltpad.drift', JSON.stringify({{ rate: [0, 0, 0], at: Date.now() - {days} * 86_400_000 - 1000 }}))")
            self.open_menu(phone)
            self.until_says(phone, said)

    def test_strange_values_in_the_storage_are_no_drift(self):
        for value in ('{"rate":[9,0,0],"at":1}', '{"rate":[null,0],"at":1}', '{"rate":"123","at":1}', '{"rate":[0.1,{},0]}', "7", "{", "[1,2,3]"):
            phone, player = self.lying(f"localStorage.setItem('tiltpad.drift', {json.dumps(value)});")
            self.assertEqual(self.says(phone), "", value)
            house.until(lambda: self.is_near(player, (1.2, 0.4, 0.2)), value)
