"""The steps of a phone's check, as a person takes them; for tests and pictures."""

import time

import house

# A script: sensors that follow `pose` in degrees, as those of a phone do, with a sign of tilt and of rotation.
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
# The time for which a person plays, and the time for which one reads a step before obeying it.
MINUTE_s, READING_s = 3, 0.8
# The tilt of each pose, degrees forwards and to the right.
POSES = {"flat": (0, 0), "left": (0, -40), "right": (0, 40), "up": (40, 0)}


class Steps:
    """A person at the check."""

    def step(self, phone, key):
        """Waits until the page shows a step."""
        phone.wait(f"document.body.dataset.step === '{key}'", house.DEADLINE)

    def choose(self, phone, key):
        """Chooses a button of the step, in a tap."""
        phone.wait(f"document.querySelector('[data-choice={key}]')")
        phone.run(f"document.querySelector('[data-choice={key}]').click()", is_tap=True)

    def begin(self, phone):
        """Begins the check."""
        self.step(phone, "checkStart")
        self.choose(phone, "checkBegin")
        self.step(phone, "checkWarned")
        self.choose(phone, "checkDidWarn")

    def pose(self, phone, *names):
        """Holds the phone in the poses one after the other."""
        for name in names:
            self.step(phone, f"checkPose_{name}")
            # Who reads the step is still in the pose before.
            time.sleep(READING_s)
            beta, gamma = POSES[name]
            phone.run(f"window.pose = {{ beta: {beta}, gamma: {gamma} }}")

    def touch(self, phone):
        """Touches the field with two thumbs, often enough."""
        self.step(phone, "checkThumbs")
        x, y = phone.middle("#field")
        for _ in range(5):
            phone.touch(l=(x - 60, y), r=(x + 60, y))
            phone.lift()

    def play(self, phone):
        """Plays for a part of the minute."""
        self.step(phone, "checkMinute")
        time.sleep(MINUTE_s)
        self.choose(phone, "checkEnough")

    def skip(self, phone, *names):
        """Skips steps."""
        for name in names:
            self.step(phone, name)
            self.choose(phone, "checkEnough" if name == "checkMinute" else "checkUnfelt" if name == "checkShake" else "checkSkip")
