// Buttons, the d-pad and pedals. What is pressed follows from where all fingers are, and not from their comings and goings,
// so that a thumb may slide from one button to the next, lie on two, and leave none behind.

/** So far beyond its picture a button is still hit, px. */
const MARGIN = 7;
/** So much of the d-pad's radius is rest. */
const DEAD = 0.18;
/** A pedal's pull at its lower edge; at its upper edge it is 1. */
const LEAST = 0.4;
/** How long a press by keyboard or screen reader lasts, ms. */
const CLICK = 80;

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

/** Whether (x, y) is on a box, or close to it. */
export function hits(box, x, y, margin = MARGIN) {
  return x >= box.left - margin && x <= box.right + margin && y >= box.top - margin && y <= box.bottom + margin;
}

/** Whether (x, y) is on a round button in a box, or close to it. */
export function hitsRound(box, x, y, margin = MARGIN) {
  const [dx, dy] = [x - (box.left + box.right) / 2, y - (box.top + box.bottom) / 2];
  return Math.hypot(dx, dy) <= (box.right - box.left) / 2 + margin;
}

/** The buttons among which fingers slide: whoever comes down on one may go on to any other. */
export class ButtonField {
  #buttons = [];
  #fingers = new Map();
  #told;

  /** `told(button, isPress, time)` hears of changes. */
  constructor(told) { this.#told = told; }

  /** Adds a button: {element, isRound}. */
  add(button) {
    this.#buttons.push(button);
    button.isPressed = false;
    button.element.addEventListener("click", (event) => event.detail === 0 && this.#click(button));
  }

  begin(finger) {
    if (!this.#fingers.size) this.#measure();
    this.move(finger);
  }

  move(finger) {
    this.#fingers.set(finger.id, finger);
    this.#derive(finger.time);
  }

  end(finger) {
    this.#fingers.delete(finger.id);
    this.#derive(finger.time);
  }

  /** Lets all go at `time`. */
  rest(time) {
    this.#fingers.clear();
    this.#derive(time);
  }

  #measure() {
    for (const button of this.#buttons) button.box = button.element.getBoundingClientRect();
  }

  #derive(time) {
    const fingers = [...this.#fingers.values()];
    for (const button of this.#buttons) {
      const hit = button.isRound ? hitsRound : hits;
      this.#set(button, fingers.some(({ x, y }) => hit(button.box, x, y)), time);
    }
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

/** The directions that a thumb (dx, dy) from the middle of a d-pad of `radius` means. */
export function directions(dx, dy, radius) {
  if (Math.hypot(dx, dy) < DEAD * radius) return [];
  return SECTORS[(Math.round(Math.atan2(dy, dx) / (Math.PI / 4)) + 8) % 8];
}

/** A d-pad in eight directions, by angle. */
export class DPad {
  #element;
  #told;
  #held = new Set();
  #finger = null;
  #box;

  /** `told(direction, isPress, time)` hears of changes. */
  constructor(element, told) {
    this.#element = element;
    this.#told = told;
  }

  begin(finger) {
    if (this.#finger !== null) return;
    this.#finger = finger.id;
    this.#box = this.#element.getBoundingClientRect();
    this.move(finger);
  }

  move(finger) {
    if (finger.id !== this.#finger) return;
    const { left, top, width, height } = this.#box;
    this.#set(directions(finger.x - left - width / 2, finger.y - top - height / 2, width / 2), finger.time);
  }

  end(finger) { if (finger.id === this.#finger) this.rest(finger.time); }

  rest(time) {
    this.#finger = null;
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

/** How far a pedal between `top` and `bottom` is pressed by a finger at `y`. */
export function pull(top, bottom, y) {
  return LEAST + (1 - LEAST) * clamp((bottom - y) / (bottom - top), 0, 1);
}

/** A pedal: the higher the finger, the further; or all the way at once when it is digital. */
export class Pedal {
  #element;
  #told;
  #finger = null;
  #box;

  /** `told(share, time)` hears how far it is pressed, 0…1, null when let go. */
  constructor(element, { isDigital = false }, told) {
    this.#element = element;
    this.#told = told;
    this.isDigital = isDigital;
    element.addEventListener("click", (event) => event.detail === 0 && this.#click());
  }

  begin(finger) {
    if (this.#finger !== null) return;
    this.#finger = finger.id;
    this.#box = this.#element.getBoundingClientRect();
    this.#element.setAttribute("aria-pressed", "true");
    this.move(finger);
  }

  move(finger) {
    if (finger.id !== this.#finger) return;
    this.#set(this.isDigital ? 1 : pull(this.#box.top, this.#box.bottom, finger.y), finger.time);
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
