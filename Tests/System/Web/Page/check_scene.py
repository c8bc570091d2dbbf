"""A person who goes through the steps of a phone's check; for tests and pictures."""

import time

import house

# A script that simulates sensors of a phone that turns steadily to the angles in `pose`, in degrees. `signs` has the signs of tilt and rotation.
SENSORS = """
window.pose = { beta: 0, gamma: 0 };
window.signs = { tilt: 1, gyro: 1 };
{
  const [held, step, period] = [{ beta: 0, gamma: 0 }, 1.5, 16];
  setInterval(() => {
    const turn = (name) => Math.max(-step, Math.min(step, pose[name] - held[name]));
    const [x, y] = [turn('beta'), turn('gamma')];
    held.beta += x;
    held.gamma += y;
    const [b, g] = [held.beta, held.gamma].map((degrees) => degrees * Math.PI / 180);
    const up = { x: -Math.cos(b) * Math.sin(g) * 9.8, y: Math.sin(b) * 9.8, z: Math.cos(b) * Math.cos(g) * 9.8 };
    const rate = (degrees) => signs.gyro * degrees * 1000 / period;
    dispatchEvent(new DeviceOrientationEvent('deviceorientation', { alpha: 0, beta: signs.tilt * held.beta, gamma: signs.tilt * held.gamma }));
    dispatchEvent(new DeviceMotionEvent('devicemotion', { accelerationIncludingGravity: up, rotationRate: { alpha: rate(x), beta: rate(y), gamma: 0 }, interval: period }));
  }, period);
}
"""
VIBRATES = "navigator.vibrate = () => true;"
# The time for which the person plays, and the time for which the person reads a step before acting, in s.
MINUTE_s, READING_s = 3, 0.8
# The tilt in each pose: degrees forwards, and degrees to the right.
POSES = {"flat": (0, 0), "left": (0, -40), "right": (0, 40), "up": (40, 0)}


class Steps:
    """The actions of a person who takes the check."""

    def step(self, phone, key):
        """Waits until the page shows a step."""
        phone.wait(f"document.body.dataset.step === '{key}'", house.DEADLINE)

    def choose(self, phone, key):
        """Taps the button whose word is `key`."""
        phone.wait(f"document.querySelector('[data-choice={key}]')")
        phone.run(f"document.querySelector('[data-choice={key}]').click()", is_tap=True)

    def begin(self, phone):
        """Begins the check, and answers the first question."""
        self.step(phone, "checkStart")
        self.choose(phone, "checkBegin")
        self.step(phone, "checkWarned")
        self.choose(phone, "checkDidWarn")

    def pose(self, phone, *names):
        """Holds the phone in the poses one after the other."""
        for name in names:
            self.step(phone, f"checkPose_{name}")
            # While the person reads a step, the phone stays in the previous pose.
            time.sleep(READING_s)
            beta, gamma = POSES[name]
            phone.run(f"window.pose = {{ beta: {beta}, gamma: {gamma} }}")

    def touch(self, phone):
        """Touches the field with two thumbs five times, which is enough."""
        self.step(phone, "checkThumbs")
        x, y = phone.middle("#field")
        for _ in range(5):
            phone.touch(l=(x - 60, y), r=(x + 60, y))
            phone.lift()

    def play(self, phone):
        """Plays for MINUTE_s of the minute, and ends the step."""
        self.step(phone, "checkMinute")
        time.sleep(MINUTE_s)
        self.choose(phone, "checkEnough")

    def skip(self, phone, *names):
        """Skips steps."""
        for name in names:
            self.step(phone, name)
            self.choose(phone, "checkEnough" if name == "checkMinute" else "checkUnfelt" if name == "checkShake" else "checkSkip")
