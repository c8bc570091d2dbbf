// The modes in which the pad is played, and what all modes have in common.

import { REST } from "../game.js";
import { fetchLayout } from "../layout.js";
import { Mode } from "./tree.js";

/** The pause before a failed layout is loaded again; ms. */
const PATIENCE = 1000;

/** A mode of the page, with the name `name`. */
export class PageMode extends Mode {
  name;
  page;
  scene;

  constructor(name, page, scene, ears = {}) {
    super(ears);
    [this.name, this.page, this.scene] = [name, page, scene];
  }

  /** True if states must be sent at the full rate even at rest. */
  get isKeen() { return false; }

  entered() { this.scene.show(this.name); }

  /** Releases everything, and tells the host immediately. */
  left() {
    this.page.game.rest(REST.everything);
    this.page.link.flush();
  }
}

/** The mode of playing the pad, with the layout that the player or the host has chosen. */
export class Play extends PageMode {
  constructor(page, scene) { super("play", page, scene); }

  entered() {
    super.entered();
    const { game, choice, use } = this.page;
    // A layout that is in play already stays as it is, since thumbs may be on it.
    if (!game.isResting && game.layout === choice) return;
    game.rest(REST.nothing);
    if (choice) use(choice);
  }
}

/** A mode with a layout of its own, whose controls may be kept at rest. */
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

/** The mode of the tank on the host's screen, with two levers. */
export class Tank extends LayoutMode {
  constructor(page, scene) { super("tank", page, scene, "tank"); }
}
