// The modes in which the pad is played, and what all modes have in common.

import { REST } from "../game.js";
import { fetchLayout } from "../layout.js";
import { Mode } from "./tree.js";

/** A layout that could not be had is asked for again; ms. */
const PATIENCE = 1000;

/** A mode of the page called `name`. */
export class PageMode extends Mode {
  constructor(name, page, scene, ears = {}) {
    super(ears);
    Object.assign(this, { name, page, scene });
  }

  /** Whether states are to leave at the full rate though nothing is held. */
  get isKeen() { return false; }

  entered() { this.scene.show(this.name); }

  /** Nothing stays held, and the host hears that at once. */
  left() {
    this.page.game.rest(REST.everything);
    this.page.link.flush();
  }
}

/** The pad, with the layout that player or host have chosen. */
export class Play extends PageMode {
  constructor(page, scene) { super("play", page, scene); }

  entered() {
    super.entered();
    const { game, choice, use } = this.page;
    // What is played already goes on: thumbs may be on it.
    if (!game.isResting && game.layout === choice) return;
    game.rest(REST.nothing);
    if (choice) use(choice);
  }
}

/** A mode with a layout of its own, in which so much rests. */
export class LayoutMode extends PageMode {
  #layout;
  #rest;
  #signal = null;

  constructor(name, page, scene, layout, rest = REST.nothing, ears = {}) {
    super(name, page, scene, { ...ears, timer: (timer) => (timer === "layout" ? void this.#fetch() : ears.timer?.(timer)) });
    this.#layout = layout;
    this.#rest = rest;
  }

  entered(signal) {
    super.entered();
    this.page.game.rest(REST.everything);
    this.#signal = signal;
    this.#fetch();
  }

  async #fetch() {
    const signal = this.#signal;
    const layout = await fetchLayout(this.#layout, signal);
    if (signal.aborted) return;
    if (!layout) return this.after("layout", PATIENCE);
    this.page.game.rest(this.#rest);
    this.page.use(layout);
  }
}

/** Two levers for the tank on the host's screen. */
export class Tank extends LayoutMode {
  constructor(page, scene) { super("tank", page, scene, "tank"); }
}
