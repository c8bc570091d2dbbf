// The touchpad (docs/layouts.md, "Form 2"): up to two fingers on a control, and clicks. This file loads with the first layout that has one.

import { onClick } from "./pointers.js";

/** A still touch of less than TAP ms clicks; after HOLD ms, it holds the click. */
const [TAP, HOLD] = [180, 400];
/** The distance that a still finger may have moved, mm. */
const STILL_mm = 3;
/** The length of a tap's click, ms. */
const CLICK = 60;
/** The number of fingers that count. */
const MOST = 2;

/** The number of the newest contact on any touchpad. Each touch gets a new number. */
let newest = 0;
/** The fingers on all touchpads, by touchpad. */
const touched = new Map();

const share = (place, start, length) => Math.round(Math.min(Math.max((place - start) / length, 0), 1) * 65535);

/** Returns the body of TOUCHPAD (docs/protocol.md) for the first two fingers; null without fingers. */
export function frame() {
  const fingers = [...touched.values()].flat().slice(0, MOST);
  return fingers.length ? [fingers.length, ...fingers.flatMap(({ contact, x, y }) => [contact, x & 255, x >> 8, y & 255, y >> 8])] : null;
}

/** A touchpad on `element`, whose `click` is "tap", "press" or "none"; a mm is `millimetre` px. */
export class Touchpad {
  #element;
  #click;
  #reach;
  #outputs;
  #source;
  #ticked;
  #fingers = [];
  #isDown = false;
  #since = 0;

  /** `outputs` get from `source` the fingers on each change, and the clicks; `ticked(ms)` is called on each click. */
  constructor(element, { click = "tap", haptic }, millimetre, outputs, source, ticked) {
    [this.#element, this.#click, this.#reach] = [element, click, STILL_mm * millimetre];
    [this.#outputs, this.#source, this.#ticked] = [outputs, source, () => ticked(haptic)];
    // A pressed key is drawn lower, which would move the finger.
    element.style.transform = "none";
    if (click !== "none") onClick(element, () => this.#tap({}, performance.now()));
  }

  begin(finger) {
    for (const { drop } of this.#fingers.filter(({ id }) => id === null)) drop(finger.time);
    if (this.#fingers.length === MOST) return;
    newest = (newest + 1) & 127;
    const own = { id: finger.id, contact: newest, from: { ...finger }, isStill: true };
    own.drop = (time) => this.#drop(own, time);
    this.#fingers.push(own);
    this.move(finger);
    if (this.#click === "press") this.#press(own, true, finger.time);
    if (this.#click === "tap") own.timer = setTimeout(() => this.#press(own, true, performance.now()), HOLD);
  }

  move({ id, x, y }) {
    const own = this.#find(id);
    if (!own) return;
    if (Math.hypot(x - own.from.x, y - own.from.y) >= this.#reach && own.isStill) {
      own.isStill = false;
      clearTimeout(own.timer);
    }
    const { left, top, width, height } = this.#element.getBoundingClientRect();
    Object.assign(own, { x: share(x, left, width), y: share(y, top, height) });
    this.#tell();
  }

  end({ id, time }) {
    const own = this.#find(id);
    if (!own) return;
    if (this.#click === "tap" && own.isStill && !own.isDown && time - own.from.time < TAP) this.#tap(own, time);
    else this.#drop(own, time);
  }

  /** Lifts all fingers at `time`. */
  rest(time) { for (const own of [...this.#fingers]) this.#drop(own, time); }

  #find(id) { return this.#fingers.find((own) => own.id === id); }

  #tell() {
    const fingers = [...this.#fingers];
    touched.set(this, fingers);
    if (!fingers.length) touched.delete(this);
    this.#outputs.move(this.#source, "touchpad", fingers.length ? fingers : null);
  }

  /** Clicks at the place of a finger, which stays until the click has ended. */
  #tap(own, time) {
    clearTimeout(own.timer);
    own.id = null;
    this.#press(own, true, time);
    own.timer = setTimeout(() => this.#drop(own, performance.now()), CLICK);
  }

  /** Lets a finger hold the click or not. The click ends with the last that holds it, never before its start: a timer may run before an earlier
   * lift. */
  #press(own, isDown, time) {
    own.isDown = isDown;
    const is = isDown || this.#fingers.some((other) => other.isDown);
    if (is === this.#isDown) return;
    this.#isDown = is;
    this.#since = is ? time : this.#since;
    this.#element.setAttribute("aria-pressed", String(is));
    if (is) this.#ticked();
    this.#outputs.press(this.#source, "PAD", is, Math.max(time, this.#since));
  }

  #drop(own, time) {
    clearTimeout(own.timer);
    this.#press(own, false, time);
    this.#fingers = this.#fingers.filter((other) => other !== own);
    this.#tell();
  }
}
