// From the phone's sensors to the angles of docs/protocol.md ("Units and signs"): the mathematics only.
//
// Only the direction of "up" in the phone's own frame is used. It is continuous where the event's angles jump, and the compass is never used.

const RADIANS = Math.PI / 180;

/** The largest roll of the neutral pose, rad. */
const FARTHEST = 0.35;
/** The time that the phone must be still, ms. */
const WATCH = 500;
/** The longest wait for a neutral pose, ms. */
const PATIENCE = 3000;
/** The largest distance of a still phone's roll from its mean, rad. */
const STILL = 0.06;

/** Wraps an angle to −π…π. */
export const wrap = (radians) => Math.atan2(Math.sin(radians), Math.cos(radians));

/** Returns a resting accelerometer's reading, g, in the device's frame, from β and γ in degrees. */
export function upward(beta, gamma) {
  const [b, g] = [beta * RADIANS, gamma * RADIANS];
  return { x: -Math.cos(b) * Math.sin(g), y: Math.sin(b), z: Math.cos(b) * Math.cos(g) };
}

/** Turns a vector from the device's frame to the screen's, which is `angle` degrees counter-clockwise. */
export function onScreen({ x, y, z }, angle) {
  const [cos, sin] = [Math.cos(angle * RADIANS), Math.sin(angle * RADIANS)];
  return { x: x * cos - y * sin, y: x * sin + y * cos, z };
}

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

function smoothstep(low, high, value) {
  const t = clamp((value - low) / (high - low), 0, 1);
  return t * t * (3 - 2 * t);
}

/**
 * Returns the phone's pose from the direction of "up" in the screen's frame.
 *
 * When the phone lies flat, the angle of the wheel is undefined, so it becomes that of the screen's slope.
 */
export function pose({ x, y, z }) {
  const share = Math.hypot(x, y);
  const weight = smoothstep(0.15, 0.35, share);
  const flatRoll = Math.asin(clamp(-x, -1, 1));
  const flatPitch = Math.atan2(y, z);
  return {
    roll: weight * Math.atan2(-x, y) + (1 - weight) * flatRoll,
    pitch: weight * Math.atan2(share, z) + (1 - weight) * flatPitch,
    share,
  };
}

const mean = (angles) => Math.atan2(
  angles.reduce((sum, angle) => sum + Math.sin(angle), 0), angles.reduce((sum, angle) => sum + Math.cos(angle), 0));

/** Finds the neutral pose: the mean of a still WATCH or, after PATIENCE, of any. */
export class Calibration {
  #samples = [];
  #began;

  constructor(now) { this.#began = now; }

  /** Adds a pose at `now`; returns the neutral pose, or null while it is unknown. */
  add(pose, now) {
    this.#samples.push({ ...pose, now });
    const watched = this.#samples.filter((sample) => now - sample.now <= WATCH);
    const rolls = watched.map(({ roll }) => roll);
    const middle = mean(rolls);
    const wander = Math.max(...rolls.map((roll) => Math.abs(wrap(roll - middle))));
    this.#samples = watched;
    const isLate = now - this.#began >= PATIENCE;
    if (now - this.#began < WATCH || (wander > STILL && !isLate)) return null;
    return { roll: middle, pitch: mean(watched.map(({ pitch }) => pitch)) };
  }

  /** Returns the passed share of WATCH, 0…1. */
  progress(now) { return clamp((now - this.#began) / WATCH, 0, 1); }
}

/** Returns the pose relative to the neutral one: [roll, pitch, yaw] in rad. */
export function fromNeutral(pose, neutral, isFlipped = false) {
  const roll = wrap(pose.roll - clamp(neutral?.roll ?? 0, -FARTHEST, FARTHEST));
  const pitch = wrap(pose.pitch - (neutral?.pitch ?? 0));
  return isFlipped ? [-roll, -pitch, 0] : [roll, pitch, 0];
}

/** Returns the position of a wheel with full lock at `lock` rad, −1…1. */
export const deflection = (roll, lock) => clamp(roll / lock, -1, 1);
