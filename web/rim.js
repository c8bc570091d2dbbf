// The rim (docs/layouts.md, "Form 2"): a steering wheel that a thumb drags round, and that games push. This file loads with the first layout that
// has one.

import { FORCE } from "./tables.js";

/** The page's abilities with forces (docs/protocol.md, "Forces"): it draws the wheel, and reports by PAD when a hand is on it. */
const ABILITIES = 2 | 8;
/** The range of a wheel that games cannot push, degrees. */
const USUAL = 270;
/** The share of the radius that is the hub. A finger that begins there turns the wheel by moving sideways; one that only crosses it turns nothing
 * there, since a short way is a large angle. */
const HUB = 0.25;
/** The turn for a way from the hub to the edge, degrees. */
const ASIDE = 90;
/** The step of an arrow key, degrees. */
const STEP = 15;
const STEPS = { ArrowLeft: -STEP, ArrowDown: -STEP, ArrowRight: STEP, ArrowUp: STEP };
/** The torque below which the wheel is silent; the lowest pitch and that of the full torque, Hz; and the full volume. */
const [FAINT, LOWEST_Hz, HIGHEST_Hz, VOLUME] = [1 / 32, 40, 120, 0.3];
/** The time in which pitch and volume follow the torque, s. */
const SMOOTH = 0.02;

/** The host's last state of the wheel (frames.js); null if the pad is no wheel that games can push. */
let host = null;
/** The abilities last reported to the host. */
let asked = 0;
const rims = new Set();

/** Reports to the host over `stream` what a new layout does with forces; without `layout`, repeats the last report, as the host may have
 * restarted. */
export function ask(stream, layout) {
  const wanted = layout ? (Object.values(layout.controls).some(({ type }) => type === "rim") ? ABILITIES : 0) : asked;
  if (layout ? wanted === asked : !wanted) return;
  if (!wanted) host = null;
  asked = wanted;
  stream.say(FORCE, wanted);
}

/** Receives the host's wheel; `comfort` plays the torque. */
export function hear(torque, comfort) {
  host = torque.range && asked ? torque : null;
  for (const rim of rims) {
    if (rim.element.isConnected) rim.follow(performance.now());
    else rims.delete(rim);
  }
  hum(host ?? { torque: 0 }, comfort.audio);
}

const clamp = (value) => Math.min(Math.max(value, -1), 1);

/** A rim called `name`, which steers. `told(value)` gets the position, −1…1 or null at rest. `gripped(isHeld, time)` gets whether a hand is on a
 * wheel that games push; any other wheel is straight when released. */
export class Rim {
  #told;
  #gripped;
  #wheel;
  #finger = null;
  #hasKeys = false;
  /** The direction from the hub in which the finger was last, degrees; null on the hub. */
  #from = null;
  /** For a finger that began on the hub, its place there and the position of the wheel: {x, value}; otherwise null. */
  #hub = null;
  #value = 0;

  constructor(name, told, gripped) {
    [this.#told, this.#gripped] = [told, gripped];
    const attributes = { role: "slider", tabindex: "0", "aria-label": name, "aria-valuemin": "-1", "aria-valuemax": "1" };
    this.element = Object.assign(document.createElement("div"), { className: "rim" });
    for (const [key, value] of Object.entries(attributes)) this.element.setAttribute(key, value);
    this.element.append(this.#wheel = drawn());
    this.element.addEventListener("keydown", (event) => this.#step(event));
    this.element.addEventListener("blur", () => this.rest(performance.now()));
    rims.add(this);
    this.follow(performance.now());
  }

  get #half() { return (host?.range ?? USUAL) / 2; }
  get #isHeld() { return this.#finger !== null || this.#hasKeys; }

  begin(finger) {
    if (this.#finger !== null) return;
    this.#grip();
    this.#finger = finger.id;
    this.#from = this.#direction(finger);
    this.#hub = this.#from === null ? { x: finger.x, value: this.#value } : null;
    this.follow(finger.time);
  }

  move(finger) {
    if (finger.id !== this.#finger) return;
    const to = this.#direction(finger);
    if (this.#hub) this.#value = this.#aside(finger.x);
    else if (to !== null && this.#from !== null) this.#value = this.#turned(((to - this.#from + 540) % 360) - 180);
    this.#from = to;
    this.follow(finger.time ?? performance.now());
  }

  end(finger) { if (finger.id === this.#finger) this.rest(finger.time); }

  /** Releases the wheel at `time`. */
  rest(time) {
    [this.#finger, this.#hasKeys] = [null, false];
    this.follow(time);
  }

  /** Shows and reports the wheel; while nobody holds it, games may turn it. */
  follow(time) {
    if (!this.#isHeld) this.#value = host?.isActing ? host.angle : 0;
    const isFree = !this.#isHeld && !host?.isActing;
    this.#told(isFree ? null : this.#value);
    this.#gripped(this.#isHeld && host !== null, time);
    const shown = host?.isActing ? host.angle : this.#value;
    this.element.setAttribute("aria-valuenow", shown.toFixed(2));
    this.#wheel.style.transform = `rotate(${(shown * this.#half).toFixed(1)}deg)`;
  }

  /** Takes the wheel where it is now. */
  #grip() { if (!this.#isHeld) this.#value = host?.isActing ? host.angle : 0; }

  #turned(degrees, value = this.#value) { return clamp(value + degrees / this.#half); }

  #aside(x) {
    const way = (x - this.#hub.x) / (this.element.getBoundingClientRect().width / 2);
    return this.#turned(way * ASIDE, this.#hub.value);
  }

  /** Returns the direction of a finger from the hub, degrees, clockwise; null on the hub. */
  #direction({ x, y }) {
    const { left, top, width, height } = this.element.getBoundingClientRect();
    const [dx, dy] = [x - left - width / 2, y - top - height / 2];
    return Math.hypot(dx, dy) < (HUB * Math.min(width, height)) / 2 ? null : (Math.atan2(dy, dx) * 180) / Math.PI;
  }

  #step(event) {
    const isCentre = event.key === "Home" || event.key === " ";
    if (!(event.key in STEPS) && !isCentre) return;
    event.preventDefault();
    event.stopPropagation();
    if (isCentre) return this.rest(event.timeStamp);
    this.#grip();
    this.#hasKeys = true;
    this.#value = this.#turned(STEPS[event.key]);
    this.follow(event.timeStamp);
  }
}

/** Returns the picture of a wheel with three spokes and a mark at its top. */
function drawn() {
  const make = (tag, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const wheel = make("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true", stroke: "currentColor" });
  Object.assign(wheel.style, { width: "100%", height: "100%", fill: "none" });
  wheel.append(
    make("circle", { r: 43, "stroke-width": 9 }), make("path", { d: "M-39 0H39M0 0V39", "stroke-width": 7 }),
    make("circle", { r: 11, fill: "currentColor" }), make("path", { d: "M0-48V-38", "stroke-width": 9, stroke: "var(--me, currentColor)" }));
  return wheel;
}

/** The tone of the torque: {tone, volume}; null while no tone sounds. */
let voice = null;
let silence = 0;

/** Plays the torque as a low tone, higher and louder the stronger it is, for its lifetime; `audio` is null without sound. */
function hum({ torque, lifetime }, audio) {
  clearTimeout(silence);
  const strength = Math.abs(torque);
  if (!audio || strength < FAINT) return hush();
  voice ??= begun(audio);
  voice.tone.frequency.setTargetAtTime(LOWEST_Hz + (HIGHEST_Hz - LOWEST_Hz) * strength, audio.currentTime, SMOOTH);
  voice.volume.gain.setTargetAtTime(VOLUME * strength, audio.currentTime, SMOOTH);
  silence = setTimeout(hush, lifetime);
}

function begun(audio) {
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  [tone.frequency.value, volume.gain.value] = [LOWEST_Hz, 0];
  tone.connect(volume).connect(audio.destination);
  tone.start();
  return { tone, volume };
}

function hush() {
  voice?.tone.stop();
  voice = null;
}
