// What everybody does: the room's mode, and each player's.

import { at, make, set, write } from "./dom.js";
import { isAnybodyIn, MODES } from "./stage.js";
import { fillSwitch, showSwitch } from "./switch.js";
import { word } from "./words.js";

/** The room's switch, and the way to the tanks while somebody drives one; `order(type, members)` gives an order. */
export class Modes {
  constructor(order) { fillSwitch(at("modes"), MODES, (mode) => order("mode", { mode, slot: 0 })); }

  /** Shows the room's mode, as soon as the host has said it. */
  show(stage) {
    at("mode").hidden = !stage;
    at("to-tanks").hidden = !stage || !isAnybodyIn(stage, "tank");
    if (stage) showSwitch(at("modes"), stage.mode, word);
  }
}

/** A player's choice; `choose(mode)` hears of another. */
export class ModeChoice {
  element = make("select", { "data-order": "mode" });

  constructor(choose) {
    this.element.append(...MODES.map((mode) => new Option("", mode)));
    this.element.addEventListener("change", () => choose(this.element.value));
  }

  /** Shows the player's part; null as long as the host has said none. */
  show(part, name) {
    this.element.hidden = !part;
    if (!part) return;
    for (const option of this.element.options) write(option, word(option.value));
    if (this.element.value !== part.mode) this.element.value = part.mode;
    set(this.element, "aria-label", `${word("mode")}: ${name}`);
  }
}
