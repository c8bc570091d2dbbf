// The tree of what goes on: messages flow from its root down, depth first, to everyone who is enabled.
//
// What is disabled hears nothing, nor does anything below it. While a message is under way, what is unbound or disabled hears
// nothing of it from that moment on; what is bound or enabled hears from the next message on, also if that is told before
// the first one has come to its end.

import { Timers } from "./timers.js";

/** The messages that there are. */
export const MESSAGES = ["update", "timer", "touch", "swipe", "accelerate", "tilt", "button", "net", "joined", "left"];

/** How many messages were told so far, in all trees. */
let told = 0;

/** A container, or a leaf while nothing is bound to it. */
export class Node {
  #ears;
  #parent = null;
  #children = [];
  #isEnabled = true;
  #since = 0;

  /** `ears` has a function for each message that is heard; one that gives true has consumed it: nobody else hears of it. */
  constructor(ears = {}) { this.#ears = ears; }

  get parent() { return this.#parent; }
  get children() { return [...this.#children]; }
  get enabled() { return this.#isEnabled; }

  set enabled(isEnabled) {
    if (isEnabled && !this.#isEnabled) this.#since = told;
    this.#isEnabled = isEnabled;
  }

  /** Binds `child` behind the others, and unbinds it from where it was; gives it back. */
  bind(child) {
    for (let above = this; above; above = above.#parent) if (above === child) throw new Error("a tree has no circles");
    child.#parent?.unbind(child);
    child.#parent = this;
    child.#since = told;
    this.#children = [...this.#children, child];
    return child;
  }

  /** Unbinds `child` if it is one. */
  unbind(child) {
    if (child.#parent !== this) return;
    child.#parent = null;
    this.#children = this.#children.filter((other) => other !== child);
  }

  /** Tells a message to this node and all below it; whether somebody has consumed it. */
  tell(message, ...what) {
    told += 1;
    return this.#flow(message, what, this, told);
  }

  #flow(message, what, top, number) {
    if (!this.#hears(top, number)) return false;
    if (this.#ears[message]?.(...what) === true) return true;
    // This list stays as it is, whatever is bound and unbound meanwhile.
    for (const child of this.#children) if (child.#flow(message, what, top, number)) return true;
    return false;
  }

  /** Whether this and all above it, as far as `top`, were there and enabled before message `number`, and still are. */
  #hears(top, number) {
    for (let node = this; node; node = node.#parent) {
      if (!node.#isEnabled || node.#since >= number) return false;
      if (node === top) return true;
    }
    return false;
  }
}

/** What can be started and stopped; while it is stopped it hears nothing, and holds nothing. */
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

  /** Starts it, if it is not. */
  start() {
    if (this.isStarted) return;
    this.#life = new AbortController();
    this.enabled = true;
    this.entered(this.#life.signal);
  }

  /** Stops it, if it is started. */
  stop() {
    if (!this.isStarted) return;
    this.enabled = false;
    this.#timers.clear();
    this.#life.abort();
    this.#life = null;
    this.left();
  }

  /** Tells itself and all below it `timer(name)` once, so many ms from now on, unless it is stopped before. */
  after(name, milliseconds) { if (this.isStarted) this.#timers.set(name, milliseconds); }

  /** No timer of this name. */
  cancel(name) { this.#timers.cancel(name); }

  /** It begins; every listener, timer and fetch of it takes `signal`, which is aborted when it is stopped. */
  entered() {}

  /** It has ended. */
  left() {}

  #advance(elapsed) {
    this.#timers.advance(elapsed);
    for (let name = this.#timers.next(); name !== null; name = this.#timers.next()) this.tell("timer", name);
  }
}

/** A container of modes, of which one at most is started. */
export class Modes extends Node {
  #current = null;

  get current() { return this.#current; }

  /** Stops the mode that there is, and starts `mode`, or none for null; whether that is another. */
  change(mode) {
    if (mode === this.#current) return false;
    const before = this.#current;
    this.#current = mode;
    before?.stop();
    // What it has ended with may have changed it again.
    if (this.#current === mode) mode?.start();
    return true;
  }
}
