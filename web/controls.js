// The controls of a layout on the screen: each cell becomes an element, and its touches become outputs.

import { ButtonField, DPad, Pedal } from "./buttons.js";
import { named, word } from "./language.js";
import { cells, tracks } from "./layout.js";
import { Lever, Slider } from "./lever.js";
import { Pointers } from "./pointers.js";
import { TRIGGERS } from "./tables.js";

/** The radius of a lever's base, mm. */
const LEVER_mm = 10;

const CLUSTER = [["Y", "top"], ["X", "left"], ["B", "right"], ["A", "bottom"]];
const ICONS = { turretLeft: "ccw", turretRight: "cw" };

/** Returns a control's text, which the layout may set, and its name for screen readers. */
function label(control) {
  const text = named(control.label);
  const name = control.word ? word(control.word) : text || control.out;
  return { text: text || (control.word ? word(control.word) : String(control.out)), name: name || text };
}

function make(tag, className, attributes = {}) {
  const element = document.createElement(tag);
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function icon(name) {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("aria-hidden", "true");
  svg.append(document.createElementNS(namespace, "use"));
  svg.firstChild.setAttribute("href", `/web/sprite.svg#${name}`);
  return svg;
}

/** The controls of a layout, which move `outputs`; `options` are {millimetre, isMirrored, isDigital, isMixed,
 * hasTilt, isQuick}. */
export class Controls {
  /** The steering by a sensor: {element, out, lock}, rad; null if the layout has none or the sensor is off. */
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
  #touched;

  /** `touched(kind, time)` is called on each press, for haptics. */
  constructor(root, layout, outputs, options, touched = () => {}) {
    this.#root = root;
    this.#layout = layout;
    this.#outputs = outputs;
    this.#options = options;
    this.#touched = touched;
    this.#pointers = new Pointers(root, options.isQuick);
    this.#field = new ButtonField((button, isPress, time) => this.#press(button.out, isPress, time));
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
    const places = cells(this.#layout.grid);
    const columns = this.#layout.grid[0].trim().split(/\s+/).length;
    this.#root.style.gridTemplate = `repeat(${this.#layout.grid.length}, 1fr) / repeat(${columns}, 1fr)`;
    this.#root.dataset.layout = this.#layout.id;
    for (const [cell, { row, column, rows, columns: width }] of Object.entries(places)) {
      const control = this.#layout.controls[cell];
      const element = this[`_${control.type}`](control, cell);
      const from = this.#options.isMirrored ? columns + 2 - column - width : column;
      element.style.gridArea = `${row} / ${from} / span ${rows} / span ${width}`;
      element.dataset.cell = cell;
      this.#root.append(element);
    }
    this.#drawBars();
  }

  #press(name, isPress, time) {
    if (isPress) this.#touched("press", time);
    if (TRIGGERS.includes(name)) this.#outputs.move("screen", name, isPress ? 1 : null);
    else this.#outputs.press("screen", name, isPress, time);
  }

  #key(out, text, name, className = "") {
    const element = make("button", `key ${className}`, { type: "button", "aria-label": name, "aria-pressed": "false" });
    element.append(text);
    element.dataset.out = out;
    return element;
  }

  _button(control) {
    const { text, name } = label(control);
    const isRound = control.shape === "round";
    const drawn = ICONS[control.word] ? icon(ICONS[control.word]) : text;
    const element = this.#key(control.out, drawn, name, isRound ? "round big" : "");
    this.#addButton(element, control.out, isRound);
    return element;
  }

  #addButton(element, out, isRound) {
    this.#field.add({ element, isRound, out });
    this.#pointers.add(element, this.#field);
  }

  _cluster() {
    const element = make("div", "cluster");
    const inner = element.appendChild(make("div", "diamond"));
    for (const [out, side] of CLUSTER) {
      const key = inner.appendChild(this.#key(out, out, out, `round ${side}`));
      this.#addButton(key, out, true);
    }
    // A thumb may also touch between the buttons.
    this.#pointers.add(inner, this.#field);
    return element;
  }

  _dpad() {
    const element = make("div", "dpad", { role: "group", "aria-label": word("directions") });
    const cross = element.appendChild(make("div", "cross"));
    for (const direction of ["UP", "LEFT", "RIGHT", "DOWN"]) {
      const arm = cross.appendChild(icon("arrow"));
      arm.setAttribute("class", `arm ${direction.toLowerCase()}`);
    }
    const dpad = new DPad(cross, (direction, isPress, time) => this.#press(direction, isPress, time));
    this.#parts.push(dpad);
    this.#pointers.add(element, dpad);
    return element;
  }

  _pedal(control) {
    const { text, name } = label(control);
    const element = this.#key(control.out, text, name, "pedal");
    let isDown = false;
    const pedal = new Pedal(element, { isDigital: control.digital || this.#options.isDigital }, (share, time) => {
      if (!isDown && share !== null) this.#touched("press", time);
      isDown = share !== null;
      if (TRIGGERS.includes(control.out)) this.#outputs.move("screen", control.out, share);
      else this.#outputs.press("screen", control.out, isDown, time);
    });
    this.#parts.push(pedal);
    this.#pointers.add(element, pedal);
    return element;
  }

  _lever(control, cell) {
    const { name } = label(control);
    const element = make("div", "lever", { role: "group", "aria-label": name });
    element.append(name);
    const [horizontal, vertical] = control.out;
    const isThrottle = this.#layout.mix?.throttle === cell;
    const isSpin = this.#layout.mix?.spin === cell;
    const mixed = this.#options.isMixed ? (isThrottle ? "y" : isSpin ? "x" : "") : "y";
    const axes = isThrottle || isSpin ? mixed : `${horizontal ? "x" : ""}${vertical ? "y" : ""}`;
    const settings = { radius: LEVER_mm * this.#options.millimetre, axes, spring: { x: true, y: true, ...control.spring },
      isFloating: control.float !== false };
    const lever = new Lever(element, settings, (x, y) => this.#stick(control, cell, x, y));
    this.#parts.push(lever);
    this.#pointers.add(element, lever);
    return element;
  }

  #stick(control, cell, x, y) {
    const { mix } = this.#layout;
    this.#sticks.set(cell, { x, y });
    if (mix && [mix.throttle, mix.spin].includes(cell)) return this.#tank(mix);
    const [horizontal, vertical] = control.out;
    if (horizontal) this.#outputs.move("screen", horizontal, x);
    if (vertical) this.#outputs.move("screen", vertical, y);
    const { edgeAction: edge } = control;
    if (edge) this.#outputs.press(cell, edge.out, Math.hypot(x ?? 0, y ?? 0) >= edge.at, performance.now());
  }

  /** Combines two levers to two tracks: both y axes, positive forward. */
  #tank({ throttle, spin }) {
    const [left, right] = [this.#sticks.get(throttle), this.#sticks.get(spin)];
    const isHeld = [left, right].some((lever) => lever && (lever.x !== null || lever.y !== null));
    const both = this.#options.isMixed
      ? tracks(-(left?.y ?? 0), right?.x ?? 0)
      : { left: -(left?.y ?? 0), right: -(right?.y ?? 0) };
    this.#outputs.move("screen", "ly", isHeld ? -both.left : null);
    this.#outputs.move("screen", "ry", isHeld ? -both.right : null);
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
  _tilt(control) {
    if (!this.#options.hasTilt) return this._slider(control);
    const element = make("div", "dial", { role: "img", "aria-label": label(control).name });
    const lock = Math.min(Math.max(control.lock ?? 45, 5), 180);
    element.append(icon("horizon"), icon("needle"));
    element.style.setProperty("--lock", `${lock}deg`);
    this.steering = { element, out: control.out, lock: (lock * Math.PI) / 180 };
    return element;
  }

  _slider(control) {
    const slider = new Slider(label(control).name, (value) => this.#outputs.move("screen", control.out, value));
    this.#parts.push(slider);
    this.#pointers.add(slider.element, slider);
    return slider.element;
  }

  _players(control) {
    this.list = make("ol", "players", { "aria-label": label(control).name });
    return this.list;
  }
}
