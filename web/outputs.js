// The outputs of all controls together: the pressed buttons, and the positions of axes and triggers.

/** The numbers of the buttons (docs/protocol.md, "Buttons"). */
export const BUTTONS = {
  A: 0, B: 1, C: 2, X: 3, Y: 4, Z: 5, LB: 6, RB: 7, BACK: 10, START: 11, GUIDE: 12, LS: 13, RS: 14, SHARE: 15,
  UP: 16, DOWN: 17, LEFT: 18, RIGHT: 19,
};
/** The axes of the sticks, −1…1; right and down are positive. */
export const AXES = ["lx", "ly", "rx", "ry"];
/** The triggers, 0…1. */
export const TRIGGERS = ["LT", "RT"];

/** Collects the outputs of several sources, which may hold the same button. */
export class Outputs {
  #buttons = new Map();
  #values = new Map();
  #onEdge;
  #onChange;

  /** `onEdge(button, isPress, time)` is called on each press and release, `onChange()` on all. */
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

  /** Returns the furthest position of an axis or a trigger. */
  value(name) {
    const values = [...(this.#values.get(name)?.values() ?? [])];
    return values.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0);
  }

  /** True if any source holds anything. */
  get isHeld() {
    return [...this.#buttons.values(), ...this.#values.values()].some((holders) => holders.size > 0);
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
