// Fingers and keys on the editor's field: a tap selects, a drag moves, a corner or two fingers resize, a two-finger tap undoes a step.

import { boxesOf, gridSize } from "./file.js";

/** The farthest that a finger moves in a tap, px. */
const STILL = 8;
/** The longest tap with two fingers, ms. */
const TAP = 400;

/** Returns the box after a corner has moved by `columns` and `rows`. `across` is −1 for a left corner, `down` for an upper one, else 1. */
function pulled(box, { across, down }, columns, rows) {
  const wide = Math.max(1, box.columns + across * columns);
  const high = Math.max(1, box.rows + down * rows);
  return { row: down < 0 ? box.row + box.rows - high : box.row, column: across < 0 ? box.column + box.columns - wide : box.column, rows: high, columns: wide };
}

/** Returns the box after two fingers have spread by a number of columns and rows. Its middle stays. */
function spread(box, columns, rows) {
  const [wide, high] = [Math.max(1, box.columns + columns), Math.max(1, box.rows + rows)];
  return { row: box.row - Math.trunc((high - box.rows) / 2), column: box.column - Math.trunc((wide - box.columns) / 2), rows: high, columns: wide };
}

/** The fingers on `field`, which change the layout of `editor`. */
export class Hand {
  #field;
  #editor;
  #fingers = new Map();
  /** The gesture: {cell, corner, box} of one finger (without corner for a move); {began, from, cell, box} of two; or null. */
  #gesture = null;
  #isMoved = false;

  constructor(field, editor) {
    [this.#field, this.#editor] = [field, editor];
    const on = (name, act) => field.marks.addEventListener(name, act);
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#move(event));
    on("pointerup", (event) => this.#up(event));
    on("pointercancel", (event) => this.#cancel(event.pointerId));
    field.marks.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
  }

  #down(event) {
    if (event.button > 0) return;
    // The touched mark may be redrawn meanwhile.
    this.#field.marks.setPointerCapture(event.pointerId);
    const { clientX: x, clientY: y } = event;
    this.#fingers.set(event.pointerId, { x, y, now: { x, y } });
    this.#isMoved = this.#fingers.size > 1 && this.#isMoved;
    if (this.#fingers.size === 1) this.#begin(event.target);
    else if (this.#fingers.size === 2) this.#beginPinch(event.timeStamp);
    else this.#end();
  }

  #begin(target) {
    const mark = target.closest(".mark");
    const corner = target.closest(".corner")?.dataset;
    const cell = mark?.dataset.cell ?? null;
    if (!corner) this.#editor.select(cell);
    mark?.focus({ preventScroll: true });
    const box = cell && boxesOf(this.#editor.layout).get(cell);
    this.#gesture = box ? { cell, box: this.#field.seen(box), corner: corner && { across: Number(corner.across), down: Number(corner.down) } } : {};
  }

  #beginPinch(now) {
    this.#clear();
    const cell = this.#editor.selected;
    const box = cell && boxesOf(this.#editor.layout).get(cell);
    this.#gesture = { began: now, from: this.#distance(), cell, box: box && this.#field.seen(box) };
  }

  /** Returns two fingers' distances {x, y}, px. */
  #distance() {
    const [one, other] = [...this.#fingers.values()].map(({ now }) => now);
    return { x: Math.abs(one.x - other.x), y: Math.abs(one.y - other.y) };
  }

  #move(event) {
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) return;
    finger.now = { x: event.clientX, y: event.clientY };
    this.#isMoved ||= Math.hypot(finger.now.x - finger.x, finger.now.y - finger.y) > STILL;
    const next = this.#next();
    if (next) this.#field.show(next, this.#editor.fits(this.#gesture.cell, this.#field.seen(next)));
    if (next && !this.#gesture.corner && !this.#gesture.from) this.#shift(finger.now.x - finger.x, finger.now.y - finger.y);
  }

  /** Returns the box that the gesture leads to, as the player sees it; or null. */
  #next() {
    const { cell, box, corner, from } = this.#gesture ?? {};
    if (!cell || !box || !this.#isMoved || this.#fingers.size > 2) return null;
    const { step } = this.#field;
    const count = (way, length) => Math.round(way / length);
    if (from) {
      if (this.#fingers.size < 2) return null;
      const now = this.#distance();
      return spread(box, count(now.x - from.x, step.x), count(now.y - from.y, step.y));
    }
    const [{ x, y, now }] = this.#fingers.values();
    const [columns, rows] = [count(now.x - x, step.x), count(now.y - y, step.y)];
    if (corner) return pulled(box, corner, columns, rows);
    const { rows: high, columns: wide } = gridSize(this.#editor.layout);
    const keep = (value, most) => Math.min(Math.max(value, 1), most);
    return { ...box, row: keep(box.row + rows, high - box.rows + 1), column: keep(box.column + columns, wide - box.columns + 1) };
  }

  #up(event) {
    const { cell, began, corner, box } = this.#gesture ?? {};
    const next = this.#next();
    const isTap = began !== undefined && !this.#isMoved && event.timeStamp - began < TAP;
    this.#cancel(event.pointerId);
    if (isTap) this.#editor.undo();
    else if (next && (corner || began !== undefined || next.row !== box.row || next.column !== box.column)) {
      const { row, column, rows, columns } = this.#field.seen(next);
      this.#editor.apply({ kind: corner || began !== undefined ? "size" : "move", cell, row, column, ...(corner || began !== undefined ? { rows, columns } : {}) });
    }
  }

  /** Forgets a finger, and ends the gesture. */
  #cancel(id) {
    this.#fingers.delete(id);
    this.#clear();
    this.#end();
  }

  #end() { this.#gesture = null; }

  #clear() {
    this.#field.show(null);
    this.#shift(0, 0);
  }

  /** Draws the dragged control (x, y) px from its place; (0, 0) returns it. */
  #shift(x, y) {
    const mark = this.#gesture?.cell && this.#field.at(this.#gesture.cell);
    if (!mark) return;
    mark.classList.toggle("back", !x && !y);
    mark.style.translate = x || y ? `${x}px ${y}px` : "";
  }
}

/** The arrow keys as [columns, rows]. */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Returns the function of a key, or null. Arrows and Delete have one only if a control has the focus (`isOnField`). */
export function commandOf({ key, ctrlKey, metaKey, shiftKey, altKey, target }, isOnField) {
  const isText = target.matches?.("input, textarea, select");
  const letter = key.toLowerCase();
  if ((ctrlKey || metaKey) && !altKey && !isText) {
    if (letter === "z") return (editor) => (shiftKey ? editor.redo() : editor.undo());
    if (letter === "y") return (editor) => editor.redo();
    if (letter === "s") return (editor) => editor.save();
    return null;
  }
  if (!isOnField) return null;
  if (["Delete", "Backspace"].includes(key)) return (editor) => editor.remove();
  const [across, down] = ARROWS[key] ?? [];
  if (across === undefined) return null;
  return (editor) => (shiftKey ? editor.grow(across, down) : editor.nudge(across, down));
}
