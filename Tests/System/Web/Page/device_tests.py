"""Tests of a phone's devices other than the touch screen: motion sensors, an attached gamepad, motors, and full screen."""

import struct
import time

import cdp
import frames
import house
import scene
import standstill

A, RB, GUIDE = 0, 7, 12
PAD = """window.pad = { connected: true, mapping: 'standard', axes: [0, 0, 0, 0],
  buttons: Array.from({ length: 17 }, () => ({ pressed: false, value: 0 })), vibrationActuator: { playEffect: (...e) => { felt.push(e); return Promise.resolve(); } } };
window.felt = []; navigator.getGamepads = () => [null, window.pad];"""
# A script to run after PAD. `pads` has several gamepads, `pad` makes one, and `hold` presses a button of one.
PADS = """window.pads = []; navigator.getGamepads = () => pads;
window.pad = (id, buttons, mapping = 'standard', axes = 4) => ({ id, mapping, connected: true, axes: Array(axes).fill(0),
  buttons: Array.from({ length: buttons }, () => ({ pressed: false, value: 0 })) });
window.hold = (index, button) => { pads[index].buttons[button] = { pressed: true, value: 1 }; };"""
# A script that waits until the page has read the gamepads. The page loads the code for that while it plays.
FRAMES = "import('/web/attached.js').then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))"


class AttachedTests(scene.Scene):
    """Tests of a gamepad that is attached to the phone."""

    @standstill.again(3)
    def test_it_plays_along_with_the_thumbs_on_the_screen(self):
        phone, player = self.join(layout="pad", script=PAD)
        phone.run(FRAMES)
        phone.run("pad.axes = [-1, 0.02, 0, 0.5]; pad.buttons[5] = { pressed: true, value: 1 }; pad.buttons[7] = { pressed: true, value: 0.5 };")
        self.until_state(player, lambda state: state.buttons == 1 << RB and state.sticks[0] == -1 and state.sticks[1] == 0
                         and 0.45 < state.sticks[3] < 0.55 and 0.45 < state.triggers[1] < 0.55, "the attached pad")
        phone.touch(a=phone.middle("[data-out=A]"))
        self.until_state(player, lambda state: state.buttons == 1 << RB | 1 << A, "both")
        phone.run("pad.connected = false")
        self.until_state(player, lambda state: state.buttons == 1 << A and not any(state.sticks), "the screen alone")
        phone.lift()

    @standstill.again(3)
    def test_on_the_host_itself_it_is_the_pad_that_the_page_moves_and_left_alone(self):
        self.house.server.is_local = True
        phone, player = self.join(layout="pad", script=PAD)
        phone.run("pad.axes = [-1, 0, 0, 0]; pad.buttons[5] = { pressed: true, value: 1 };")
        phone.touch(a=phone.middle("[data-out=A]"))
        self.until_state(player, lambda state: state.buttons == 1 << A, "the screen")
        phone.lift()
        self.until_state(player, lambda state: state.buttons == 0, "rest")
        self.assertFalse(any(any(arrival.state.sticks) or arrival.state.buttons >> RB & 1 for arrival in self.states(player)))

    def test_it_lets_go_when_the_page_is_hidden(self):
        phone, player = self.join(layout="pad", script=PAD)
        phone.run(FRAMES)
        phone.run("pad.buttons[0] = { pressed: true, value: 1 };")
        self.until_state(player, lambda state: state.buttons == 1 << A, "A")
        phone.run("dispatchEvent(new Event('pagehide'))")
        self.until_state(player, lambda state: self.at_rest(state) and state.flags & frames.NEUTRAL, "rest")
        phone.run("dispatchEvent(new Event('pageshow'))")
        self.presses_again_only_after_a_release(phone, player)

    def test_a_button_held_while_the_page_lets_go_is_pressed_once(self):
        phone, player = self.join(layout="pad", script=PAD)
        phone.run(FRAMES)
        phone.run("pad.buttons[0] = { pressed: true, value: 1 };")
        self.until_state(player, lambda state: state.buttons == 1 << A, "A")
        for change in ("dispatchEvent(new Event('blur'))", "document.querySelector('#open-menu').click()",
                       "document.querySelector('[data-setting=mirror]').click()"):
            # The menu gets its contents a moment after it is opened.
            phone.wait(f"({change}, true)")
            self.presses_again_only_after_a_release(phone, player)

    def test_the_press_that_shows_the_pad_to_the_page_counts(self):
        phone, player = self.join(layout="pad", script=PAD + "window.pad.connected = false;")
        phone.run("dispatchEvent(new Event('blur'))")
        phone.run(FRAMES)
        phone.run("pad.connected = true; pad.buttons[0] = { pressed: true, value: 1 };")
        self.until_state(player, lambda state: state.buttons == 1 << A, "A")

    def test_of_several_each_plays_and_one_at_rest_hides_none(self):
        phone, player = self.join(layout="pad", script=PAD + PADS)
        phone.run("pads = [pad('idle', 17), null, pad('strange', 17, ''), pad('played', 17)]")
        phone.run(FRAMES)
        phone.run("hold(2, 1); hold(3, 0); pads[3].axes = [0, 0, 1, 0];")
        self.until_state(player, lambda state: state.buttons == 1 << A and state.sticks[2] == 1, "the played one")
        phone.run("hold(0, 5);")
        self.until_state(player, lambda state: state.buttons == 1 << A | 1 << RB and state.sticks[2] == 1, "both")
        phone.run("pads[3].connected = false;")
        self.until_state(player, lambda state: state.buttons == 1 << RB and not any(state.sticks), "the other")

    def test_a_smaller_one_in_the_place_of_another_holds_nothing_of_it(self):
        phone, player = self.join(layout="pad", script=PAD + PADS)
        for other in ("pad('small', 4, 'standard', 0)", "pad('same', 4, 'standard', 2)", "null"):
            phone.run("pads = [pad('same', 17)]")
            phone.run(FRAMES)
            phone.run("hold(0, 16); hold(0, 7); pads[0].axes = [0, 0, 0, -1];")
            self.until_state(player, lambda state: state.buttons == 1 << GUIDE and state.sticks[3] == -1 and state.triggers[1], "all held")
            phone.run(f"pads = [{other}]")
            self.until_state(player, self.at_rest, f"rest with {other}")

    def test_another_in_the_place_of_one_presses_again(self):
        phone, player = self.join(layout="pad", script=PAD + PADS)
        phone.run("pads = [pad('one', 17)]")
        phone.run(FRAMES)
        phone.run("hold(0, 0)")
        self.until_state(player, lambda state: state.buttons == 1 << A, "A")
        phone.run("pads = [pad('two', 17)]; hold(0, 0);")
        self.until_state(player, lambda state: state.buttons == 1 << A and state.next_edge == 3, "a release and a press")
        phone.run("pads = [null, pads[0]]")
        self.until_state(player, lambda state: state.buttons == 1 << A and state.next_edge == 5, "the same at another index")

    def test_a_button_that_two_hold_while_the_page_lets_go_needs_a_release_of_its_own(self):
        phone, player = self.join(layout="pad", script=PAD + PADS)
        phone.run("pads = [pad('one', 17), pad('two', 17)]")
        phone.run(FRAMES)
        phone.run("hold(0, 0); hold(1, 0);")
        self.until_state(player, lambda state: state.buttons == 1 << A, "A")
        phone.run("dispatchEvent(new Event('blur'))")
        self.until_state(player, self.at_rest, "rest")
        phone.run("pads[1].buttons[0] = { pressed: false, value: 0 };")
        phone.run(FRAMES)
        phone.run("hold(1, 0)")
        self.until_state(player, lambda state: state.buttons == 1 << A and state.next_edge == 3, "A again, once")

    def presses_again_only_after_a_release(self, phone, player):
        """Checks that A is up although the attached gamepad holds it, and that it goes down with its next press."""
        self.until_state(player, self.at_rest, "rest")
        since = time.monotonic()
        house.until(lambda: len(self.states(player, since)) > 2, "states")
        self.assertTrue(all(self.at_rest(arrival.state) for arrival in self.states(player, since)))
        phone.run("pad.buttons[0] = { pressed: false, value: 0 };")
        phone.run(FRAMES)
        phone.run("pad.buttons[0] = { pressed: true, value: 1 };")
        self.until_state(player, lambda state: state.buttons == 1 << A, "A again")


class MotionTests(scene.Scene):
    """Tests of the accelerometer and the gyroscope."""

    def motion(self, player):
        """Returns a player's newest motion: three accelerations in g, and three rotations in °/s."""
        found = [arrival.bodies[frames.MOTION] for arrival in self.house.arrivals(player) if frames.MOTION in arrival.bodies]
        values = struct.unpack("<6h", found[-1]) if found else (0,) * 6
        return [value / 4096 for value in values[:3]] + [value / 16 for value in values[3:]]

    def sense(self, phone, kind, x, y, z):
        """Sets the reading of a simulated sensor, in m/s² or rad/s."""
        phone.call("Emulation.setSensorOverrideReadings", type=kind, reading={"xyz": {"x": x, "y": y, "z": z}})

    def test_it_is_sent_in_the_frame_of_the_screen(self):
        phone = self.phone(script=scene.PATIENCE)
        for kind in ("accelerometer", "gyroscope", "linear-acceleration"):
            metadata = {"available": True, "minimumFrequency": 1, "maximumFrequency": 60}
            phone.call("Emulation.setSensorOverrideEnabled", enabled=True, type=kind, metadata=metadata)
        self.sense(phone, "accelerometer", 9.80665, 0, 0)
        self.sense(phone, "gyroscope", 0.5, 0.25, -1)
        # The browser sends no event before it has read each of the three sensors.
        self.sense(phone, "linear-acceleration", 0, 0, 0)
        phone.tilt(0, -90)
        phone.open(f"{self.house.address}/j/#{self.house.ticket()}")
        phone.wait("document.body.dataset.stage === 'join'")
        self.tap_play(phone)
        self.playing(phone)
        self.choose(phone, "wheel")
        player = self.player_of(phone)
        # The screen is turned by 90°, so the phone's right side is up on the screen.
        wanted = [0, 1, 0, -14.3, 28.6, -57.3]
        house.until(lambda: all(abs(is_ - is_wanted) < 0.2 for is_, is_wanted in zip(self.motion(player), wanted)),
                    f"the motion {wanted}, not {self.motion(player)}")


class ComfortTests(scene.Scene):
    """Tests of play with the default settings, and of a long press on a picture.

    They run in the full Chromium, since the headless shell has neither full screen nor a wake lock.
    """

    binary = cdp.CHROMIUM

    def test_full_screen_and_sound_and_the_wake_lock_do_no_harm(self):
        phone = self.open(script="localStorage.removeItem('tiltpad.settings'); window.locks = 0;"
                                 "const ask = navigator.wakeLock.request.bind(navigator.wakeLock);"
                                 "navigator.wakeLock.request = (kind) => ask(kind).then((lock) => { locks += 1; return lock; });")
        self.tap_play(phone)
        self.playing(phone)
        phone.wait("locks > 0 && document.fullscreenElement")
        player = self.player_of(phone)
        self.choose(phone, "pad")
        phone.touch(a=phone.middle("[data-out=A]"))
        self.until_state(player, lambda state: state.buttons == 1 << A, "A")
        phone.lift()
        self.until_state(player, self.at_rest, "rest")
        self.assertEqual(phone.messages, [])

    def test_a_finger_on_the_picture_of_a_button_holds_it(self):
        phone, player = self.join(layout="tank")
        phone.touch(t=phone.middle("[data-cell=cw] svg"))
        self.until_state(player, lambda state: state.buttons == 1 << RB, "the turret")
        time.sleep(0.3)
        phone.slide(t=[value + 3 for value in phone.middle("[data-cell=cw] svg")])
        time.sleep(0.2)
        self.assertEqual(self.newest(player).buttons, 1 << RB)
        phone.lift()
        self.until_state(player, self.at_rest, "rest")
