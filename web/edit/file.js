// The file of a layout: its text, whose bytes are equal for equal layouts, and its grid as boxes by cell, counted from 1: {row, column, rows,
// columns}.

import { cells, columns } from "../layout.js";
import { faults, isTable, LONGEST, membersOf, MOST_BYTES, types } from "../rules.js";

/** The members of a layout that the page knows, in the order of the file, and those that it adds to layouts in use. */
const TOP = ["form", "id", "name", "orientation", "turned", "rate", "grid", "controls", "mix"];
const IN_USE = ["turns", "other"];
/** The limit on the text of unknown members, bytes. */
const MOST_UNKNOWN = 1024;
/** The form of a layout that has been edited. */
const FORM = 2;

const bytes = (text) => new TextEncoder().encode(text).length;

/** Returns `value` with the members of all objects sorted by name. */
export function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isTable(value)) return value;
  return Object.fromEntries(Object.keys(value).sort().map((name) => [name, sorted(value[name])]));
}

/** Returns the members of `table` that have a value, in the order of `names`. */
const chosen = (table, names) => Object.fromEntries(names.filter((name) => table[name] !== undefined).map((name) => [name, sorted(table[name])]));

/** The members of controls in the order of the file. */
const MEMBERS = [...new Set(["type", "out", "word", ...types().flatMap(membersOf), "edgeAction"])];
const KNOWN = new Set([...TOP, ...IN_USE]);

/** Returns the text of a layout. Unknown members of the layout stay, as far as there is room; those of its controls do not. */
export function write(layout) {
  const known = chosen(layout, TOP);
  known.controls = Object.fromEntries(Object.keys(layout.controls).sort().map((cell) => [cell, chosen(layout.controls[cell], MEMBERS)]));
  let room = MOST_UNKNOWN;
  for (const name of Object.keys(layout).filter((each) => !KNOWN.has(each)).sort()) {
    const unknown = chosen(layout, [name]);
    room -= bytes(JSON.stringify(unknown));
    if (room >= 0 && Object.hasOwn(unknown, name)) Object.defineProperty(known, name, Object.getOwnPropertyDescriptor(unknown, name));
  }
  return JSON.stringify(known);
}

/** Returns an id for a new layout with that name. */
export function newID(name) {
  const base = name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+/, "").slice(0, 20).replace(/-+$/, "") || "layout";
  return `${base}-${Math.random().toString(36).slice(2, 7)}`;
}

/** Returns whether a layout's file is too large. */
export const isTooLarge = (layout) => bytes(write(layout)) > MOST_BYTES;

/** Returns a text, or that of each language, cut to `most` characters. */
function short(text, most) {
  const cut = (one) => (typeof one === "string" ? [...one].slice(0, most).join("") : one);
  return isTable(text) ? Object.fromEntries(Object.entries(text).map(([tag, one]) => [tag, cut(one)])) : cut(text);
}

/** Returns a valid layout in the newest form, without the members that this form refuses. */
export function renewed(layout) {
  const controls = Object.fromEntries(Object.entries(layout.controls).map(
    ([cell, control]) => [cell, { ...control, label: short(control.label, LONGEST.label) }]));
  const grid = draw(gridSize(layout), boxesOf(layout));
  const next = JSON.parse(write({ ...layout, form: FORM, name: short(layout.name, LONGEST.name), grid, controls }));
  // Faults of controls are found once those of the layout itself are gone.
  for (let pass = 0; pass < 2; pass += 1) {
    for (const { cell, fault } of faults(next)) delete (cell === null ? next : next.controls[cell])[fault];
  }
  return next;
}

/** Returns the boxes of a layout, in reading order. */
export const boxesOf = ({ grid }) => new Map([...cells(grid)].sort(([, one], [, other]) => one.row - other.row || one.column - other.column));

/** Returns the numbers of rows and columns of a layout. */
export const gridSize = ({ grid }) => ({ rows: grid.length, columns: columns(grid) });

/** Returns the rows of a grid of the given size with these boxes. */
export function draw({ rows, columns: width }, boxes) {
  const names = Array.from({ length: rows }, () => Array(width).fill("."));
  for (const [name, { row, column, rows: height, columns: span }] of boxes) {
    for (let y = row - 1; y < row - 1 + height; y += 1) names[y].fill(name, column - 1, column - 1 + span);
  }
  return names.map((line) => line.join(" "));
}

/** Returns whether a box is in a grid of that size. */
export const isInside = (box, { rows, columns: width }) => box.row >= 1 && box.column >= 1 && box.rows >= 1 && box.columns >= 1
  && box.row + box.rows - 1 <= rows && box.column + box.columns - 1 <= width;

const areApart = (from, length, otherFrom, otherLength) => from + length <= otherFrom || otherFrom + otherLength <= from;

/** Returns the names of the boxes that `box` overlaps, except the box `name`. */
export function covered(box, boxes, name) {
  const isCovered = ([other, { row, column, rows, columns: width }]) => other !== name
    && !areApart(box.row, box.rows, row, rows) && !areApart(box.column, box.columns, column, width);
  return [...boxes].filter(isCovered).map(([other]) => other);
}

/** Returns `box` scaled to another grid; it may have no rows or columns there. */
export function scaled(box, from, to) {
  const edge = (number, old, next) => Math.round(((number - 1) * next) / old) + 1;
  const [row, column] = [edge(box.row, from.rows, to.rows), edge(box.column, from.columns, to.columns)];
  const [bottom, right] = [edge(box.row + box.rows, from.rows, to.rows), edge(box.column + box.columns, from.columns, to.columns)];
  return { row, column, rows: bottom - row, columns: right - column };
}

/** Returns `box` with left and right exchanged. */
export const mirrored = (box, { columns: width }) => ({ ...box, column: width + 2 - box.column - box.columns });

/** Returns the free box of the given size that is nearest to `wanted`, {row, column}; null if there is none. */
export function freeBox(boxes, size, { rows, columns: width }, wanted) {
  let [best, least] = [null, Infinity];
  for (let row = 1; row + rows - 1 <= size.rows; row += 1) {
    for (let column = 1; column + width - 1 <= size.columns; column += 1) {
      const box = { row, column, rows, columns: width };
      const far = Math.hypot(row - wanted.row, column - wanted.column);
      if (far < least && !covered(box, boxes).length) [best, least] = [box, far];
    }
  }
  return best;
}
