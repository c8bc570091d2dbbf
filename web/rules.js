// The rules of layouts (docs/layouts.md), which decide whether a file is shown. They load with the first layout.
//
// The host has the same rules in Sources/Formats/Layouts; Tests/Vectors/layouts.json checks both. Of several members with one name, the page
// sees only the last.

import { cells, isID, split } from "./layout.js";
import { AXES, BUTTONS, TRIGGERS } from "./tables.js";

/** The form of a cell's name. */
export const CELL = /^[A-Za-z][A-Za-z0-9_-]{0,15}$/;
/** The form of a language's tag. */
const TAG = /^[a-z]{2,3}(-[A-Z]{2})?$/;
/** The limits on a file's bytes, and on the outputs of a control. */
export const [MOST_BYTES, MOST_OUTPUTS] = [8_192, 4];
/** The largest numbers of characters of a layout's name and of a label in form 2. */
export const LONGEST = { name: 40, label: 24 };
/** The limits on a file's nesting, on a layout's controls, rows and columns, and on the languages of a text. */
const [MOST_DEPTH, MOST_CONTROLS, MOST_CELLS, MOST_LANGUAGES] = [8, 24, 24, 12];
/** The newest form. */
const NEWEST = 2;

const isAxis = (name) => AXES.includes(name);
const isButton = (name) => typeof name === "string" && Object.hasOwn(BUTTONS, name);
const isTrigger = (name) => TRIGGERS.includes(name);
/** Returns whether `value` is an object with members. */
export const isTable = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isPair = (out) => Array.isArray(out) && out.length === 2 && out.every((name) => name === null || isAxis(name)) && out.some(isAxis);
const isNone = (out) => out === undefined;
const isBoolean = (value) => typeof value === "boolean";
const within = (low, high) => (value) => typeof value === "number" && value >= low && value <= high;
/** Returns a test for an output that passes `test` or, in form 2, for a list of such outputs. */
const each = (test) => (out, isNew) => test(out)
  || (isNew && Array.isArray(out) && out.length > 0 && out.length <= MOST_OUTPUTS && new Set(out).size === out.length && out.every(test));

/** The types of controls: a test for `out`; the outputs that a control moves, if they are not those in `out`; and whether only form 2
 * has the type. */
const TYPES = new Map(Object.entries({
  button: { fits: each(isButton) },
  cluster: { fits: isNone, outputs: ["A", "B", "X", "Y"] },
  dpad: { fits: isNone, outputs: ["UP", "DOWN", "LEFT", "RIGHT"] },
  pedal: { fits: each((name) => isTrigger(name) || isButton(name)) },
  lever: { fits: isPair },
  slider: { fits: isAxis },
  tilt: { fits: isAxis },
  bar: { fits: isAxis, outputs: [] },
  players: { fits: isNone, outputs: [] },
  motion: { fits: isNone, outputs: [], isNew: true },
  touchpad: { fits: isNone, outputs: ["touchpad"], isNew: true },
  rim: { fits: isAxis, isNew: true },
}));

/** The names of all types. */
export const types = () => [...TYPES.keys()];

/** Returns whether a control of that type may have these outputs in the newest form. */
export const fitsOutput = (type, out) => TYPES.get(type).fits(out, true);

/** Returns a test for a text of at most `most` characters, or for a table of such texts by language. */
function isText(most) {
  const isShort = (text) => typeof text === "string" && [...text].length <= most;
  return (text) => isShort(text) || (isTable(text) && Object.entries(text).length > 0 && Object.entries(text).length <= MOST_LANGUAGES
    && Object.entries(text).every(([tag, value]) => TAG.test(tag) && isShort(value)));
}

const isSpring = (spring) => isTable(spring) && Object.entries(spring).every(([axis, value]) => ["x", "y"].includes(axis) && isBoolean(value));
const isDoubleTap = (tap) => isTable(tap) && isButton(tap.out) && (tap.within === undefined || within(150, 500)(tap.within));

/** The other members of controls in form 2: the types that may have one (all if none is named), a test of its value, and whether it is needed. */
const MEMBERS = new Map(Object.entries({
  label: { fits: isText(LONGEST.label) },
  shared: { fits: isBoolean },
  haptic: { types: ["button", "cluster", "dpad", "pedal", "motion", "touchpad"], fits: within(0, 20) },
  shape: { types: ["button"], fits: (shape) => shape === "round" },
  turbo: { types: ["button"], fits: within(2, 15) },
  toggle: { types: ["button", "pedal"], fits: (toggle, control) => isBoolean(toggle) && (control.type === "button" || control.digital === true) },
  doubleTap: { types: ["button", "lever"], fits: isDoubleTap },
  digital: { types: ["pedal"], fits: isBoolean },
  float: { types: ["lever"], fits: isBoolean },
  spring: { types: ["lever"], fits: isSpring },
  lock: { types: ["tilt"], fits: within(5, 180) },
  mode: { types: ["motion"], fits: (mode) => ["hold", "off-while-held", "switch"].includes(mode), isNeeded: true },
  click: { types: ["touchpad"], fits: (click) => ["tap", "press", "none"].includes(click) },
}));

/** Returns the names of the MEMBERS that a control of a type may have in the newest form. */
export const membersOf = (type) => [...MEMBERS].filter(([, { types: fitting = [type] }]) => fitting.includes(type)).map(([name]) => name);

/** The members of controls that form 1 does not have. */
const NEW = ["shared", "haptic", "turbo", "toggle", "doubleTap"];

/** Returns the outputs moved by a control that has a known type and an output that fits. */
export function outputsOf(control, isNew) {
  const own = TYPES.get(control.type).outputs ?? [control.out].flat().filter((name) => name !== null);
  const more = [control.edgeAction?.out, isNew ? control.doubleTap?.out : null,
    control.type === "rim" || (control.type === "touchpad" && control.click !== "none") ? "PAD" : null];
  return [...own, ...more.filter(isButton)];
}

/** Returns {layout, faults} for the text of a file. The layout is null if the text is too long, is not JSON, or cannot be shown. */
export function read(text) {
  const refused = (fault) => ({ layout: null, faults: [{ cell: null, fault }] });
  if (new TextEncoder().encode(text).length > MOST_BYTES) return refused("size");
  try {
    const layout = JSON.parse(text);
    if (hasHalf(text) || !isPlain(text)) return refused("json");
    const found = faults(layout);
    if (!found.length) forget(layout);
    return { layout, faults: found };
  } catch {
    return refused("json");
  }
}

/** Removes the members that a layout of form 1 does not know. */
function forget({ form = 1, controls }) {
  for (const control of Object.values(form === NEWEST ? {} : controls)) for (const name of NEW) delete control[name];
}

/** Returns whether `text` has half a pair of surrogates, by itself or as an escape. */
function hasHalf(text) {
  const escapes = text.matchAll(/\\u[dD][89abAB]..\\u[dD][c-fC-F]|\\u[dD]([89a-fA-F])|\\./gs);
  return /\p{Surrogate}/u.test(text) || [...escapes].some(([, half]) => half);
}

/** Returns whether the JSON `text` has at most MOST_DEPTH levels, counting a number or a text as one, and numbers that can be shown. JSON.parse
 * would forget a member that a later one of the same name replaces. */
function isPlain(text) {
  let level = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]+|\\.)*"|[[{\]}]|[^\s,:"[\]{}]+/g)) {
    if ("]}".includes(token)) level--;
    else if (level === MOST_DEPTH || Math.abs(Number(token)) === Infinity) return false;
    else if ("[{".includes(token)) level++;
  }
  return true;
}

/** Returns the faults of a layout: a list of {cell, fault}, empty if the layout is good. */
export function faults(layout) {
  if (!isTable(layout)) return [{ cell: null, fault: "no object" }];
  const { id, grid, controls, orientation, rate, form = 1 } = layout;
  if (Number.isInteger(form) && form > NEWEST) return [{ cell: null, fault: "newer" }];
  const isNew = form === NEWEST;
  const found = [];
  const note = (isWrong, fault) => isWrong && found.push({ cell: null, fault });
  note(![1, NEWEST].includes(form), "form");
  note(!isID(id), "id");
  note(!["landscape", "portrait", "any", undefined].includes(orientation), "orientation");
  note(rate !== undefined && !within(10, 250)(rate), "rate");
  note(!isGrid(grid), "grid");
  note(!isTable(controls), "controls");
  if (isNew) note(layout.name !== undefined && !isText(LONGEST.name)(layout.name), "name");
  if (isNew) note(layout.turned !== undefined && !(isID(layout.turned) && layout.turned !== id), "turned");
  if (found.length) return found;
  const widths = new Set(grid.map((row) => split(row).length));
  note(widths.size > 1 || Math.max(...widths) > MOST_CELLS, "rows of different lengths");
  note(Object.keys(controls).length > MOST_CONTROLS, "too many controls");
  return [...found, ...cellFaults(layout, isNew), ...mixFaults(layout)];
}

const isGrid = (grid) => Array.isArray(grid) && grid.length > 0 && grid.length <= MOST_CELLS
  && grid.every((row) => typeof row === "string" && split(row).length > 0);

function cellFaults({ grid, controls }, isNew) {
  const rectangles = cells(grid);
  const found = [];
  for (const [cell, rectangle] of rectangles) {
    if (!CELL.test(cell)) found.push({ cell, fault: "name" });
    if (!rectangle) found.push({ cell, fault: "no rectangle" });
    if (!Object.hasOwn(controls, cell)) found.push({ cell, fault: "no control" });
  }
  const holders = new Map();
  for (const [cell, control] of Object.entries(controls)) {
    const type = isTable(control) && TYPES.get(control.type);
    if (!rectangles.has(cell)) found.push({ cell, fault: "not in the grid" });
    if (!type || (type.isNew && !isNew)) found.push({ cell, fault: "unknown type" });
    else if (!type.fits(control.out, isNew)) found.push({ cell, fault: "output" });
    else {
      const holder = { cell, control };
      for (const name of outputsOf(control, isNew)) holders.set(name, [...(holders.get(name) ?? []), holder]);
      found.push(...memberFaults(cell, control, isNew));
    }
  }
  return [...found, ...sharedFaults(holders, isNew)];
}

function memberFaults(cell, control, isNew) {
  const { edgeAction } = control;
  const isEdge = edgeAction === undefined || (isTable(edgeAction) && isButton(edgeAction.out) && within(0, 1)(edgeAction.at) && edgeAction.at > 0);
  const isWrong = ([name, { types = [control.type], fits, isNeeded }]) => (control[name] === undefined
    ? isNeeded && types.includes(control.type) : !(types.includes(control.type) && fits(control[name], control)));
  const wrong = isNew ? [...MEMBERS].filter(isWrong) : [];
  const isWord = ["undefined", "string"].includes(typeof control.word);
  return [...(isEdge ? [] : [{ cell, fault: "edgeAction" }]), ...(isWord ? [] : [{ cell, fault: "word" }]), ...wrong.map(([fault]) => ({ cell, fault }))];
}

/** Returns a fault for each control that moves an output of another, unless both share it. */
function sharedFaults(holders, isNew) {
  const areWrong = (all) => all.length > 1 && (!isNew || new Set(all).size < all.length || !all.every(({ control }) => control.shared === true));
  const wrong = [...holders].filter(([, all]) => areWrong(all));
  return wrong.flatMap(([name, all]) => [...new Set(all)].map(({ cell }) => ({ cell, fault: `${name} twice` })));
}

function mixFaults({ mix, controls }) {
  if (mix === undefined) return [];
  const isLever = (cell) => typeof cell === "string" && Object.hasOwn(controls, cell) && controls[cell]?.type === "lever";
  return isTable(mix) && isLever(mix.throttle) && isLever(mix.spin) ? [] : [{ cell: null, fault: "mix" }];
}
