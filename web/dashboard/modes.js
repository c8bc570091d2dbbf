// The modes: the room's, and each player's.

import { MODES } from "../tables.js";
import { at, make, set, write } from "./dom.js";
import { APP, isAnybodyIn } from "./stage.js";
import { fillSwitch, showSwitch } from "./switch.js";
import { word } from "./words.js";

/** The switch for the room's mode, and the link to the tanks while anyone drives one; `order(type, members)` gives an
 * order. */
export class Modes {
  constructor(order) { fillSwitch(at("modes"), MODES, (mode) => order("mode", { mode, slot: 0 })); }

  /** Shows the room's mode, once the host has reported it. */
  show(stage) {
    at("mode").hidden = !stage;
    at("to-tanks").hidden = !stage || !isAnybodyIn(stage, "tank");
    if (stage) showSwitch(at("modes"), stage.mode, word);
  }
}

/** A player's choice of mode; `choose(mode)` is called with the new one. */
export class ModeChoice {
  element = make("select", { "data-order": "mode" });

  constructor(choose) {
    this.element.append(...[...MODES, APP].map((mode) => new Option("", mode)));
    // Players cannot be sent to an app from here.
    this.element.lastChild.hidden = true;
    this.element.addEventListener("change", () => choose(this.element.value));
  }

  /** Shows the player's part; null until the host has reported it. */
  show(part, name) {
    this.element.hidden = !part;
    if (!part) return;
    for (const option of this.element.options) write(option, word(option.value));
    if (this.element.value !== part.mode) this.element.value = part.mode;
    set(this.element, "aria-label", `${word("mode")}: ${name}`);
  }
}
