// Short hints over the controls: what a player should do with the phone right now.

import { announce } from "./cards.js";
import { word } from "./words.js";

/** How long a hint stays that nothing takes away, ms. */
const STAY = 4000;

/** At most one hint at a time. */
export class Hints {
  #said = null;
  #timer = 0;

  /** Shows the hint `key` for a while, and says `more` with it to whoever listens. */
  say(key, more) {
    this.#said = key;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => { this.#said = null; }, STAY);
    announce(`${word(key)} ${more ? word(more) : ""}`);
  }

  /** The hint of this moment, by how the phone is held and what is played; null when there is none. */
  of(game) {
    if ((window.visualViewport?.scale ?? 1) > 1.01) return "pinch";
    if (this.#said) return this.#said;
    const wanted = game.layout?.orientation;
    const is = innerHeight > innerWidth ? "portrait" : "landscape";
    if (wanted && wanted !== "any" && wanted !== is) return "rotate";
    return game.isFlat ? "lift" : null;
  }
}
