// The modes: the room's, and each player's.

import { word } from "../language.js";
import { MODES } from "../tables.js";
import { at, fill, make, set, write } from "./dom.js";
import { isAnybodyIn } from "./stage.js";
import { fillSwitch, showSwitch } from "./switch.js";

/** Returns a mode's name for people: an app's own, or a word. */
const named = (apps, mode) => apps.get(mode) ?? word(mode);

/** The switch for the room's mode, and the link to the tanks while anyone drives one; `order(type, members)` gives an
 * order. */
export class Modes {
  #order;

  constructor(order) { this.#order = order; }

  /** Shows the room's mode, once the host has reported it. */
  show(stage) {
    at("mode").hidden = !stage;
    at("to-tanks").hidden = !stage || !isAnybodyIn(stage, "tank");
    if (!stage) return;
    fillSwitch(at("modes"), [...MODES, ...stage.apps.keys()], (mode) => this.#order("mode", { mode, slot: 0 }));
    showSwitch(at("modes"), stage.mode, (mode) => named(stage.apps, mode));
  }
}

/** A player's choice of mode; `choose(mode)` is called with the new one. */
export class ModeChoice {
  element = make("select", { "data-order": "mode" });

  constructor(choose) {
    this.element.addEventListener("change", () => choose(this.element.value));
  }

  /** Shows the player's part, null until the host has reported it, among the modes of these apps. */
  show(part, name, apps) {
    this.element.hidden = !part;
    if (!part) return;
    // A mode of an app without a name is an option only while the player is in it.
    const modes = new Set([...MODES, ...apps.keys(), part.mode]);
    fill(this.element, [...modes], (mode) => new Option("", mode));
    for (const option of this.element.options) write(option, named(apps, option.value));
    if (this.element.value !== part.mode) this.element.value = part.mode;
    set(this.element, "aria-label", `${word("mode")}: ${name}`);
  }
}
