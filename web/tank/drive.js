// The motion of a tank: from the levers to the pose, in fixed steps, so that the frame rate has no influence.
//
// Positions are in units of the field, x to the right and y down; headings are in rad, clockwise from up. Sticks are as in reports, −1…1, right
// and down positive. scripts/build/tank-vectors.py computes the same paths without steps.

/** All values that can be tuned. */
export const TABLE = {
  /** The size of the field, units. */
  width: 1280, height: 720,
  /** The minimum distance between a tank's centre and a wall, units. */
  margin: 36,
  /** The duration of a step, s. */
  step: 1 / 120,
  /** The effective distance between the tracks in a turn, units. */
  gauge: 90,
  /** The speed of a tank with both levers at full, units/s. */
  topSpeed: 160,
  /** The maximum turn rate of a tank with a single lever, rad/s. */
  turnRate: 3,
  /** The turn rate of the turret, rad/s. */
  turretRate: 2.4,
  /** The time between two shots, and the duration of the recoil, s. */
  reload: 0.4, recoil: 0.25,
  /** The speed of shells, units/s, and the distance from the tank's centre at which they appear, units. */
  shellSpeed: 640, muzzle: 46,
};

const FULL_TURN = 2 * Math.PI;
/** Wraps an angle to −π…π. */
export const wrapped = (angle) => angle - FULL_TURN * Math.round(angle / FULL_TURN);

/** Converts the tracks, positive forward, to the motion of the tank's centre: {speed, turn}. */
const tracked = (left, right) => ({ speed: (TABLE.topSpeed * (left + right)) / 2, turn: (TABLE.topSpeed * (left - right)) / TABLE.gauge });

/** Returns the speed and the turn rate for a single lever. The tank turns towards the direction of the lever, and is faster the closer its
 * heading is to that direction. Both are in proportion to the lever. */
function single([x, y], heading, time) {
  const length = Math.min(1, Math.hypot(x, y));
  if (!length) return { speed: 0, turn: 0 };
  const left = wrapped(Math.atan2(x, -y) - heading);
  const turn = Math.sign(left) * Math.min(Math.abs(left) / time, TABLE.turnRate * length);
  return { speed: TABLE.topSpeed * length * Math.max(0, Math.cos(left - (turn * time) / 2)), turn };
}

function mixed([, y, spin]) {
  const [throttle, most] = [-y, Math.max(1, Math.abs(y) + Math.abs(spin))];
  return tracked((throttle + spin) / most, (throttle - spin) / most);
}

/** The motion for the sticks in each scheme. motion(sticks, heading, time) returns units/s and rad/s for a step of `time` s. */
const MOTIONS = { single, mix: mixed, tracks: ([, left, , right]) => tracked(-left, -right) };
export const SCHEMES = Object.keys(MOTIONS);

const clamped = (value, limit) => Math.min(limit - TABLE.margin, Math.max(TABLE.margin, value));

/** Returns the pose {x, y, heading} after `time` s, which is at most a step, while the sticks do not move. */
export function driven({ x, y, heading }, scheme, sticks, time = TABLE.step) {
  const { speed, turn } = MOTIONS[scheme](sticks, heading, time);
  const along = heading + (turn * time) / 2;
  return {
    x: clamped(x + speed * time * Math.sin(along), TABLE.width), y: clamped(y - speed * time * Math.cos(along), TABLE.height),
    heading: wrapped(heading + turn * time),
  };
}

/** Returns the starting pose of a slot's tank. The tanks stand in rows of four from the bottom, and face up. */
export const start = (slot) => ({ x: 160 + 320 * ((slot - 1) % 4), y: 600 - 160 * Math.floor((slot - 1) / 4), heading: 0 });
