// The text of a layout's file: equal layouts have equal bytes.

import { faults, membersOf, types } from "../rules.js";
import { boxesOf, draw, sizeOf as gridSize } from "./grid.js";

/** The members of a layout that the page knows, in the order of the file, and those that it adds to layouts in use. */
const TOP = ["form", "id", "name", "orientation", "turned", "rate", "grid", "controls", "mix"];
const IN_USE = ["turns", "other"];
/** The limit on the text of unknown members, bytes. */
const MOST_UNKNOWN = 1024;
/** The form of a layout that has been edited. */
const FORM = 2;
/** The longest name and label of form 2, characters. */
const LONGEST = { name: 40, label: 24 };

const bytes = (text) => new TextEncoder().encode(text).length;
const isTable = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Returns `value` with the members of all its objects in the order of their names. */
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

/** Returns the size of a layout's file in bytes. */
export const sizeOf = (layout) => bytes(write(layout));

/** Returns a text, or each text of several languages, of at most `most` characters. */
function short(text, most) {
  const cut = (one) => (typeof one === "string" ? [...one].slice(0, most).join("") : one);
  return isTable(text) ? Object.fromEntries(Object.entries(text).map(([tag, one]) => [tag, cut(one)])) : cut(text);
}

/** Returns a good layout as one of the newest form: what that form refuses is left out. */
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
