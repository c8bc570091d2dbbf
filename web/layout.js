// Layouts: a grid of cells, each with one control, as JSON.
//
//   { "id": "kart", "name": {"en": "Kart"}, "orientation": "landscape",
//     "grid": ["L L . R R", "L L t R R"],
//     "controls": { "L": {"type": "pedal", "out": "LT"}, ... } }
//
// A cell is a rectangle of equal names; "." is empty.

import { learn } from "./language.js";

/** The form of a layout's name, also the name of its file. */
const ID = /^[a-z][a-z0-9-]{0,31}$/;
/** The smallest control that a thumb finds blindly, mm. */
export const LEAST_mm = 9;
/** The px per mm of the page's sizes, as in page.css. */
export const MILLIMETRE = 6;

/** Returns whether `id` can be the name of a layout. */
export const isID = (id) => typeof id === "string" && ID.test(id);

/** Returns the names in a row of a grid. */
export const split = (row) => row.split(/[ \t]+/).filter(Boolean);

/** Returns the number of columns of a grid. */
export const columns = (grid) => split(grid[0]).length;

/** Returns the cells of a grid: a Map by name of {row, column, rows, columns}, counted from 1; null for a cell that is no rectangle. */
export function cells(grid) {
  const found = new Map();
  grid.map(split).forEach((row, y) => row.forEach((name, x) => {
    if (name === ".") return;
    const box = found.get(name) ?? { top: y, left: x, bottom: y, right: x, count: 0 };
    found.set(name, Object.assign(box, { left: Math.min(box.left, x), bottom: y, right: Math.max(box.right, x), count: box.count + 1 }));
  }));
  return new Map([...found].map(([name, { top, left, bottom, right, count }]) => {
    const [height, width] = [bottom - top + 1, right - left + 1];
    return [name, height * width === count ? { row: top + 1, column: left + 1, rows: height, columns: width } : null];
  }));
}

/** Returns the cells with controls too small for thumbs; `boxes` are in px, `millimetre` is px per mm. */
export function tooSmall(boxes, millimetre) {
  const least = LEAST_mm * millimetre - 0.5;
  return Object.entries(boxes).filter(([, { width, height }]) => width < least || height < least).map(([cell]) => cell);
}

/** The members of a control that need the code of extras.js. */
const EXTRAS = ["toggle", "turbo", "doubleTap"];

/** Returns whether a control needs the code of extras.js. */
export const hasExtras = (control) => EXTRAS.some((name) => control[name]);

/** The code of extras.js, touchpad.js and rim.js; each null until a layout needs it. */
export let [extras, touchpad, rim] = [null, null, null];

/** Returns the text of the file of the layout `id`; null if there is no such file. */
let get = async (id, signal) => {
  const answer = await fetch(`/web/layouts/${id}.json`, { signal });
  return answer.ok ? new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await answer.arrayBuffer()) : null;
};

/** Replaces the function that loads layouts, and returns the former one. */
export function getLayouts(another) {
  const former = get;
  get = another;
  return former;
}

/** Loads the code that a layout needs. */
export async function prepare({ controls }) {
  for (const control of Object.values(controls)) {
    if (control.type === "motion" || hasExtras(control)) extras ??= await import("./extras.js");
    if (control.type === "touchpad") touchpad ??= await import("./touchpad.js");
    if (control.type === "rim") rim ??= await import("./rim.js");
  }
}

/** Returns the layout `id`; null if it does not load, has faults, or `signal` is aborted. */
export async function fetchLayout(id, signal) {
  if (!isID(id)) return null;
  try {
    const [text, rules] = await Promise.all([get(id, signal), import("./rules.js"), learn("controls")]);
    const { layout, faults } = text === null ? { faults: [] } : rules.read(text);
    if (faults.length) console.info(`layout ${id}: ${faults.map(({ cell, fault }) => (cell ? `${cell}: ${fault}` : fault)).join(", ")}`);
    if (layout?.id !== id || faults.length) return null;
    await prepare(layout);
    return layout;
  } catch {
    return null;
  }
}

/** Returns a tank's tracks, −1…1, positive forward, for a throttle and a spin (positive to the right). */
export function tracks(throttle, spin) {
  const most = Math.max(1, Math.abs(throttle) + Math.abs(spin));
  return { left: (throttle + spin) / most, right: (throttle - spin) / most };
}
