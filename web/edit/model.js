// The edited layout, and the steps. Each step returns a new layout, or the key of the word that says why not. Its inverse is a step too.

import { CELL, faults, fitsOutput, membersOf, outputsOf, types } from "../rules.js";
import { AXES, BUTTONS, TRIGGERS } from "../tables.js";
import { boxesOf, covered, draw, freeBox, gridSize, isInside, isTooLarge, mirrored, renewed, scaled, sorted } from "./file.js";

/** The size of a new control in mm: width and height. */
const SIZES = new Map(Object.entries({
  button: [14, 12], cluster: [34, 34], dpad: [30, 30], pedal: [14, 24], lever: [30, 30], slider: [40, 12], tilt: [30, 24], bar: [20, 9],
  players: [30, 9], motion: [16, 12], touchpad: [40, 24], rim: [40, 40],
}));
const USUAL = [20, 14];
/** The size of the area for controls, mm, to convert sizes to cells: the longer and the shorter side. */
const FIELD_mm = [104, 43];
/** The members that a new control of a type needs. */
const NEEDED = new Map(Object.entries({ motion: { mode: "hold" } }));

/** The pairs of axes of levers. */
const PAIRS = [["lx", "ly"], ["rx", "ry"], ["lx", null], [null, "ly"], ["rx", null], [null, "ry"]];
const NAMES = [...Object.keys(BUTTONS), ...TRIGGERS, ...AXES];

/** The fractions of its size at which a new control is tried, in order; 0 is a single cell. */
const SHARES = [1, 0.75, 0.5, 0.25, 0];
/** The members of the layout itself that a step can set. */
const MEMBERS = ["orientation", "turned", "rate"];
/** Characters removed from texts: control characters, also of text direction, and surrogates. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\p{Surrogate}]/gu;

/** For each fault of a step, the key of the words that explain it. The key for other faults is "noFit". */
const WHY = new Map(Object.entries({ "too many controls": "tooMany", label: "longText", name: "longText", toggle: "needsDigital" }));

/** Returns whether editing can go on with that fault; saving cannot. */
const isPassing = ({ fault }) => fault.endsWith(" twice");

const has = ({ controls }, cell) => Object.hasOwn(controls, cell);
const withControl = (layout, cell, change) => (has(layout, cell)
  ? { ...layout, controls: { ...layout.controls, [cell]: change(layout.controls[cell]) } } : "noFit");
const withBoxes = (layout, boxes, size = gridSize(layout)) => ({ ...layout, grid: draw(size, boxes) });

/** Returns the layout with a control in another box. */
function withBox(layout, cell, box) {
  const boxes = boxesOf(layout);
  if (!boxes.has(cell)) return "noFit";
  const next = { ...boxes.get(cell), ...box };
  if (!isInside(next, gridSize(layout))) return "outside";
  if (covered(next, boxes, cell).length) return "overlap";
  return withBoxes(layout, boxes.set(cell, next));
}

/** Returns the outputs that can be chosen for a type; empty if its controls have no output. */
export const outputsFor = (type) => (fitsOutput(type, PAIRS[0]) ? PAIRS : NAMES.filter((name) => fitsOutput(type, name)));

const namesIn = (out) => [out].flat().filter(Boolean);

/** Returns the output with the names in `out` that fits a type; undefined if none does. */
const fittingOutput = (type, out) => [out, ...outputsFor(type)].find((one) => one && fitsOutput(type, one) && namesIn(one).join() === namesIn(out).join());

/** Returns whether a control of this type may have several outputs. */
export const mayHaveSeveral = (type) => fitsOutput(type, ["A", "B"]);

/** Returns a new control of a type. If possible, its output moves nothing that is in `used`. */
function newControl(type, used) {
  const all = outputsFor(type);
  const out = all.find((one) => [one].flat().every((name) => !used.has(name))) ?? all[0];
  return { type, ...(out === undefined ? {} : { out }), ...NEEDED.get(type) };
}

/** Returns the size of a new control in cells of a grid: {rows, columns}. */
function newSize(type, { rows, columns }, orientation) {
  const [width, height] = SIZES.get(type) ?? USUAL;
  const [across, down] = orientation === "portrait" ? [...FIELD_mm].reverse() : FIELD_mm;
  const count = (length, all, most) => Math.min(most, Math.max(1, Math.round((length * most) / all)));
  return { rows: count(height, down, rows), columns: count(width, across, columns) };
}

/** Returns a name for a new cell, based on `wish`. */
function newName(layout, wish) {
  const base = `${wish}`.toLowerCase().replace(/[^a-z0-9]/g, "").slice(0, 12) || "control";
  for (let number = 1; ; number += 1) if (!has(layout, number > 1 ? base + number : base)) return number > 1 ? base + number : base;
}

/** Adds a control of a type, or `control` itself, under the name `cell` if that is free, near `at`. */
function add(layout, { type, control, cell, box, at }) {
  const used = new Set(Object.values(layout.controls).flatMap((one) => outputsOf(one, true)));
  const added = control ?? newControl(type, used);
  const name = cell && !has(layout, cell) ? cell : newName(layout, [added.out].flat().find(Boolean) ?? added.type);
  const [boxes, size] = [boxesOf(layout), gridSize(layout)];
  const usual = box ?? newSize(added.type, size, layout.orientation);
  const wanted = at ?? (box?.row ? box : { row: (size.rows - usual.rows) / 2 + 1, column: (size.columns - usual.columns) / 2 + 1 });
  for (const share of SHARES) {
    const smaller = { rows: Math.max(1, Math.round(usual.rows * share)), columns: Math.max(1, Math.round(usual.columns * share)) };
    const found = freeBox(boxes, size, smaller, wanted);
    if (found) return { ...withBoxes(layout, boxes.set(name, found)), controls: { ...layout.controls, [name]: added } };
  }
  return "noRoom";
}

/** Returns the names of the members that a control of a type may have besides its output. */
export const allMembers = (type) => [...membersOf(type), "word", ...(type === "lever" ? ["edgeAction"] : [])];

/** Sets an optional member of a control; undefined removes it. */
function option(layout, { cell, member, value }) {
  const isKnown = has(layout, cell) && allMembers(layout.controls[cell].type).includes(member);
  return isKnown ? withControl(layout, cell, (control) => ({ ...control, [member]: value })) : "noFit";
}

/** Gives a control another type. It keeps its place, and the members that both types have. */
function retype(layout, { cell, type }) {
  if (!has(layout, cell) || !types().includes(type)) return "noFit";
  const { [cell]: old, ...others } = layout.controls;
  const used = new Set(Object.values(others).flatMap((one) => outputsOf(one, true)));
  const kept = Object.entries(old).filter(([name]) => allMembers(type).includes(name));
  const fresh = newControl(type, used);
  const out = fittingOutput(type, old.out) ?? fresh.out;
  const control = { ...fresh, ...Object.fromEntries(kept), ...(out === undefined ? {} : { out }) };
  return renewed(withoutMix({ ...layout, controls: { ...layout.controls, [cell]: control } }, type === "lever" ? null : cell));
}

/** Returns the layout without its mix of two levers if `cell` is in it. */
const withoutMix = ({ mix, ...layout }, cell) => (mix && ![mix.throttle, mix.spin].includes(cell) ? { ...layout, mix } : layout);

function remove(layout, { cell }) {
  if (!has(layout, cell)) return "noFit";
  const { [cell]: _, ...controls } = layout.controls;
  const boxes = boxesOf(layout);
  boxes.delete(cell);
  return { ...withoutMix(withBoxes(layout, boxes), cell), controls };
}

function rename(layout, { cell, to }) {
  if (!has(layout, cell) || !CELL.test(to)) return "noFit";
  if (has(layout, to)) return "taken";
  const boxes = new Map([...boxesOf(layout)].map(([name, box]) => [name === cell ? to : name, box]));
  const controls = Object.fromEntries(Object.entries(layout.controls).map(([name, control]) => [name === cell ? to : name, control]));
  const mix = layout.mix && Object.fromEntries(Object.entries(layout.mix).map(([role, name]) => [role, name === cell ? to : name]));
  return { ...withBoxes(layout, boxes), controls, ...(mix ? { mix } : {}) };
}

/** Exchanges the boxes of two controls. */
function swap(layout, { cell, other }) {
  const boxes = boxesOf(layout);
  if (!boxes.has(cell) || !boxes.has(other)) return "noFit";
  const [one, two] = [boxes.get(cell), boxes.get(other)];
  return withBoxes(layout, boxes.set(cell, two).set(other, one));
}

function regrid(layout, { rows, columns }) {
  const [from, to] = [gridSize(layout), { rows, columns }];
  const boxes = new Map([...boxesOf(layout)].map(([cell, box]) => [cell, scaled(box, from, to)]));
  const fit = [...boxes].every(([cell, box]) => isInside(box, to) && !covered(box, boxes, cell).length);
  return fit ? withBoxes(layout, boxes, to) : "merge";
}

function mirror(layout) {
  const size = gridSize(layout);
  return withBoxes(layout, new Map([...boxesOf(layout)].map(([cell, box]) => [cell, mirrored(box, size)])));
}

/** Returns `old` with a new text, in `language` if it has languages; undefined if no text is left. */
function spoken(old, text, language) {
  const clean = text.replace(UNSEEN, "").trim() || undefined;
  if (old === null || typeof old !== "object" || !language) return clean;
  const texts = Object.entries({ ...old, [language]: clean }).filter(([, one]) => one !== undefined);
  return texts.length ? Object.fromEntries(texts) : undefined;
}

/** Sets members of the layout and of its `controls`, both lists of [name, value]; undefined removes one. Every inverse is such a step. */
function set(layout, { members, controls }) {
  const join = (table, pairs) => Object.fromEntries(
    [...new Map([...Object.entries(table), ...pairs])].filter(([, value]) => value !== undefined));
  return join({ ...layout, controls: join(layout.controls, controls) }, members);
}

const STEPS = new Map(Object.entries({
  add, remove, rename, retype, swap, regrid, mirror, set,
  move: (layout, { cell, row, column }) => withBox(layout, cell, { row, column }),
  size: (layout, { cell, ...box }) => withBox(layout, cell, box),
  bind: (layout, { cell, out }) => withControl(layout, cell, (control) => ({ ...control, out })),
  option,
  label: (layout, { cell, text, language }) => withControl(layout, cell, (control) => ({ ...control, label: spoken(control.label, text, language) })),
  name: (layout, { text, language }) => ({ ...layout, name: spoken(layout.name, text, language) }),
  member: (layout, { member, value }) => (MEMBERS.includes(member) ? { ...layout, [member]: value } : "noFit"),
  paste: ({ id }, { layout }) => ({ ...renewed(layout), id }),
}));

/** Carries out a step. Returns {layout}, or {why} if that is impossible, or the result invalid. */
export function perform(layout, { kind, ...step }) {
  const next = STEPS.get(kind)(layout, step);
  if (typeof next === "string") return { why: next };
  const fault = faults(next).find((each) => !isPassing(each));
  if (fault) return { why: WHY.get(fault.fault) ?? "noFit" };
  return isTooLarge(next) ? { why: "tooLarge" } : { layout: next };
}

const own = (table, name) => (Object.hasOwn(table, name) ? table[name] : undefined);
const areSame = (one, other) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

/** Returns the step that changes `from` to `to`. */
function difference(from, to) {
  const changed = (one, other) => [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((name) => !areSame(own(one, name), own(other, name))).map((name) => [name, own(other, name)]);
  const members = changed(from, to).filter(([name]) => name !== "controls");
  return { kind: "set", members, controls: changed(from.controls, to.controls) };
}

/** The limit on steps that can be undone. */
const MOST_STEPS = 200;

/** A layout in the newest form, with its history. */
export class Model {
  #layout;
  #undo = [];
  #redo = [];

  constructor(layout) { this.#layout = layout; }

  get layout() { return this.#layout; }
  get mayUndo() { return this.#undo.length > 0; }
  get mayRedo() { return this.#redo.length > 0; }

  /** Carries out a step; returns {inverse}, or {why} if the step is refused. A step that changes nothing is not recorded. */
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

  /** Gives the layout another id; no step undoes this. */
  rename(id) { this.#layout = { ...this.#layout, id }; }

  /** Undoes the last step; returns whether there was one. */
  undo() { return this.#turn(this.#undo, this.#redo); }

  /** Repeats the step that was undone last; returns whether there was one. */
  redo() { return this.#turn(this.#redo, this.#undo); }

  /** The removed controls that can be restored, each as {cell, control, box}, newest first. */
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
