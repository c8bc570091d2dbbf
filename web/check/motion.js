// The sensors: permission, rate, drift, and the signs of tilt and rotation in four poses.

import { measure } from "../drift.js";
import { askForSensors, Sensor } from "../sensor.js";
import { Calibration, fromNeutral } from "../tilt.js";
import { quantile } from "./time.js";

/** The least share of gravity in the plane of a phone that is tilted, and the most of one that lies flat. */
const TILTED = 0.35;
const FLAT = 0.25;
/** The roll that counts as to a side, and the least that counts as upside down; rad. */
const SIDE = 0.6;
const OVER = 2.5;
/** The rotation that shows a sign, degrees. */
const TURNED = 12;
/** The number of intervals between events that are remembered. */
const MEMORY = 400;

const side = (sign) => ({ roll, share }) => {
  const isSide = share > TILTED && Math.abs(roll) > SIDE && Math.abs(roll) < OVER;
  return isSide ? Math.sign(roll) === sign : null;
};

/** The poses in their order: `read` returns true for the pose, false for its opposite, null for others; `axis` and `sign` are those of
 * the rotation that leads there, about the axes of the screen. */
export const POSES = {
  flat: { read: ({ share }) => (share < FLAT ? true : null) },
  left: { read: side(-1), axis: 1, sign: -1 },
  right: { read: side(1), axis: 1, sign: 1 },
  up: {
    read: ({ roll, share }) => (share > TILTED && Math.abs(roll) < SIDE ? true : share > TILTED && Math.abs(roll) > OVER ? false : null),
    axis: 0, sign: 1,
  },
};

/** Asks for the sensors, in a tap; returns "granted", "refused", "plain" (without TLS) or "none" (the browser has none). */
export async function permission() {
  if (!window.isSecureContext) return "plain";
  if (!window.DeviceOrientationEvent && !window.DeviceMotionEvent) return "none";
  return await askForSensors() ? "granted" : "refused";
}

/** Listens to the sensors as the page does, and counts what comes. */
export class Motion {
  /** True if no sample came in time. */
  isAbsent = false;
  /** True if rotations come. */
  hasGyroscope = false;
  /** The rotation since `begin`, degrees about the axes of the screen. */
  turned = [0, 0, 0];
  /** The time of the newest sample, ms. */
  at = -Infinity;
  #sensor = new Sensor(() => { this.isAbsent = true; });
  #intervals = { deviceorientation: [], devicemotion: [] };
  #last = {};

  constructor() {
    for (const name of Object.keys(this.#intervals)) addEventListener(name, (event) => this.#note(name, event));
  }

  /** The newest pose; null without one. */
  get pose() { return this.#sensor.pose; }

  /** The newest acceleration and rotation, as the page sends them. */
  get motion() { return this.#sensor.motion; }

  /** The tilt in rad that the page would send. */
  get tilt() { return this.pose && this.#sensor.isLive ? fromNeutral(this.pose, null) : null; }

  /** The samples a second: the usual one of the faster event; null without events. */
  get rate() {
    const rates = Object.values(this.#intervals).filter((list) => list.length > 4).map((list) => 1000 / quantile(list, 0.5));
    return rates.length ? Math.round(Math.max(...rates)) : null;
  }

  /** Begins a new pose. */
  begin() { this.turned = [0, 0, 0]; }

  /** Waits until the phone has moved into the pose `name` or its opposite, and is still; returns {tilt, gyro}: true, false for a wrong sign, or
   * null. A pose with an axis counts only after another: the phone may still be as in the step before. */
  hold(name, signal) {
    const { read, axis, sign } = POSES[name];
    this.begin();
    let still = new Calibration(performance.now());
    let hasMoved = axis === undefined;
    return new Promise((done) => {
      const look = () => {
        if (signal.aborted) return done({ tilt: null, gyro: null });
        const now = performance.now();
        const found = this.pose && read(this.pose);
        hasMoved ||= found === null;
        if (typeof found !== "boolean" || !hasMoved) still = new Calibration(now);
        else if (still.add(this.pose, now)) return done({ tilt: found, gyro: this.#signOf(axis, found ? sign : -sign) });
        return requestAnimationFrame(look);
      };
      look();
    });
  }

  /** Measures the drift of the gyroscope while the phone lies still: its rate in °/s; null if that is unknown. */
  async drift(signal) {
    const rates = await measure(() => {}, signal);
    return rates && Math.hypot(...rates);
  }

  #signOf(axis, sign) {
    const turn = axis === undefined ? 0 : this.turned[axis];
    return this.hasGyroscope && Math.abs(turn) > TURNED ? Math.sign(turn) === sign : null;
  }

  #note(name, event) {
    const now = performance.now();
    if (event.rotationRate === undefined ? event.beta === null : !event.accelerationIncludingGravity) return;
    const gap = now - (this.#last[name] ?? now);
    this.#last[name] = this.at = now;
    if (gap > 0) this.#intervals[name] = [...this.#intervals[name], gap].slice(-MEMORY);
    if (typeof event.rotationRate?.alpha !== "number") return;
    this.hasGyroscope = true;
    const rotation = this.motion?.rotation ?? [0, 0, 0];
    this.turned = this.turned.map((turn, axis) => turn + rotation[axis] * Math.min(gap, 100) / 1000);
  }
}
