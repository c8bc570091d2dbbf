"""Tests of sensors that fall silent while the page runs. Their last readings must expire."""

import time

import frames
import house
import scene
import standstill

A = 0
# A script for a phone whose sensors the test controls. Each kind in `sense` is sent about 60 times a second until it is deleted. `events` records the
# events that may release inputs, and the page's stages.
SENSORS = """window.sense = {}; window.events = [];
for (const name of ["blur", "pointercancel", "lostpointercapture", "touchcancel", "visibilitychange", "online", "orientationchange"])
  addEventListener(name, () => events.push(name), true);
addEventListener("DOMContentLoaded", () => new MutationObserver(() => events.push(document.body.dataset.stage))
  .observe(document.body, { attributeFilter: ["data-stage"] }));
setInterval(() => {
  if (sense.orientation) dispatchEvent(Object.assign(new Event('deviceorientation'), sense.orientation));
  if (sense.motion) dispatchEvent(Object.assign(new Event('devicemotion'), sense.motion)); }, 16);"""
# A script whose function tells the page that it is hidden, or visible.
HIDING = """window.hide = (is) => { Object.defineProperty(document, "hidden", { value: is, configurable: true });
  document.dispatchEvent(new Event("visibilitychange")); };"""
TURN = """{ accelerationIncludingGravity: { x: 8.493, y: 4.903, z: 0 }, rotationRate: { alpha: 0, beta: 0, gamma: %s } }"""
# The orientations of a phone held upright in landscape, and of one turned by 30°, in degrees.
STRAIGHT, TURNED = "{ beta: 0, gamma: -90 }", "{ beta: 30, gamma: -90 }"


class SilenceTests(scene.Scene):
    """Tests of a wheel with a full lock of 45°, turned by 30° during play."""

    def turned(self, rotation=0):
        """Returns a phone that is turned, and its player's number. `rotation` is the reading of its gyroscope, in °/s."""
        phone = self.open(beta=None, script=SENSORS)
        phone.run(f"sense.orientation = {STRAIGHT}")
        self.tap_play(phone)
        self.playing(phone)
        self.choose(phone, "wheel")
        phone.run(f"sense.orientation = {TURNED}; sense.motion = {TURN % rotation}")
        player = self.player_of(phone)
        self.until_state(player, self.is_turned, "the wheel at 30°")
        return phone, player

    def is_turned(self, state):
        """Returns whether a state has the tilt of the turned phone, and the stick that belongs to it."""
        return bool(state.flags & frames.TILT) and state.roll > 0.4 and 0.6 < state.sticks[0] < 0.7

    def rotation(self, player):
        """Returns the bytes of the rotation in the newest message; None if it has no motion."""
        return self.rotations(player)[-1]

    def rotations(self, player):
        """Returns the bytes of the rotation in each message; None for a message without motion."""
        motions = [at.bodies.get(frames.MOTION) for at in self.states(player)]
        return [motion and motion[6:] for motion in motions]

    @standstill.again(0.7)
    def test_tilt_rests_when_all_sensors_are_silent_and_buttons_hold(self):
        phone, player = self.turned()
        phone.touch(a=phone.middle("#pad .key.pedal"))
        self.until_state(player, lambda state: any(state.triggers) or state.buttons, "a pedal")
        phone.run("sense = {}")
        self.until_state(player, lambda state: not state.flags & frames.TILT and not state.sticks[0], "the wheel at rest")
        self.assertTrue(any(self.newest(player).triggers) or self.newest(player).buttons, f"the pedal holds; {phone.run('events')}")
        at_rest = len(self.states(player))
        phone.run(f"sense.orientation = {TURNED}")
        back = house.until(lambda: [at for at in self.states(player)[at_rest:] if self.is_turned(at.state)], "the wheel to be back")
        self.assertTrue(back[0].state.flags & frames.DISCONTINUITY)
        phone.lift()

    def test_sensors_that_are_silent_only_while_the_page_is_hidden_are_not_missing(self):
        phone = self.open(beta=None, script=SENSORS + HIDING)
        self.tap_play(phone)
        self.playing(phone)
        phone.run("hide(true)")
        player = self.player_of(phone)
        self.host_chooses(phone, player, "wheel")
        time.sleep(2)
        phone.run(f"hide(false); sense.orientation = {STRAIGHT}")
        self.playing(phone)
        self.until_state(player, lambda state: state.flags & frames.TILT, "a tilt")
        phone.run(f"sense.orientation = {TURNED}")
        self.until_state(player, self.is_turned, "the wheel at 30°")

    @standstill.again(0.7)
    def test_rotation_stops_when_its_sensor_is_silent_though_the_tilt_goes_on(self):
        phone, player = self.turned(57)
        house.until(lambda: any(self.rotation(player) or b""), "a rotation")
        phone.run("delete sense.motion")
        before = len(self.states(player))
        house.until(lambda: self.rotation(player) is None, "no motion")
        self.assertIn(bytes(6), self.rotations(player)[before:], "no rotation")
        self.assertTrue(self.is_turned(self.newest(player)))

    @standstill.again(0.7)
    def test_tilt_rests_when_its_sensor_is_silent_though_the_phone_turns(self):
        phone, player = self.turned(57)
        phone.run("delete sense.orientation")
        self.until_state(player, lambda state: not state.flags & frames.TILT and not state.sticks[0], "the wheel at rest")
        self.assertTrue(any(self.rotation(player)))

    @standstill.again(0.7)
    def test_tilt_holds_while_the_other_sensor_shows_that_the_phone_is_still(self):
        # Browsers send an orientation only when it changes.
        phone, player = self.turned(0.3)
        phone.run("delete sense.orientation")
        before = self.states(player)[-1].state.time
        house.until(lambda: self.newest(player).time > before + 3_000_000, "three seconds of states")
        self.assertTrue(all(self.is_turned(at.state) for at in self.states(player) if at.state.time > before))

    def test_a_tilt_alone_holds_for_some_seconds(self):
        phone = self.open(beta=None, script=SENSORS)
        phone.run(f"sense.orientation = {STRAIGHT}")
        self.tap_play(phone)
        self.playing(phone)
        self.choose(phone, "wheel")
        player = self.player_of(phone)
        phone.run(f"sense.orientation = {TURNED}")
        self.until_state(player, self.is_turned, "the wheel at 30°")
        phone.run("sense = {}")
        self.until_state(player, lambda state: not state.flags & frames.TILT and not state.sticks[0], "the wheel at rest")
