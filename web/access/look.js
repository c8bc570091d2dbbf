// The frames around the lit elements of a scan, a name, and the ring of a resting pointer.

import { make } from "../modes/scene.js";
import { scope } from "./items.js";

/** The space between an element and its frame, px. */
const SPACE = 4;
/** The room for the name at the bottom, px. If an element is there, the name goes up. */
const ROOM = 70;

/** The frames and names over everything else. */
export class Look {
  #place = make("div", "#access", { "aria-hidden": "true" });
  #name = make("p", "name");
  #ring = make("i", "ring", { hidden: "" });
  #elements = [];

  constructor() {
    document.head.append(make("link", "", { rel: "stylesheet", href: "/web/access/access.css" }));
    this.clear();
  }

  /** Shows nothing. */
  clear() {
    this.#elements = [];
    this.#name.textContent = "";
    this.#ring.hidden = true;
    this.#place.replaceChildren(this.#name, this.#ring);
  }

  /** Lights an entry, or none for null; `more` is added to its name. */
  light(entry, more) {
    this.#elements = entry?.elements ?? [];
    this.#place.replaceChildren(...this.#elements.map(() => make("i", "frame")), this.#name, this.#ring);
    this.say(entry ? [entry.name, more].filter(Boolean).join(" · ") : "");
    this.#elements[0]?.scrollIntoView({ block: "nearest" });
    this.follow();
  }

  /** Shows a text. */
  say(text) { this.#name.textContent = text; }

  /** Draws the ring at {x, y, share 0…1}, or none for null. */
  ring(at) {
    this.#ring.hidden = !at?.share;
    if (!at) return;
    Object.assign(this.#ring.style, { left: `${at.x}px`, top: `${at.y}px` });
    this.#ring.style.setProperty("--share", at.share);
  }

  /** Puts the frames around the elements, in the open dialog if there is one. */
  follow() {
    const above = scope();
    const parent = above.matches("dialog") ? above : document.body;
    if (this.#place.parentElement !== parent) parent.append(this.#place);
    let lowest = 0;
    this.#elements.forEach((element, index) => {
      const { left, top, width, height, bottom } = element.getBoundingClientRect();
      lowest = Math.max(lowest, bottom);
      Object.assign(this.#place.children[index].style, {
        left: `${left - SPACE}px`, top: `${top - SPACE}px`, width: `${width + 2 * SPACE}px`, height: `${height + 2 * SPACE}px`,
      });
    });
    this.#name.classList.toggle("above", lowest > innerHeight - ROOM);
  }
}
