// A player in the overlay, drawn as on the dashboard.

import { drawBadge } from "../badge.js";
import { Dial } from "../dashboard/dial.js";
import { colourFor, paint } from "../dashboard/dom.js";
import { visible } from "../dashboard/names.js";
import { PadDrawing } from "../dashboard/pad.js";

/** A player in the overlay, with the parts in `parts`. */
export class PlayerView {
  /** The element for the page. */
  element = document.createElement("section");
  #dial = null;
  #pad = null;
  #name = null;
  #called = null;

  constructor(parts) {
    this.element.className = "player";
    this.element.role = "img";
    if (parts.includes("wheel")) this.#dial = new Dial();
    if (parts.includes("pad")) this.#pad = new PadDrawing();
    if (parts.includes("name")) this.#name = Object.assign(document.createElement("div"), { className: "name" });
    this.element.append(...[this.#dial?.element, this.#pad?.element, this.#name].filter(Boolean));
  }

  /** Shows a player. */
  show({ slot, name, colour, report, roll }) {
    paint(this.element, colourFor(slot, colour));
    this.#pad?.show(report);
    this.#dial?.show({ raw: roll, smoothed: roll });
    this.#call(slot, visible(name));
  }

  /** Shows the number and the name, and describes to screen readers whose pad this is. */
  #call(slot, name) {
    const called = `${slot} ${name}`;
    if (called === this.#called) return;
    this.#called = called;
    this.element.ariaLabel = called;
    if (this.#name) drawBadge(this.#name, slot, name);
  }
}
