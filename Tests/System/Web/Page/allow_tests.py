"""Tests of the question whether the page may use the phone's motion."""

import gyro_tests

# A script for a browser in which a page may request motion only after a tap. `asked` counts the requests after a tap. Tilt is switched off.
ASKING = """window.asked = 0; for (const kind of [DeviceOrientationEvent, DeviceMotionEvent]) kind.requestPermission = () => {
  if (!navigator.userActivation.isActive) return Promise.reject(new Error('no tap'));
  asked += 1; return Promise.resolve('%s'); };
  localStorage.setItem('tiltpad.settings', JSON.stringify({ name: 'Aki', sound: false, fullScreen: false, tilting: false }));"""


class AllowTests(gyro_tests.Turning):
    """Tests of a layout that needs the sensors only after PLAY."""

    def test_a_layout_that_needs_motion_asks_by_a_tap_and_has_it_then(self):
        phone, player = self.turning("pad", ASKING % "granted")
        self.assertEqual((phone.run("asked"), phone.run("document.querySelector('#allow')")), (0, None))
        self.host_chooses(phone, player, "gyro")
        phone.wait("document.querySelector('#allow')?.textContent.startsWith('This layout follows the phone')")
        self.until_rotation(player, None, "no motion yet")
        phone.tap("[data-allow=allowMotion]")
        self.until_rotation(player, 0, "motion, still held back by the layout")
        self.assertEqual((phone.run("asked"), phone.run("document.querySelector('#allow')")), (2, None))
        self.host_chooses(phone, player, "pad")
        self.host_chooses(phone, player, "gyro")
        self.assertIsNone(phone.run("document.querySelector('#allow')"))
        self.assertEqual(phone.messages, [])

    def test_who_refuses_is_told_how_to_allow_it_and_plays(self):
        phone, player = self.turning("gyro", ASKING % "denied")
        phone.wait("document.querySelector('#allow')")
        phone.tap("[data-allow=allowMotion]")
        phone.wait("document.querySelector('#allow')?.textContent.includes('allow motion sensors')")
        phone.touch(t=phone.middle("[data-out=A]"))
        self.until_state(player, lambda state: state.buttons == 1, "A")
        phone.lift()

    def test_who_would_rather_not_is_not_asked_again(self):
        phone, player = self.turning("gyro", ASKING % "granted")
        phone.wait("document.querySelector('#allow')")
        phone.tap("[data-allow=withoutMotion]")
        self.host_chooses(phone, player, "pad")
        self.host_chooses(phone, player, "gyro")
        phone.run("new Promise((done) => setTimeout(done, 200))")
        self.assertEqual((phone.run("asked"), phone.run("document.querySelector('#allow')")), (0, None))
