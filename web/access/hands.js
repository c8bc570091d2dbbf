// Simulated fingers, which touch the controls as real ones do, so that each control of every layout obeys them.

import { LEVER_mm } from "../controls.js";
import { REST } from "../lever.js";

/** The newest pointer id of these fingers, far above those of browsers. */
let newest = 0x1000_0000;
/** The steps from a lever's middle to its end. */
export const STEPS = 3;

/** The directions as [x, y]: right and down are positive. */
export const DIRECTIONS = {
  up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0],
  upLeft: [-1, -1], upRight: [1, -1], downLeft: [-1, 1], downRight: [1, 1],
};

/** Returns {from, to}, px: where a finger begins on a lever, cross, slider or rim, and where it is for `step` 0…3. */
export function place(element, [dx, dy], step, millimetre) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const middle = { x: left + width / 2, y: top + height / 2 };
  const share = step / STEPS;
  const length = Math.hypot(dx, dy) || 1;
  const way = element.matches(".slider") ? width / 2 : element.matches(".cross") ? 0.35 * width * STEPS : LEVER_mm * millimetre;
  const reach = way * (element.matches(".lever") ? REST + (1 - REST) * share : share);
  return { from: middle, to: { x: middle.x + (dx / length) * reach, y: middle.y + (dy / length) * reach } };
}

/** The fingers, by keys that callers choose. */
export class Hands {
  #held = new Map();
  #changed;

  /** `changed()` is called when a finger holds, moves or lifts. */
  constructor(changed = () => {}) { this.#changed = changed; }

  /** Returns whether finger `key` holds. */
  has(key) { return this.#held.has(key); }

  /** The number of fingers. */
  get count() { return this.#held.size; }

  /** Lets finger `key` hold an element: in its middle, at a pedal's upper end, or at `to`. If it holds already, it moves. */
  hold(key, element, { from, to } = middle(element)) {
    const finger = this.#held.get(key) ?? { id: (newest += 1), element };
    if (!this.#held.has(key)) send(finger, "pointerdown", from);
    this.#held.set(key, finger);
    for (const kind of ["pointermove", "pointerrawupdate"]) send(finger, kind, to);
    finger.to = to;
    this.#changed();
  }

  /** Lifts finger `key`. */
  drop(key) {
    const finger = this.#held.get(key);
    if (!finger) return;
    this.#held.delete(key);
    send(finger, "pointerup", finger.to);
    this.#changed();
  }

  /** Lifts all fingers. */
  letGo() { for (const key of [...this.#held.keys()]) this.drop(key); }

  /** Presses an element for `milliseconds`. */
  press(element, milliseconds) {
    const key = Symbol("press");
    this.hold(key, element);
    setTimeout(() => this.drop(key), milliseconds);
  }
}

function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const to = { x: left + width / 2, y: element.matches(".pedal") ? top : top + height / 2 };
  return { from: to, to };
}

function send({ id, element }, kind, { x, y }) {
  const button = kind === "pointerdown" ? 0 : -1;
  element.dispatchEvent(new PointerEvent(kind, { pointerId: id, pointerType: "switch", clientX: x, clientY: y, bubbles: true, cancelable: true, button }));
}

/** Moves finger `key` a step further in a direction, and lifts it after the last; a new direction begins at 1. Returns the step, 0 if lifted. */
export function further(hands, steps, key, element, direction, millimetre) {
  const before = steps.get(key);
  const isDigital = element.matches(".cross");
  const next = before?.direction === direction && hands.has(key) ? (before.step + 1) % (isDigital ? 2 : STEPS + 1) : 1;
  steps.set(key, { direction, step: next });
  if (next === 0) hands.drop(key);
  else hands.hold(key, element, place(element, DIRECTIONS[direction], next, millimetre));
  return next;
}
