// A tilt, drawn as two needles: the raw angle is a thin line, the smoothed angle an arrow. Clockwise means to the right, as with a steering
// wheel.

import { word } from "../language.js";
import { draw, set, write } from "./dom.js";

const RADIUS = 40;
/** The marks, in degrees: every π/4 up to π/2 on either side. */
const MARKS = [-90, -45, 0, 45, 90];

const degrees = (angle) => ((angle * 180) / Math.PI).toFixed(2);

/** Formats an angle, rad. */
export const signed = (angle) => `${angle < -0.005 ? "−" : angle > 0.005 ? "+" : ""}${Math.abs(angle).toFixed(2)}`;

/** Returns the path of an arc from upright to `angle`, rad. */
export function arc(angle) {
  const [x, y] = [RADIUS * Math.sin(angle), -RADIUS * Math.cos(angle)];
  return `M0 ${-RADIUS}A${RADIUS} ${RADIUS} 0 0 ${angle < 0 ? 0 : 1} ${x.toFixed(2)} ${y.toFixed(2)}`;
}

/** The drawing of one player's tilt. */
export class Dial {
  /** The element for the page. */
  element = draw("svg", { class: "dial", viewBox: "-50 -50 100 100", role: "img" });
  #sweep = draw("path", { class: "sweep" });
  #raw = draw("path", { class: "raw", "data-needle": "raw", d: "M0-46V-12" });
  #smoothed = draw("path", { class: "smoothed", "data-needle": "smoothed", d: "M0-36 8-17H3V22H-3V-17H-8z" });

  constructor() {
    const marks = MARKS.map((mark) => draw("path", { class: "mark", d: "M0-48v7", transform: `rotate(${mark})` }));
    this.element.append(draw("circle", { class: "ring", r: RADIUS }), ...marks, this.#sweep, this.#smoothed, this.#raw);
  }

  /** Shows both angles, rad, or null without tilt; also writes the smoothed one into the element `text`, if given. */
  show({ raw, smoothed }, text) {
    if (text) write(text, raw === null ? word("noTilt") : word("radians", { value: signed(smoothed) }));
    set(this.element, "class", raw === null ? "dial off" : "dial");
    if (raw === null) return;
    set(this.#raw, "transform", `rotate(${degrees(raw)})`);
    set(this.#smoothed, "transform", `rotate(${degrees(smoothed)})`);
    set(this.#sweep, "d", arc(smoothed));
  }

  /** Describes both angles to screen readers. */
  describe({ raw, smoothed }) {
    const text = raw === null ? word("noTilt") : word("tiltText", { raw: signed(raw), smoothed: signed(smoothed) });
    set(this.element, "aria-label", text);
  }
}
