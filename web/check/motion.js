// Checks the sensors: the permission, the rate, the drift, and the signs of tilt and rotation in four poses.

import { measure } from "../drift.js";
import { askForSensors, Sensor } from "../sensor.js";
import { Calibration, fromNeutral } from "../tilt.js";
import { quantile } from "./time.js";

/** The smallest share of gravity in the phone's plane with which the phone counts as tilted. */
const TILTED = 0.35;
/** The largest share with which the phone counts as flat. */
const FLAT = 0.25;
/** The smallest roll that counts as tilted to a side, rad. */
const SIDE = 0.6;
/** The smallest roll that counts as upside down, rad. */
const OVER = 2.5;
/** The smallest rotation that shows its sign, degrees. */
const TURNED = 12;
/** The maximum number of stored intervals between events. */
const MEMORY = 400;

const side = (sign) => ({ roll, share }) => {
  const isSide = share > TILTED && Math.abs(roll) > SIDE && Math.abs(roll) < OVER;
  return isSide ? Math.sign(roll) === sign : null;
};

/** The poses in their order. `read` returns true for the pose, false for its opposite, and null for any other. The rotation into the pose is
 * about `axis` of the screen, and has the sign `sign`. */
export const POSES = {
  flat: { read: ({ share }) => (share < FLAT ? true : null) },
  left: { read: side(-1), axis: 1, sign: -1 },
  right: { read: side(1), axis: 1, sign: 1 },
  up: {
    read: ({ roll, share }) => (share > TILTED && Math.abs(roll) < SIDE ? true : share > TILTED && Math.abs(roll) > OVER ? false : null),
    axis: 0, sign: 1,
  },
};

/** Asks for the sensors, within a tap. Returns "granted", "refused", "plain" (the page has no TLS) or "none" (the browser has no sensors). */
export async function permission() {
  if (!window.isSecureContext) return "plain";
  if (!window.DeviceOrientationEvent && !window.DeviceMotionEvent) return "none";
  return await askForSensors() ? "granted" : "refused";
}

/** Listens to the sensors as the page for play does, and counts the samples. */
export class Motion {
  /** True if no sample arrived in time. */
  isAbsent = false;
  /** True if the samples contain rotations. */
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

  /** The newest pose; null before the first. */
  get pose() { return this.#sensor.pose; }

  /** The newest acceleration and rotation, in the form in which the page for play sends them. */
  get motion() { return this.#sensor.motion; }

  /** The tilt in rad that the page for play would send; null without an up-to-date pose. */
  get tilt() { return this.pose && this.#sensor.isLive ? fromNeutral(this.pose, null) : null; }

  /** The median rate of the more frequent event, samples per second; null for too few events. */
  get rate() {
    const rates = Object.values(this.#intervals).filter((list) => list.length > 4).map((list) => 1000 / quantile(list, 0.5));
    return rates.length ? Math.round(Math.max(...rates)) : null;
  }

  /** Begins a new pose, for which the rotation is measured from 0. */
  begin() { this.turned = [0, 0, 0]; }

  /** Waits until the phone lies still in the pose `name` or its opposite. Returns {tilt, gyro}, each true for the right sign, false for the
   * wrong one, null if unknown.
   *
   * If the pose has an axis, the phone must first leave this pose, as it may still be held as in the previous step. */
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
