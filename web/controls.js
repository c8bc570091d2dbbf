// The controls of a layout on the screen: each cell becomes an element, and its touches become outputs.

import { icon } from "./badge.js";
import { ButtonField, DPad, Pedal } from "./buttons.js";
import { named, word } from "./language.js";
import { cells, columns, extras, hasExtras, rim, touchpad, tracks } from "./layout.js";
import { Lever, Slider } from "./lever.js";
import { Pointers } from "./pointers.js";
import { BUTTONS, TRIGGERS } from "./tables.js";

/** The radius of a lever's base, mm. */
export const LEVER_mm = 10;

const CLUSTER = [["Y", "top"], ["X", "left"], ["B", "right"], ["A", "bottom"]];
const ICONS = { turretLeft: "ccw", turretRight: "cw" };

/** Returns a control's text, which the layout may set, and its name for screen readers. */
export function label(control) {
  const text = named(control.label);
  const name = control.word ? word(control.word) : text || outputs(control).join(" + ");
  return { text: text || name, name: name || text };
}

/** Returns the outputs of a control in the order of their numbers on the wire. */
const outputs = ({ out }) => [out].flat().filter(Boolean).sort((one, other) => (BUTTONS[one] ?? 99) - (BUTTONS[other] ?? 99));

/** Returns the name under which a cell's control holds outputs; no other source of outputs has that name. */
const source = (cell) => `cell ${cell}`;

/** Makes an element. (element.js loads later.) */
function make(tag, className, attributes = {}) {
  const element = document.createElement(tag);
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** The controls of a layout, which move `outputs`; `options` are {millimetre, isMirrored, isDigital, isMixed,
 * hasTilt, isQuick, press}. */
export class Controls {
  /** The steering by a sensor: {element, out, lock in rad}; null if the layout has none or the sensor is off. */
  steering = null;
  /** The element for the list of players; null if the layout has none. */
  list = null;
  #root;
  #outputs;
  #options;
  #layout;
  #pointers;
  #field;
  #parts = [];
  #bars = [];
  #sticks = new Map();
  #gates = null;
  #touched;

  /** `touched(ms)` is called on each press, for haptics of `ms`, or of the usual length if undefined. */
  constructor(root, layout, outputs, options, touched = () => {}) {
    this.#root = root;
    this.#layout = layout;
    this.#outputs = outputs;
    this.#options = options;
    this.#touched = touched;
    this.#pointers = new Pointers(root, options.isQuick);
    this.#field = new ButtonField((button, isPress, time) => button.press(isPress, time));
    this.#parts.push(this.#field);
    this.#build();
  }

  /** Releases everything at `time`, for example when the page is hidden. */
  release(time) {
    this.#pointers.release(time);
    for (const part of this.#parts) part.rest(time);
    this.#sticks.clear();
    this.#drawBars();
  }

  /** True unless controls of the type motion block the phone's motion. */
  get isMoving() { return this.#gates?.areOpen ?? true; }

  /** Releases everything, and removes the controls. */
  stop() {
    this.release(performance.now());
    this.#pointers.stop();
    this.#root.replaceChildren();
  }

  /** The sizes of all controls, px, by cell. */
  get boxes() {
    const entries = [...this.#root.children].map((element) => [element.dataset.cell, element.getBoundingClientRect()]);
    return Object.fromEntries(entries);
  }

  #build() {
    const width = columns(this.#layout.grid);
    this.#root.style.gridTemplate = `repeat(${this.#layout.grid.length}, 1fr) / repeat(${width}, 1fr)`;
    this.#root.dataset.layout = this.#layout.id;
    for (const [cell, { row, column, rows, columns: span }] of cells(this.#layout.grid)) {
      const control = this.#layout.controls[cell];
      const element = this[`_${control.type}`](control, cell);
      const from = this.#options.isMirrored ? width + 2 - column - span : column;
      element.style.gridArea = `${row} / ${from} / span ${rows} / span ${span}`;
      element.dataset.cell = cell;
      this.#root.append(element);
    }
    this.#drawBars();
  }

  /** Holds outputs for `source`, pulling a trigger to `share`; null releases them. */
  #hold(source, names, share, time) {
    for (const name of names) {
      if (TRIGGERS.includes(name)) this.#outputs.move(source, name, share);
      else this.#outputs.press(source, name, share !== null, time);
    }
  }

  /** Returns a function (isPress, time) that presses or releases a control's outputs, with its extras applied. */
  #holder(cell, control, element) {
    const own = (isPress, time) => this.#hold(source(cell), outputs(control), isPress ? 1 : null, time);
    return hasExtras(control) ? extras.presser(control, element, own, this.#twiceHolder(cell, control), this.#parts, this.#options.press) : own;
  }

  /** Returns a function (isPress, time) that presses or releases a double tap's output. */
  #twiceHolder(cell, { doubleTap }) {
    return (isPress, time) => this.#outputs.press(`${source(cell)} twice`, doubleTap.out, isPress, time);
  }

  #key(out, text, name, className = "") {
    const element = make("button", `key ${className}`, { type: "button", "aria-label": name, "aria-pressed": "false" });
    element.append(text);
    element.dataset.out = out;
    return element;
  }

  _button(control, cell) {
    const { text, name } = label(control);
    const isRound = control.shape === "round";
    const drawn = ICONS[control.word] ? icon(ICONS[control.word]) : text;
    const element = this.#key(outputs(control).join(" "), drawn, name, isRound ? "round big" : "");
    return this.#addButton(element, control.haptic, this.#holder(cell, control, element), isRound);
  }

  /** Passes fingers on `element` to `part`; returns `element`. */
  #add(element, part) {
    this.#parts.push(part);
    this.#pointers.add(element, part);
    return element;
  }

  /** Lets fingers press `element`, which calls `hold` with (isPress, time); returns the button. */
  #addButton(element, haptic, hold, isRound = false) {
    const press = (isPress, time) => {
      if (isPress) this.#touched(haptic);
      hold(isPress, time);
    };
    this.#field.add({ element, isRound, press });
    this.#pointers.add(element, this.#field);
    return element;
  }

  _cluster(control, cell) {
    const element = make("div", "cluster");
    const inner = element.appendChild(make("div", "diamond"));
    for (const [out, side] of CLUSTER) {
      const key = inner.appendChild(this.#key(out, out, out, `round ${side}`));
      this.#addButton(key, control.haptic, this.#holder(cell, { out }, key), true);
    }
    // This lets a thumb touch between the buttons too.
    this.#pointers.add(inner, this.#field);
    return element;
  }

  _dpad(control, cell) {
    const element = make("div", "dpad");
    const cross = element.appendChild(make("div", "cross", { role: "group", tabindex: 0, "aria-label": word("directions") }));
    for (const direction of ["UP", "LEFT", "RIGHT", "DOWN"]) {
      const arm = cross.appendChild(icon("arrow"));
      arm.setAttribute("class", `arm ${direction.toLowerCase()}`);
    }
    const dpad = new DPad(cross, (direction, isPress, time) => {
      if (isPress) this.#touched(control.haptic);
      this.#outputs.press(source(cell), direction, isPress, time);
    });
    return this.#add(element, dpad);
  }

  _pedal(control, cell) {
    const { text, name } = label(control);
    const names = outputs(control);
    const element = this.#key(names.join(" "), text, name, "pedal");
    const toggle = control.toggle ? this.#holder(cell, control, element) : null;
    let isDown = false;
    const pedal = new Pedal(element, { isDigital: control.digital || this.#options.isDigital }, (share, time) => {
      const wasDown = isDown;
      isDown = share !== null;
      if (isDown && !wasDown) this.#touched(control.haptic);
      if (!toggle) this.#hold(source(cell), names, share, time);
      else if (isDown !== wasDown) toggle(isDown, time);
    });
    return this.#add(element, pedal);
  }

  _lever(control, cell) {
    const { name } = label(control);
    const [horizontal, vertical] = control.out;
    const isThrottle = this.#layout.mix?.throttle === cell;
    const isSpin = this.#layout.mix?.spin === cell;
    const mixed = this.#options.isMixed ? (isThrottle ? "y" : isSpin ? "x" : "") : "y";
    const axes = isThrottle || isSpin ? mixed : `${horizontal ? "x" : ""}${vertical ? "y" : ""}`;
    const element = make("div", "lever", { role: "group", tabindex: 0, "aria-label": name, "data-axes": axes });
    element.append(name);
    const settings = { radius: LEVER_mm * this.#options.millimetre, axes, spring: { x: true, y: true, ...control.spring },
      isFloating: control.float !== false };
    const lever = new Lever(element, settings, (x, y) => this.#stick(control, cell, x, y));
    this.#parts.push(lever);
    const twice = control.doubleTap && this.#twiceHolder(cell, control);
    this.#pointers.add(element, twice ? new extras.TappedLever(lever, control.doubleTap, this.#options.millimetre, twice) : lever);
    return element;
  }

  #stick(control, cell, x, y) {
    const { mix } = this.#layout;
    this.#sticks.set(cell, { x, y });
    if (mix && [mix.throttle, mix.spin].includes(cell)) return this.#tank(mix);
    const [horizontal, vertical] = control.out;
    if (horizontal) this.#outputs.move(source(cell), horizontal, x);
    if (vertical) this.#outputs.move(source(cell), vertical, y);
    const { edgeAction: edge } = control;
    if (edge) this.#outputs.press(source(cell), edge.out, Math.hypot(x ?? 0, y ?? 0) >= edge.at, performance.now());
  }

  /** Turns two levers into two tracks, which move the y axes. */
  #tank({ throttle, spin }) {
    const [left, right] = [this.#sticks.get(throttle), this.#sticks.get(spin)];
    const isHeld = [left, right].some((lever) => lever && (lever.x !== null || lever.y !== null));
    const both = this.#options.isMixed
      ? tracks(-(left?.y ?? 0), right?.x ?? 0)
      : { left: -(left?.y ?? 0), right: -(right?.y ?? 0) };
    this.#outputs.move("tracks", "ly", isHeld ? -both.left : null);
    this.#outputs.move("tracks", "ry", isHeld ? -both.right : null);
    this.#drawBars();
  }

  _bar(control) {
    const element = make("div", "bar", { role: "img", "aria-label": label(control).name });
    element.append(make("i", "fill"), make("output", "value"));
    this.#bars.push({ element, out: control.out });
    return element;
  }

  #drawBars() {
    for (const { element, out } of this.#bars) {
      const forward = -this.#outputs.value(out);
      element.style.setProperty("--share", forward.toFixed(3));
      element.lastChild.value = `${forward < 0 ? "−" : "+"}${Math.abs(forward).toFixed(2)}`;
    }
  }

  /** Makes a dial if there is a sensor, otherwise a slider. */
  _tilt(control, cell) {
    if (!this.#options.hasTilt) return this._slider(control, cell);
    const element = make("div", "dial", { role: "img", "aria-label": label(control).name });
    const lock = Math.min(Math.max(control.lock ?? 45, 5), 180);
    element.append(icon("horizon"), icon("needle"));
    element.style.setProperty("--lock", `${lock}deg`);
    this.steering = { element, out: control.out, lock: (lock * Math.PI) / 180 };
    return element;
  }

  _slider(control, cell, Wheel = Slider) {
    const wheel = new Wheel(label(control).name, (value) => this.#outputs.move(source(cell), control.out, value),
      (isHeld, time) => this.#outputs.press(source(cell), "PAD", isHeld, time));
    return this.#add(wheel.element, wheel);
  }

  _rim(control, cell) { return this._slider(control, cell, rim.Rim); }

  /** Makes a button that lets the phone's motion through, or blocks it. */
  _motion({ mode, ...control }) {
    const { text, name } = label(control);
    const element = this.#key("", text, name, "motion");
    this.#gates ??= new extras.Gates();
    return this.#addButton(element, control.haptic, this.#gates.add(mode, element));
  }

  _touchpad(control, cell) {
    const { text, name } = label({ ...control, out: "PAD" });
    const element = this.#key("", text, name);
    return this.#add(element, new touchpad.Touchpad(element, control, this.#options.millimetre, this.#outputs, source(cell), this.#touched));
  }

  _players(control) { return (this.list = make("ol", "players", { "aria-label": label(control).name })); }
}
