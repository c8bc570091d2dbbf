// The phone's sensors: permission, events, and rotation of the screen.

import { onScreen, pose, upward } from "./tilt.js";

/** The silence after which a sensor counts as missing; ms. */
const PATIENCE = 1500;
/** The silence after which a sensor's values are outdated; LONE is for the tilt of a phone without motion events; ms. */
const SILENCE = 900;
const LONE = 5000;
/** The fastest rotation of a phone that counts as still, °/s. */
const STILL = 5;
/** The time for which a pose is kept while screen and sensor turn, in either order; ms. */
const SETTLING = 250;
const GRAVITY = 9.80665;

let drift = [0, 0, 0];

/** Sets the gyroscope's drift, °/s about the device's axes. */
export const correct = (rate) => { drift = rate; };

/** Returns the screen's counter-clockwise turn, degrees. */
export function screenAngle() {
  return screen.orientation?.angle ?? window.orientation ?? 0;
}

/** Asks for the permissions that this browser requires. It must be called within a tap. Returns whether sensors may be used. */
export async function askForSensors() {
  const kinds = [window.DeviceOrientationEvent, window.DeviceMotionEvent].filter(Boolean);
  if (!window.isSecureContext || !kinds.length) return false;
  // All in the tap itself: a second question after the first answer would be outside it.
  const answers = kinds.map((kind) => (kind.requestPermission ? kind.requestPermission() : "granted"));
  const settled = await Promise.allSettled(answers);
  return settled[0].value === "granted";
}

/** Listens to the sensors until stopped. */
export class Sensor {
  /** The newest pose; null before the first. */
  pose = null;
  #motion = null;
  #seen = -Infinity;
  #moved = -Infinity;
  #stop = new AbortController();
  #turned = -Infinity;
  #up = null;
  #sign = null;

  /** `onAbsent()` is called once if the visible page gets no samples. */
  constructor(onAbsent) {
    const options = { signal: this.#stop.signal };
    addEventListener("deviceorientation", (event) => this.#orient(event), options);
    addEventListener("devicemotion", (event) => this.#move(event), options);
    screen.orientation?.addEventListener("change", () => this.#turn(), options);
    addEventListener("orientationchange", () => this.#turn(), options);
    let timer;
    const end = () => {
      document.removeEventListener("visibilitychange", wait);
      if (!this.pose && !this.#stop.signal.aborted) onAbsent();
    };
    const wait = () => {
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(end, PATIENCE);
    };
    document.addEventListener("visibilitychange", wait, options);
    wait();
  }

  /** True while the pose is up to date. */
  get isLive() { return performance.now() - this.#seen < (this.#motion ? SILENCE : LONE); }

  /** The newest acceleration in g and rotation in °/s, in the screen's frame; after a silence, the rotation is 0;
   * later, this is null. */
  get motion() {
    const silence = performance.now() - this.#moved;
    if (silence > 2 * SILENCE) return null;
    return silence < SILENCE ? this.#motion : { ...this.#motion, rotation: [0, 0, 0] };
  }

  /** Stops listening. */
  stop() { this.#stop.abort(); }

  #turn() { this.#turned = performance.now(); }

  #orient({ beta, gamma }) {
    if (beta === null || gamma === null) return;
    this.#up = upward(beta, gamma);
    this.#see(this.#up);
  }

  #move({ accelerationIncludingGravity: felt, rotationRate: rate }) {
    if (!felt || felt.x === null || felt.y === null || felt.z === null) return;
    const g = { x: felt.x / GRAVITY, y: felt.y / GRAVITY, z: felt.z / GRAVITY };
    const sign = this.#signOf(g);
    const up = { x: g.x * sign, y: g.y * sign, z: g.z * sign };
    const angle = screenAngle();
    const [x, y, z] = [rate?.alpha, rate?.beta, rate?.gamma].map((turn, axis) => (turn ?? drift[axis]) - drift[axis]);
    const rotation = list(onScreen({ x, y, z }, angle));
    this.#motion = { acceleration: list(onScreen(up, angle)), rotation };
    this.#moved = performance.now();
    if (!this.#up) this.#see(unit(up));
    // Chromium sends an orientation only when it changes, so the pose of a still phone stays valid.
    else if (this.isLive && dot(up, this.#up) > 0.9 && Math.hypot(...rotation) < STILL) this.#seen = this.#moved;
  }

  /** Returns the sign of accelerations, −1 in WebKit: determined once from the angles, on which all browsers
   * agree. */
  #signOf(g) {
    if (this.#sign !== null) return this.#sign;
    const length = Math.hypot(g.x, g.y, g.z);
    const agreement = this.#up && dot(g, this.#up);
    if (!agreement || Math.abs(agreement) < 0.5 * length) return 1;
    this.#sign = Math.sign(agreement);
    return this.#sign;
  }

  #see(up) {
    const now = performance.now();
    if (now - this.#turned < SETTLING) return;
    this.#seen = now;
    this.pose = pose(onScreen(up, screenAngle()));
  }
}

const dot = (a, b) => a.x * b.x + a.y * b.y + a.z * b.z;
const list = ({ x, y, z }) => [x, y, z];

function unit({ x, y, z }) {
  const length = Math.hypot(x, y, z) || 1;
  return { x: x / length, y: y / length, z: z / length };
}
