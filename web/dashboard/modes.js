// The mode of the room, and the mode of each player.

import { word } from "../language.js";
import { MODES } from "../tables.js";
import { at, fill, make, set, write } from "./dom.js";
import { isAnybodyIn } from "./stage.js";
import { fillSwitch, showSwitch } from "./switch.js";

/** Returns the shown name of a mode: the name that an app gave, or else a word. */
const named = (apps, mode) => apps.get(mode) ?? word(mode);

/** The buttons that choose the room's mode, and in the tanks' mode the link to their page. `order(type, members)` gives an order. */
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

  /** Shows the mode of a player, and offers Tiltpad's modes and those of `apps`. `part` is null until the host has reported it. */
  show(part, name, apps) {
    this.element.hidden = !part;
    if (!part) return;
    // If an app gave its mode no name, the mode is offered only while the player is in it.
    const modes = new Set([...MODES, ...apps.keys(), part.mode]);
    fill(this.element, [...modes], (mode) => new Option("", mode));
    for (const option of this.element.options) write(option, named(apps, option.value));
    if (this.element.value !== part.mode) this.element.value = part.mode;
    set(this.element, "aria-label", `${word("mode")}: ${name}`);
  }
}
