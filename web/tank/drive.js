// How a tank drives: from where the levers are to how the tank moves, in fixed steps, so that the frame rate never matters.
// Places are in units of the field, x to the right and y down; headings in rad, clockwise from up. Sticks are as reports have
// them, −1…1, right and down positive. scripts/tank-vectors.py works out the same paths without steps.

/** Everything that can be tuned; the terminal's tanks have the same (Sources/Commands/Tank/TankTable.swift). */
export const TABLE = {
  /** The field, units. */
  width: 1280, height: 720,
  /** How near the middle of a tank comes to a wall, units. */
  margin: 36,
  /** The time of a step, s. */
  step: 1 / 120,
  /** How far the tracks are apart, as far as turning goes, units. */
  gauge: 90,
  /** The speed of a track with its lever at the end, units/s. */
  topSpeed: 160,
  /** How fast a single lever turns the tank, rad/s. */
  turnRate: 3,
  /** How fast the turret turns, rad/s. */
  turretRate: 2.4,
  /** The time between two shots, and that of the barrel's way back, s. */
  reload: 0.4, recoil: 0.25,
  /** How fast shells are, units/s, and how far from the tank's middle they start, units. */
  shellSpeed: 640, muzzle: 46,
};

const FULL_TURN = 2 * Math.PI;
/** An angle as −π…π. */
export const wrapped = (angle) => angle - FULL_TURN * Math.round(angle / FULL_TURN);

/** Both tracks, forward positive, as the motion of the tank's middle: {speed, turn}. */
const tracked = (left, right) => ({ speed: (TABLE.topSpeed * (left + right)) / 2, turn: (TABLE.topSpeed * (left - right)) / TABLE.gauge });

/** Turns towards where the lever points and drives the faster the less is left to turn; both as far as the lever is out. */
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

/** What the sticks mean, by scheme: motion(sticks, heading, time) gives units/s and rad/s for a step of that time. */
const MOTIONS = { single, mix: mixed, tracks: ([, left, , right]) => tracked(-left, -right) };
export const SCHEMES = Object.keys(MOTIONS);

const clamped = (value, limit) => Math.min(limit - TABLE.margin, Math.max(TABLE.margin, value));

/** The pose {x, y, heading} after `time` s, at most a step, with the sticks held. */
export function driven({ x, y, heading }, scheme, sticks, time = TABLE.step) {
  const { speed, turn } = MOTIONS[scheme](sticks, heading, time);
  const along = heading + (turn * time) / 2;
  return {
    x: clamped(x + speed * time * Math.sin(along), TABLE.width), y: clamped(y - speed * time * Math.cos(along), TABLE.height),
    heading: wrapped(heading + turn * time),
  };
}

/** Where the tank of a slot begins: rows of four from the bottom, looking up. */
export const start = (slot) => ({ x: 160 + 320 * ((slot - 1) % 4), y: 600 - 160 * Math.floor((slot - 1) / 4), heading: 0 });
