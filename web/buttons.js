// Buttons, the d-pad and pedals. The positions of all fingers decide what is pressed, not touches and lifts, so that
// a thumb may slide from one button to the next, lie on two, and leave none pressed.

import { onClick } from "./pointers.js";

/** The margin around a button that counts as the button, px. */
const MARGIN = 7;
/** The dead zone of the d-pad, as a share of its radius. */
const DEAD = 0.18;
/** The share, 0…1, to which a finger at the lower edge of a pedal pulls it; at the upper edge the share is 1. */
const LEAST = 0.4;
/** The distance from which a finger counts as moved, px. A thumb trembles, and the screen may resize below it. */
const STEADY = 6;
/** The duration of a press by keyboard or screen reader, ms. */
const CLICK = 150;

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

/** Returns whether (x, y) is on or near a box. */
export function hits(box, x, y, margin = MARGIN) {
  return x >= box.left - margin && x <= box.right + margin && y >= box.top - margin && y <= box.bottom + margin;
}

/** Returns whether (x, y) is on or near a round button in a box. */
export function hitsRound(box, x, y, margin = MARGIN) {
  const [dx, dy] = [x - (box.left + box.right) / 2, y - (box.top + box.bottom) / 2];
  return Math.hypot(dx, dy) <= (box.right - box.left) / 2 + margin;
}

/** Returns whether `finger` has moved from its position in `judged`; if so, updates that. */
function hasMoved(judged, { id, x, y }) {
  const from = judged.get(id);
  if (from && Math.hypot(x - from.x, y - from.y) < STEADY) return false;
  judged.set(id, { x, y });
  return true;
}

/**
 * Buttons among which fingers can slide from one to another. A finger that does not move keeps its buttons, even if the
 * screen is resized.
 */
export class ButtonField {
  #buttons = [];
  /** The position of each finger at its last evaluation, and the buttons that it has held since. */
  #fingers = new Map();
  #told;

  /** `told(button, isPress, time)` is called on each change. */
  constructor(told) { this.#told = told; }

  /** Adds a button: {element, isRound}. */
  add(button) {
    this.#buttons.push(button);
    button.isPressed = false;
    onClick(button.element, () => this.#click(button));
  }

  begin(finger) { this.move(finger); }

  move(finger) {
    if (!hasMoved(this.#fingers, finger)) return;
    const { id, x, y } = finger;
    this.#fingers.get(id).held = this.#buttons.filter(({ element, isRound }) => (isRound ? hitsRound : hits)(element.getBoundingClientRect(), x, y));
    this.#derive(finger.time);
  }

  end(finger) {
    this.#fingers.delete(finger.id);
    this.#derive(finger.time);
  }

  /** Releases all buttons at `time`. */
  rest(time) {
    this.#fingers.clear();
    this.#derive(time);
  }

  #derive(time) {
    const held = [...this.#fingers.values()].flatMap((finger) => finger.held);
    for (const button of this.#buttons) this.#set(button, held.includes(button), time);
  }

  #set(button, isPressed, time) {
    if (button.isPressed === isPressed) return;
    button.isPressed = isPressed;
    button.element.setAttribute("aria-pressed", String(isPressed));
    this.#told(button, isPressed, time);
  }

  #click(button) {
    this.#set(button, true, performance.now());
    setTimeout(() => this.#set(button, false, performance.now()), CLICK);
  }
}

const SECTORS = [["RIGHT"], ["RIGHT", "DOWN"], ["DOWN"], ["LEFT", "DOWN"], ["LEFT"], ["LEFT", "UP"], ["UP"], ["RIGHT", "UP"]];

/** Returns the directions for a thumb at (dx, dy) from the centre of a d-pad of `radius`. */
export function directions(dx, dy, radius) {
  if (Math.hypot(dx, dy) < DEAD * radius) return [];
  return SECTORS[(Math.round(Math.atan2(dy, dx) / (Math.PI / 4)) + 8) % 8];
}

/** A d-pad with eight directions, by angle. */
export class DPad {
  #element;
  #told;
  #held = new Set();
  #finger = null;
  #judged = new Map();

  /** `told(direction, isPress, time)` is called on each change. */
  constructor(element, told) {
    this.#element = element;
    this.#told = told;
  }

  begin(finger) {
    if (this.#finger !== null) return;
    this.#finger = finger.id;
    this.move(finger);
  }

  move(finger) {
    if (finger.id !== this.#finger || !hasMoved(this.#judged, finger)) return;
    const { left, top, width, height } = this.#element.getBoundingClientRect();
    this.#set(directions(finger.x - left - width / 2, finger.y - top - height / 2, width / 2), finger.time);
  }

  end(finger) { if (finger.id === this.#finger) this.rest(finger.time); }

  rest(time) {
    this.#finger = null;
    this.#judged.clear();
    this.#set([], time);
  }

  #set(wanted, time) {
    for (const direction of [...this.#held]) if (!wanted.includes(direction)) this.#change(direction, false, time);
    for (const direction of wanted) if (!this.#held.has(direction)) this.#change(direction, true, time);
    this.#element.dataset.held = [...this.#held].join(" ");
  }

  #change(direction, isPress, time) {
    if (isPress) this.#held.add(direction);
    else this.#held.delete(direction);
    this.#told(direction, isPress, time);
  }
}

/** Returns how far a finger at `y` pulls a pedal between `top` and `bottom`, LEAST…1. */
export function pull(top, bottom, y) {
  return LEAST + (1 - LEAST) * clamp((bottom - y) / (bottom - top), 0, 1);
}

/** A pedal: the higher the finger, the further it is pulled; any touch pulls a digital pedal fully. */
export class Pedal {
  #element;
  #told;
  #finger = null;

  /** `told(share, time)` gets the pull, 0…1, or null on release. */
  constructor(element, { isDigital = false }, told) {
    this.#element = element;
    this.#told = told;
    this.isDigital = isDigital;
    onClick(element, () => this.#click());
  }

  begin(finger) {
    if (this.#finger !== null) return;
    this.#finger = finger.id;
    this.#element.setAttribute("aria-pressed", "true");
    this.move(finger);
  }

  move(finger) {
    if (finger.id !== this.#finger) return;
    const { top, bottom } = this.#element.getBoundingClientRect();
    this.#set(this.isDigital ? 1 : pull(top, bottom, finger.y), finger.time);
  }

  end(finger) { if (finger.id === this.#finger) this.rest(finger.time); }

  rest(time) {
    this.#finger = null;
    this.#element.setAttribute("aria-pressed", "false");
    this.#set(null, time);
  }

  #set(share, time) {
    this.#element.style.setProperty("--pull", share ?? 0);
    this.#told(share, time);
  }

  #click() {
    this.#element.setAttribute("aria-pressed", "true");
    this.#set(1, performance.now());
    setTimeout(() => this.#finger ?? this.rest(performance.now()), CLICK);
  }
}
