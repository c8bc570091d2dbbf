// A pad, drawn live from its report.

import { word } from "../language.js";
import { BUTTONS } from "../tables.js";
import { draw } from "./dom.js";

/** The greatest distance of a stick's knob from its middle, units of the drawing. */
const REACH = 6;
const BODY = "M50 20h60c17-5 32 1 38 22 7 24 9 47 2 54-8 7-17 1-25-12-5-8-9-12-17-12H52c-8 0-12 4-17 12-8 13-17 19-25 12-7-7-5-30 2-54 6-21 21-27 38-22z";
const GRIP = { width: 30, height: 7, rx: 3.5, y: 10 };
const PULL = { width: 26, height: 6, rx: 3, y: 1 };

// The look of each button: an element with its attributes, and a letter if it has one.
const SHAPES = {
  LB: ["rect", { ...GRIP, x: 26 }], RB: ["rect", { ...GRIP, x: 104 }],
  A: ["circle", { cx: 120, cy: 55, r: 6 }, "A"], B: ["circle", { cx: 132, cy: 43, r: 6 }, "B"],
  X: ["circle", { cx: 108, cy: 43, r: 6 }, "X"], Y: ["circle", { cx: 120, cy: 31, r: 6 }, "Y"],
  UP: ["path", { d: "M58 58v-8h8v8l-4 4z" }], DOWN: ["path", { d: "M58 66v8h8v-8l-4-4z" }],
  LEFT: ["path", { d: "M58 58h-8v8h8l4-4z" }], RIGHT: ["path", { d: "M66 58h8v8h-8l-4-4z" }],
  BACK: ["rect", { x: 64, y: 36, width: 9, height: 5, rx: 2.5 }], START: ["rect", { x: 87, y: 36, width: 9, height: 5, rx: 2.5 }],
  GUIDE: ["circle", { cx: 80, cy: 29, r: 5.5 }], SHARE: ["rect", { x: 77, y: 44, width: 6, height: 4, rx: 1.5 }],
  PAD: ["rect", { x: 75, y: 51, width: 10, height: 7, rx: 1.5 }],
};
const STICKS = [{ name: "LS", x: 40, y: 43 }, { name: "RS", x: 98, y: 62 }];
const TRIGGERS = [{ name: "LT", x: 28 }, { name: "RT", x: 106 }];

const decimal = (value) => value.toFixed(1).replace("-", "−").replace(/^−0\.0$/, "0.0");

/** Returns the names of the buttons in a bit mask. */
export const pressed = (buttons) => Object.keys(BUTTONS).filter((name) => (buttons >>> BUTTONS[name]) & 1);

/** The drawing of one player's pad. */
export class PadDrawing {
  /** The element for the page. */
  element = draw("svg", { class: "pad", viewBox: "0 0 160 100", role: "img" });
  #buttons = new Map();
  #knobs;
  #pulls;
  #shown = new Map();

  constructor() {
    this.element.append(draw("path", { class: "body", d: BODY }));
    this.#pulls = TRIGGERS.map(({ name, x }) => this.#trigger(name, x));
    for (const [name, [kind, attributes, letter]] of Object.entries(SHAPES)) this.#button(name, kind, attributes, letter);
    this.#knobs = STICKS.map((stick) => this.#stick(stick));
  }

  /** Shows a report. */
  show({ buttons, sticks, triggers }) {
    for (const [name, element] of this.#buttons) {
      this.#set(element, "class", (buttons >>> BUTTONS[name]) & 1 ? "button on" : "button", name);
    }
    this.#knobs.forEach((knob, index) => {
      const [x, y] = [sticks[2 * index], sticks[2 * index + 1]].map((value) => (value * REACH).toFixed(2));
      this.#set(knob, "transform", `translate(${x} ${y})`, `knob ${index}`);
    });
    this.#pulls.forEach((bar, index) => this.#set(bar, "width", (triggers[index] * PULL.width).toFixed(2), `pull ${index}`));
  }

  /** Describes the report to screen readers. */
  describe({ buttons, sticks, triggers }) {
    const text = word("padText", {
      buttons: pressed(buttons).join(" ") || word("nothing"), sticks: sticks.map(decimal).join(" "), triggers: triggers.map(decimal).join(" "),
    });
    this.#set(this.element, "aria-label", text, "label");
  }

  #set(element, attribute, value, key) {
    if (this.#shown.get(key) === value) return;
    this.#shown.set(key, value);
    element.setAttribute(attribute, value);
  }

  #button(name, kind, attributes, letter) {
    const group = draw("g", { "data-button": name, class: "button" }, draw(kind, attributes));
    if (letter) group.append(draw("text", { x: attributes.cx, y: attributes.cy + 2.6 }, letter));
    this.#buttons.set(name, group);
    this.element.append(group);
  }

  #stick({ name, x, y }) {
    const knob = draw("g", { "data-knob": name }, draw("circle", { r: 8 }), draw("circle", { class: "dimple", r: 4.5 }));
    const group = draw("g", { "data-button": name, class: "button", transform: `translate(${x} ${y})` }, draw("circle", { class: "ring", r: 13 }), knob);
    this.#buttons.set(name, group);
    this.element.append(group);
    return knob;
  }

  #trigger(name, x) {
    const bar = draw("rect", { "data-pull": name, class: "pull", ...PULL, x, width: 0 });
    this.element.append(draw("rect", { class: "track", ...PULL, x }), bar);
    return bar;
  }
}
