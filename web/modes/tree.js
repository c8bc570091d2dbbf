// The tree of modes: messages flow from its root down, depth first, to every enabled node.
//
// A disabled node gets nothing, nor does any below it. During a message, a node that is unbound or disabled gets
// nothing of it from then on; one that is bound or enabled gets the next message and later ones, even if that is told
// before the first one ends.

import { Timers } from "./timers.js";

/** The names of all messages. */
export const MESSAGES = ["update", "timer", "touch", "swipe", "accelerate", "tilt", "button", "net", "joined", "left"];

/** The number of messages told so far, in all trees. */
let told = 0;

/** A container, or a leaf while nothing is bound to it. */
export class Node {
  #ears;
  #parent = null;
  #children = [];
  #isEnabled = true;
  #since = 0;

  /** `ears` has a function for each message that the node takes; one that returns true consumes it: no other node gets it. */
  constructor(ears = {}) { this.#ears = ears; }

  get parent() { return this.#parent; }
  get children() { return [...this.#children]; }
  get enabled() { return this.#isEnabled; }

  set enabled(isEnabled) {
    if (isEnabled && !this.#isEnabled) this.#since = told;
    this.#isEnabled = isEnabled;
  }

  /** Binds `child` behind the others, after unbinding it elsewhere; returns it. */
  bind(child) {
    for (let above = this; above; above = above.#parent) if (above === child) throw new Error("a tree has no circles");
    child.#parent?.unbind(child);
    child.#parent = this;
    child.#since = told;
    this.#children = [...this.#children, child];
    return child;
  }

  /** Unbinds `child` if bound here. */
  unbind(child) {
    if (child.#parent !== this) return;
    child.#parent = null;
    this.#children = this.#children.filter((other) => other !== child);
  }

  /** Tells a message to this node and all below it; returns whether one consumed it. */
  tell(message, ...what) {
    told += 1;
    return this.#flow(message, what, this, told);
  }

  #flow(message, what, top, number) {
    if (!this.#hears(top, number)) return false;
    if (this.#ears[message]?.(...what) === true) return true;
    // This list stays the same, whatever is bound and unbound meanwhile.
    for (const child of this.#children) if (child.#flow(message, what, top, number)) return true;
    return false;
  }

  /** Whether this node and all above it, up to `top`, were bound and enabled before message `number`, and still are. */
  #hears(top, number) {
    for (let node = this; node; node = node.#parent) {
      if (!node.#isEnabled || node.#since >= number) return false;
      if (node === top) return true;
    }
    return false;
  }
}

/** A node to start and stop; while stopped it gets nothing, and holds nothing. */
export class Mode extends Node {
  #life = null;
  #timers = new Timers();

  constructor(ears = {}) {
    super({
      ...ears,
      update: (elapsed) => {
        this.#advance(elapsed);
        return this.isStarted && ears.update?.(elapsed);
      },
    });
    this.enabled = false;
  }

  get isStarted() { return this.#life !== null; }

  /** Starts the mode, if stopped. */
  start() {
    if (this.isStarted) return;
    this.#life = new AbortController();
    this.enabled = true;
    this.entered(this.#life.signal);
  }

  /** Stops the mode, if started. */
  stop() {
    if (!this.isStarted) return;
    this.enabled = false;
    this.#timers.clear();
    this.#life.abort();
    this.#life = null;
    this.left();
  }

  /** Tells itself and all below it `timer(name)` once, so many ms from now on, unless stopped before. */
  after(name, milliseconds) { if (this.isStarted) this.#timers.set(name, milliseconds); }

  /** Cancels the timer. */
  cancel(name) { this.#timers.cancel(name); }

  /** Starts a subclass; all its listeners, timers and fetches take `signal`, which is aborted at the stop. */
  entered() {}

  /** Stops a subclass. */
  left() {}

  #advance(elapsed) {
    this.#timers.advance(elapsed);
    for (let name = this.#timers.next(); name !== null; name = this.#timers.next()) this.tell("timer", name);
  }
}

/** A container of modes, at most one of them started. */
export class Modes extends Node {
  #current = null;

  get current() { return this.#current; }

  /** Stops the present mode, and starts `mode`, or none for null; false for the same one. */
  change(mode) {
    if (mode === this.#current) return false;
    const before = this.#current;
    this.#current = mode;
    before?.stop();
    // The end of the mode before may have changed it again.
    if (this.#current === mode) mode?.start();
    return true;
  }
}
