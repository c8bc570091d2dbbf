// A layout that is edited: the layout, the steps that take back what was done, and those that do it again.

import { boxesOf } from "./grid.js";
import { difference, perform } from "./steps.js";

/** The limit on steps that can be taken back. */
const MOST_STEPS = 200;

/** A layout, of the newest form, with its history. */
export class Model {
  #layout;
  #undo = [];
  #redo = [];

  constructor(layout) { this.#layout = layout; }

  get layout() { return this.#layout; }
  get mayUndo() { return this.#undo.length > 0; }
  get mayRedo() { return this.#redo.length > 0; }

  /** Carries out a step; returns its inverse as {inverse}, or why it is refused as {why}. One that changes nothing is not recorded. */
  apply(step) {
    const { layout, why } = perform(this.#layout, step);
    if (why) return { why };
    const inverse = difference(layout, this.#layout);
    if (!inverse.members.length && !inverse.controls.length) return { inverse };
    this.#undo = [...this.#undo, inverse].slice(-MOST_STEPS);
    this.#redo = [];
    this.#layout = layout;
    return { inverse };
  }

  /** Gives the layout another id, which is no step. */
  rename(id) { this.#layout = { ...this.#layout, id }; }

  /** Takes back the last step; returns whether there was one. */
  undo() { return this.#turn(this.#undo, this.#redo); }

  /** Carries out again the step that was taken back last; returns whether there was one. */
  redo() { return this.#turn(this.#redo, this.#undo); }

  /** The removed controls that can be brought back, each as {cell, control, box}, newest first. */
  get tray() {
    const found = new Map();
    for (const { controls, members } of this.#undo.toReversed?.() ?? [...this.#undo].reverse()) {
      const grid = new Map(members).get("grid");
      for (const [cell, control] of controls) {
        const isGone = control && grid && !Object.hasOwn(this.#layout.controls, cell) && !found.has(cell);
        if (isGone) found.set(cell, { cell, control, box: boxesOf({ grid }).get(cell) });
      }
    }
    return [...found.values()];
  }

  #turn(from, to) {
    const step = from.at(-1);
    if (!step) return false;
    from.length -= 1;
    const { layout } = perform(this.#layout, step);
    to.push(difference(layout, this.#layout));
    this.#layout = layout;
    return true;
  }
}
