// The size and the first outputs of a new control of each type, and the choices of its options.

import { fitsOutput } from "../rules.js";
import { AXES, BUTTONS, TRIGGERS } from "../tables.js";

/** The size of a new control in mm: width and height. */
const SIZES = new Map(Object.entries({
  button: [14, 12], cluster: [34, 34], dpad: [30, 30], pedal: [14, 24], lever: [30, 30], slider: [40, 12], tilt: [30, 24], bar: [20, 9],
  players: [30, 9], motion: [16, 12], touchpad: [40, 24],
}));
const USUAL = [20, 14];
/** The area of the controls in mm by which sizes become cells: the longer and the shorter side. */
const FIELD_mm = [104, 43];
/** The members that a new control of a type needs. */
const NEEDED = new Map(Object.entries({ motion: { mode: "hold" } }));

/** The choice of an option's value: "switch", a list of values, or a range with its usual value. */
export const OPTIONS = new Map(Object.entries({
  shared: "switch", toggle: "switch", digital: "switch", shape: [undefined, "round"], float: [undefined, false], mode: ["hold", "off-while-held", "switch"],
  click: [undefined, "tap", "press", "none"],
  turbo: { least: 2, most: 15, usual: 10 }, haptic: { least: 0, most: 20, usual: 12 }, lock: { least: 5, most: 180, usual: 45 },
  doubleTap: "tap", spring: "spring",
}));

/** The pairs of axes of levers. */
const PAIRS = [["lx", "ly"], ["rx", "ry"], ["lx", null], [null, "ly"], ["rx", null], [null, "ry"]];
const NAMES = [...Object.keys(BUTTONS), ...TRIGGERS, ...AXES];

/** Returns the outputs from which one is chosen for a type; a control without any has an empty list. */
export const outputsFor = (type) => (fitsOutput(type, PAIRS[0]) ? PAIRS : NAMES.filter((name) => fitsOutput(type, name)));

/** Returns whether a control of that type may have several outputs. */
export const mayHaveSeveral = (type) => fitsOutput(type, ["A", "B"]);

/** Returns the buttons that a second tap may hold. */
export const BUTTON_NAMES = Object.keys(BUTTONS);

/** Returns a new control of a type that moves what none of `used` does, if there is such an output. */
export function newControl(type, used) {
  const all = outputsFor(type);
  const out = all.find((one) => [one].flat().every((name) => !used.has(name))) ?? all[0];
  return { type, ...(out === undefined ? {} : { out }), ...NEEDED.get(type) };
}

/** Returns the size of a new control in cells of a grid: {rows, columns}. */
export function newSize(type, { rows, columns }, orientation) {
  const [width, height] = SIZES.get(type) ?? USUAL;
  const [across, down] = orientation === "portrait" ? [...FIELD_mm].reverse() : FIELD_mm;
  const count = (length, all, most) => Math.min(most, Math.max(1, Math.round((length * most) / all)));
  return { rows: count(height, down, rows), columns: count(width, across, columns) };
}
