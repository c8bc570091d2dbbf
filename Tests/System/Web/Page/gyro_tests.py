"""Tests of the phone's motion in layouts that do not steer by tilt."""

import json
import struct

import frames
import house
import scene
import silence_tests
import standstill

GYRO = f"localStorage.setItem('tiltpad.settings', {json.dumps(json.dumps({'name': 'Aki', 'sound': False, 'fullScreen': False, 'gyro': True}))});"
# The rotation about the phone's long axis, °/s; the screen is turned by 90°.
SPEED = 40


class GyroTests(scene.Scene):
    """Tests of a phone that turns all the time."""

    def turning(self, layout, script=""):
        """Returns a phone that plays with a layout while it turns, and its player."""
        phone = self.open(beta=None, script=silence_tests.SENSORS + script)
        phone.run(f"sense.orientation = {silence_tests.STRAIGHT}; sense.motion = {silence_tests.TURN % SPEED}")
        self.tap_play(phone)
        self.playing(phone)
        player = self.player(phone)
        self.host_chooses(phone, player, layout)
        return phone, player

    def rotation(self, player):
        """Returns the rotation in the newest state's message, °/s; None without motion."""
        body = self.states(player)[-1].bodies.get(frames.MOTION)
        return body and [value / 16 for value in struct.unpack("<6h", body)[3:]]

    def until_rotation(self, player, speed, what):
        """Waits until the fastest rotation is `speed`, or there is no motion for None."""
        def is_there():
            found = self.states(player) and self.rotation(player)
            return found == speed if speed is None else found and max(map(abs, found)) == speed
        house.until(is_there, what)

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
