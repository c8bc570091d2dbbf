// Layouts: a grid of cells, each with one control, as JSON.
//
//   { "id": "kart", "name": {"en": "Kart"}, "orientation": "landscape",
//     "grid": ["L L . R R", "L L t R R"],
//     "controls": { "L": {"type": "pedal", "out": "LT"}, ... } }
//
// A cell is a rectangle of equal names; "." is empty.

import { AXES, BUTTONS, TRIGGERS } from "./tables.js";

/** The form of a layout's name, also the name of its file. */
const ID = /^[a-z][a-z0-9-]{0,31}$/;
const CELL = /^[A-Za-z][A-Za-z0-9_-]{0,15}$/;
const MOST_CONTROLS = 24;
const MOST_CELLS = 24;
/** The smallest control that a thumb finds blindly, mm. */
const LEAST_TARGET = 9;
/** The range of states per second that a layout may request. */
const RATES = [10, 250];

const isAxis = (name) => AXES.includes(name);
const isButton = (name) => Object.hasOwn(BUTTONS, name);
const isTrigger = (name) => TRIGGERS.includes(name);
const some = (test) => (out) => typeof out === "string" && test(out);
const isPair = (out) => Array.isArray(out) && out.length === 2 && out.every((name) => name === null || isAxis(name))
  && out.some(isAxis);

// For each type: the outputs that it may move, and the default.
const TYPES = {
  button: { fits: some(isButton) },
  cluster: { fits: (out) => out === undefined, outputs: ["A", "B", "X", "Y"] },
  dpad: { fits: (out) => out === undefined, outputs: ["UP", "DOWN", "LEFT", "RIGHT"] },
  pedal: { fits: some((name) => isTrigger(name) || isButton(name)) },
  lever: { fits: isPair },
  slider: { fits: some(isAxis) },
  tilt: { fits: some(isAxis) },
  bar: { fits: some(isAxis), outputs: [] },
  players: { fits: (out) => out === undefined, outputs: [] },
};

/** Returns the outputs moved by a control. */
export function outputsOf(control) {
  return TYPES[control.type]?.outputs ?? [control.out, control.edgeAction?.out].flat().filter(Boolean);
}

/** Returns the cells of a grid: {name: {row, column, rows, columns}}, counted from 1; null if any is not a
 * rectangle. */
export function cells(grid) {
  const rows = grid.map((row) => row.trim().split(/\s+/));
  const found = {};
  rows.forEach((row, y) => row.forEach((name, x) => {
    if (name === ".") return;
    const box = (found[name] ??= { top: y, left: x, bottom: y, right: x, count: 0 });
    Object.assign(box, { left: Math.min(box.left, x), bottom: Math.max(box.bottom, y), right: Math.max(box.right, x) });
    box.count += 1;
  }));
  return Object.fromEntries(Object.entries(found).map(([name, { top, left, bottom, right, count }]) => {
    const [height, width] = [bottom - top + 1, right - left + 1];
    return [name, height * width === count ? { row: top + 1, column: left + 1, rows: height, columns: width } : null];
  }));
}

/** Returns the faults of a layout: a list of {cell, fault}, empty if the layout is good. */
export function faults(layout) {
  if (!layout || typeof layout !== "object" || Array.isArray(layout)) return [{ cell: null, fault: "no object" }];
  const { id, grid, controls, orientation, rate } = layout;
  const found = [];
  const note = (isWrong, fault, cell = null) => isWrong && found.push({ cell, fault });
  note(!ID.test(id ?? ""), "id");
  note(!["landscape", "portrait", "any", undefined].includes(orientation), "orientation");
  note(rate !== undefined && !(Number.isFinite(rate) && rate >= RATES[0] && rate <= RATES[1]), "rate");
  const isGrid = Array.isArray(grid) && grid.length > 0 && grid.length <= MOST_CELLS
    && grid.every((row) => typeof row === "string" && row.trim());
  note(!isGrid, "grid");
  const isTable = controls && typeof controls === "object" && !Array.isArray(controls);
  note(!isTable, "controls");
  if (found.length) return found;
  const widths = new Set(grid.map((row) => row.trim().split(/\s+/).length));
  note(widths.size > 1 || Math.max(...widths) > MOST_CELLS, "rows of different lengths");
  note(Object.keys(controls).length > MOST_CONTROLS, "too many controls");
  return [...found, ...cellFaults(grid, controls), ...mixFaults(layout)];
}

function cellFaults(grid, controls) {
  const places = cells(grid);
  const taken = new Map();
  const found = [];
  for (const [cell, place] of Object.entries(places)) {
    if (!CELL.test(cell)) found.push({ cell, fault: "name" });
    if (!place) found.push({ cell, fault: "no rectangle" });
    if (!Object.hasOwn(controls, cell)) found.push({ cell, fault: "no control" });
  }
  for (const [cell, control] of Object.entries(controls)) {
    const type = control && Object.hasOwn(TYPES, control.type) && TYPES[control.type];
    if (!Object.hasOwn(places, cell)) found.push({ cell, fault: "not in the grid" });
    if (!type) found.push({ cell, fault: "unknown type" });
    else if (!type.fits(control.out)) found.push({ cell, fault: "output" });
    else found.push(...takenTwice(cell, control, taken), ...edgeFaults(cell, control));
  }
  return found;
}

function takenTwice(cell, control, taken) {
  const names = outputsOf(control);
  const twice = names.filter((name) => taken.has(name));
  names.forEach((name) => taken.set(name, cell));
  return twice.map((name) => ({ cell, fault: `${name} twice` }));
}

function edgeFaults(cell, { edgeAction }) {
  if (edgeAction === undefined) return [];
  const isRight = isButton(edgeAction?.out) && edgeAction.at > 0 && edgeAction.at <= 1;
  return isRight ? [] : [{ cell, fault: "edgeAction" }];
}

function mixFaults({ mix, controls }) {
  if (mix === undefined) return [];
  const areLevers = [mix?.throttle, mix?.spin].every((cell) => controls[cell]?.type === "lever");
  return areLevers ? [] : [{ cell: null, fault: "mix" }];
}

/** Returns the cells with controls too small for thumbs; `boxes` are in px, `millimetre` is px per mm. */
export function tooSmall(boxes, millimetre) {
  const least = LEAST_TARGET * millimetre - 0.5;
  return Object.entries(boxes).filter(([, { width, height }]) => width < least || height < least).map(([cell]) => cell);
}

/** Loads a layout as a file; null if there is none. */
let get = async (id, signal) => {
  const answer = await fetch(`/web/layouts/${id}.json`, { signal });
  return answer.ok ? answer.json() : null;
};

/** Replaces the function that loads layouts. */
export function getLayouts(another) { get = another; }

/** Returns the layout `id`, unless `signal` is aborted; null if there is none or it has faults. */
export async function fetchLayout(id, signal) {
  if (!ID.test(id ?? "")) return null;
  try {
    const layout = await get(id, signal);
    return layout?.id === id && !faults(layout).length ? layout : null;
  } catch {
    return null;
  }
}

/** Returns a tank's tracks, −1…1, positive forward, for a throttle and a spin (positive to the right). */
export function tracks(throttle, spin) {
  const most = Math.max(1, Math.abs(throttle) + Math.abs(spin));
  return { left: (throttle + spin) / most, right: (throttle - spin) / most };
}
