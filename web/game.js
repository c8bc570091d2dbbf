// The player's state: the controls on the screen, the sensor, an attached gamepad and the keyboard together.

import { Controls } from "./controls.js";
import { MILLIMETRE, touchpad } from "./layout.js";
import { Sensor } from "./sensor.js";
import { AXES, BUTTONS, TRIGGERS } from "./tables.js";
import { Calibration, deflection, fromNeutral } from "./tilt.js";

/** The minimum share of gravity in the screen's plane for steering. */
const FLAT = 0.15;
/** The usual frame rate, Hz; a layout that wants more states also reads fingers between frames. */
const SCREEN = 60;

/** The controls kept at rest: none, all but the buttons, or all. */
export const REST = { nothing: 0, axes: 1, everything: 2 };

/** Collects the outputs of several sources, which may hold the same button. */
export class Outputs {
  #buttons = new Map();
  #values = new Map();
  #onEdge;
  #onChange;

  /** `onEdge(button, isPress, time)` is called on each press and release, `onChange()` on every change. */
  constructor(onEdge, onChange = () => {}) {
    this.#onEdge = onEdge;
    this.#onChange = onChange;
  }

  /** Presses or releases the button called `name` for `source` at `time`. */
  press(source, name, isPress, time) {
    const holders = this.#buttons.get(name) ?? new Set();
    const had = holders.size;
    if (isPress) holders.add(source);
    else holders.delete(source);
    this.#buttons.set(name, holders);
    if ((had > 0) === (holders.size > 0)) return;
    this.#onEdge(BUTTONS[name], isPress, time);
    this.#onChange();
  }

  /** Moves an axis or a trigger for `source`; null releases it. */
  move(source, name, value) {
    const values = this.#values.get(name) ?? new Map();
    if ((values.get(source) ?? null) === value) return;
    if (value === null) values.delete(source);
    else values.set(source, value);
    this.#values.set(name, values);
    this.#onChange();
  }

  /** Returns the furthest position of an axis or trigger among all sources. */
  value(name) {
    const values = [...(this.#values.get(name)?.values() ?? [])];
    return values.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0);
  }

  /** Returns whether any source but `other` holds anything. */
  isHeld(other) {
    return [...this.#buttons.values(), ...this.#values.values()].some((holders) => holders.size > holders.has(other));
  }

  /** The four axes of the sticks. */
  get sticks() { return AXES.map((name) => this.value(name)); }

  /** Both triggers. */
  get triggers() { return TRIGGERS.map((name) => this.value(name)); }

  /** Releases everything at `time`. */
  clear(time) {
    for (const [name, holders] of this.#buttons) {
      for (const source of [...holders]) this.press(source, name, false, time);
    }
    this.#values.clear();
    this.#onChange();
  }
}

/** All that a player can move; `on` has edge(button, isPress, time), touched(ms), changed(), calibrated(), absent(). */
export class Game {
  layout = null;
  /** True if this device's gamepads may play along; on the host, they would include its virtual pads. */
  mayAttach = true;
  /** True if this device's gamepads are switches. */
  arePadsSwitches = false;
  /** True if the player may steer by tilt: motion is allowed, and no sensor is known to be missing. */
  mayTilt = false;
  /** The host's use of motion: 0 none, 1 for games, 2 for the view. */
  motionUse = 1;
  /** The charge of this device's battery, %; null if it is unknown. */
  battery = null;
  /** The host's minimum press, ms; 0 if it is unknown. */
  press = 0;
  /** True if the page is hidden. Everything then rests. */
  isAway = false;
  #root;
  #settings;
  #on;
  #outputs;
  /** The attached gamepads and the keyboard; null until play has loaded their code. */
  #attached = null;
  #keys = null;
  #controls = null;
  #sensor = null;
  /** True if the sensor was found to be missing, and the player has not been told yet. The next layout with tilt does so. */
  #isAbsenceUntold = false;
  #neutral = null;
  #calibration = null;
  #isFresh = true;
  #isOn = false;
  #rest = REST.nothing;

  constructor(root, settings, on) {
    this.#root = root;
    this.#settings = settings;
    this.#on = on;
    this.#outputs = new Outputs((button, isPress, time) => on.edge(button, isPress, time), () => on.changed());
  }

  /** True if states must be sent at the full rate. */
  get isHeld() { return this.#isOn && !this.isAway && (this.#outputs.isHeld() || this.#tilts || this.usesGyro); }
  /** True if fingers, keys or gamepads move anything. */
  get isTouched() { return this.#outputs.isHeld("tilt"); }
  /** True if everything rests. */
  get isResting() { return this.#rest === REST.everything; }
  /** True if the layout steers by tilt, and a sensor can. */
  get usesTilt() { return this.#has("tilt") && this.mayTilt && this.#settings.tilting && !this.#rest; }
  /** True if games receive the phone's motion: the player, the host or the layout wants it, and it is available. */
  get usesGyro() {
    return this.motionUse > 0 && (this.wantsGyro || this.#has("motion")) && this.mayTilt && !this.#rest;
  }
  /** True if the player, or else the host, wants motion in every layout. */
  get wantsGyro() { return this.#settings.gyro ?? this.motionUse > 1; }
  /** The sensors' acceleration and rotation; null without them. While a control blocks the motion, the rotation is 0. */
  get motion() {
    const motion = this.#usesSensor ? this.#sensor?.motion : null;
    return motion && this.#controls?.isMoving === false ? { ...motion, rotation: [0, 0, 0] } : motion;
  }
  get isCalibrating() { return this.#calibration !== null; }
  get hasAttached() { return this.#attached?.isThere ?? false; }
  /** The element for the list of players; none without one. */
  get list() { return this.#controls?.list; }
  /** The sizes of the controls. */
  get boxes() { return this.#controls?.boxes ?? {}; }
  get millimetre() { return (MILLIMETRE * this.#settings.size) / 100; }
  /** The sent roll, rad; null without tilt. */
  get roll() { return this.#tilts ? this.#tilt[0] : null; }
  /** True if the phone lies too flat for a useful roll. */
  get isFlat() { return this.#tilts && this.#sensor.pose.share < FLAT; }

  get #usesSensor() { return this.usesTilt || this.usesGyro; }
  get #tilts() { return this.usesTilt && Boolean(this.#sensor?.isLive && this.#neutral); }
  get #tilt() { return fromNeutral(this.#sensor.pose, this.#neutral, this.#settings.flip); }

  /** Shows `layout`, or the present layout again after a change of settings. */
  show(layout = this.layout) {
    if (!layout) return;
    this.layout = layout;
    this.#controls?.stop();
    this.#outputs.clear(performance.now());
    this.#attached?.forget();
    const { mirror, digital, mixing } = this.#settings;
    const options = { millimetre: this.millimetre, isMirrored: mirror, isDigital: digital, isMixed: mixing, hasTilt: this.usesTilt, isQuick: layout.rate > SCREEN, press: this.press };
    this.#controls = new Controls(this.#root, layout, this.#outputs, options, (ms) => this.#on.touched(ms));
    this.#listen();
    if (!this.#isAbsenceUntold || !this.#has("tilt")) return;
    this.#isAbsenceUntold = false;
    this.#on.absent();
  }

  /** Starts play; calibrates if tilt steers and no neutral pose is known. */
  play() {
    this.#isOn = true;
    this.#isFresh = true;
    this.#listen();
    if (this.usesTilt && !this.#neutral) this.recalibrate();
    this.#attach();
  }

  /** Loads the code for attached gamepads and the keyboard; the next play tries again if it does not arrive. */
  async #attach() {
    const code = this.#attached ? null : await import("./attached.js").catch(() => null);
    if (!code || this.#attached) return;
    this.#attached = new code.Attached(this.#outputs);
    this.#attached.forget();
    this.#keys = new code.Keys(this.#outputs, () => this.#isOn && !this.isResting);
  }

  /** Pauses play. */
  pause() {
    this.release(performance.now());
    this.#isOn = false;
  }

  /** Keeps these controls (REST) at rest from now on. */
  rest(much) {
    this.#rest = much;
    this.release(performance.now());
    this.#root.inert = this.isResting;
    this.#listen();
  }

  /** Moves an axis for the page itself; null releases it. */
  push(axis, value) { this.#outputs.move("page", axis, value); }

  /** Starts a calibration, which finds the neutral pose. */
  recalibrate() {
    if (this.usesTilt) this.#calibration = new Calibration(performance.now());
  }

  /** Makes the current pose the neutral one. */
  zero() {
    if (this.#sensor?.pose) this.#neutral = this.#sensor.pose;
    this.#isFresh = true;
  }

  /** Releases everything at `time`; a held control counts again once let go. */
  release(time) {
    this.#controls?.release(time);
    this.#keys?.release(time);
    this.#attached?.forget();
    this.#outputs.clear(time);
    this.#isFresh = true;
  }

  /** Returns the current state. */
  sample() {
    const isPlaying = this.#isOn && !this.isAway && !this.isCalibrating && !this.isResting;
    const still = this.#rest ? [0, 0, 0, 0] : null;
    const tilts = isPlaying && this.#tilts;
    const sample = {
      tilt: tilts ? this.#tilt : null, sticks: still ?? this.#outputs.sticks, triggers: still?.slice(2) ?? this.#outputs.triggers,
      motion: isPlaying ? this.motion : null, battery: this.battery,
      isNeutral: !isPlaying, isDiscontinuous: tilts && this.#isFresh,
      touchpad: still ? null : touchpad?.frame(),
    };
    this.#isFresh = !tilts;
    return sample;
  }

  /** Advances; called with each frame of the screen. */
  frame(now) {
    if (this.#isOn && !this.isAway && !this.isResting) this.#attached?.poll(now, this.mayAttach && !this.arePadsSwitches);
    if (this.isCalibrating) this.#calibrate(now);
    this.#steer();
  }

  /** Passes force feedback to attached gamepads too. */
  rumble(feedback) { this.#attached?.rumble(feedback); }

  /** Returns whether the layout has a control of the type `wanted`. */
  #has(wanted) { return Object.values(this.layout?.controls ?? {}).some(({ type }) => type === wanted); }

  /** Uses the sensors only while they are needed, to save power. */
  #listen() {
    if (this.#usesSensor) {
      this.#sensor ??= new Sensor(() => this.#miss());
    } else {
      this.#sensor?.stop();
      this.#sensor = null;
    }
    if (!this.usesTilt) this.#endCalibration();
  }

  #miss() {
    const isSlider = this.usesTilt;
    this.mayTilt = false;
    this.#isAbsenceUntold = true;
    if (isSlider) this.show();
    else this.#listen();
  }

  #calibrate(now) {
    if (!this.#sensor?.pose) return;
    this.#neutral = this.#calibration.add(this.#sensor.pose, now);
    if (this.#neutral) this.#endCalibration();
  }

  #endCalibration() {
    if (!this.isCalibrating) return;
    this.#calibration = null;
    this.#isFresh = true;
    this.#on.calibrated();
  }

  /** Moves the layout's stick like the wheel, for hosts whose profile ignores tilt. */
  #steer() {
    const steering = this.#controls?.steering;
    if (!steering) return;
    const { roll } = this;
    const isPlaying = roll !== null && this.#isOn && !this.isAway && !this.isCalibrating;
    this.#outputs.move("tilt", steering.out, isPlaying ? deflection(roll, steering.lock) : null);
    steering.element.style.setProperty("--turn", `${((-roll * 180) / Math.PI).toFixed(1)}deg`);
  }
}
