// The tree of modes: messages flow from its root down, depth first, to every enabled node.
//
// A disabled node gets no messages, nor do the nodes below it. A node that is unbound or disabled during a message no longer gets that message.
// A node that is bound or enabled during a message gets only later ones, even if they are sent before the first ends. Tests/Vectors/tree.txt
// holds this tree and the daemon's to the same rules.

/** The names of all messages that a node may consume. */
export const MESSAGES = ["update", "timer", "touch", "swipe", "accelerate", "tilt", "button", "net", "joined", "left"];

/** The limit on nested messages, each sent during another. */
const DEEPEST = 8;

/** The number of messages sent so far, in all trees. */
let told = 0;
/** The number of messages being sent. */
let depth = 0;
/** The number of timers set so far. */
let timersSet = 0;

/** A node of the tree. It is a leaf if no node is bound to it. */
export class Node {
  #ears;
  #parent = null;
  #children = [];
  #isEnabled = true;
  #hasStarted = false;
  #since = 0;
  #timers = new Map();

  /** Creates a node. `ears` has a function for each message that the node receives. A function that returns true consumes the message. */
  constructor(ears = {}) { this.#ears = ears; }

  get parent() { return this.#parent; }
  get children() { return [...this.#children]; }
  /** True if the node itself is enabled. To get messages, all nodes above it must be enabled too. */
  get enabled() { return this.#isEnabled; }

  set enabled(isEnabled) {
    if (isEnabled === this.#isEnabled) return;
    this.#isEnabled = isEnabled;
    if (isEnabled) this.open();
    else this.close();
  }

  /** Binds `child` after the other children; returns it. If it is bound elsewhere, it is unbound first. */
  bind(child) {
    for (let above = this; above; above = above.#parent) if (above === child) throw new Error("a tree has no circles");
    child.#parent?.unbind(child);
    child.#parent = this;
    child.open();
    this.#children = [...this.#children, child];
    return child;
  }

  /** Unbinds `child` if it is bound to this node; returns whether it was. */
  unbind(child) {
    if (child.#parent !== this) return false;
    child.close(true);
    child.open();
    child.#parent = null;
    this.#children = this.#children.filter((other) => other !== child);
    return true;
  }

  /** Sends a message to this node and all nodes below it; `update` first ends the timers whose time is over. Returns whether a node consumed
   * the message, or null if too many messages are nested. */
  tell(message, ...what) {
    if (depth === DEEPEST) return null;
    if (message === "update") this.#advance(what[0]);
    told += 1;
    depth += 1;
    try {
      return this.#flow(message, what, told);
    } finally {
      depth -= 1;
    }
  }

  /** Sends `timer(name)` once, after this time, to this node and all nodes below it; returns false if the node gets no messages now. */
  after(name, milliseconds) {
    if (!this.#hears(Infinity)) return false;
    timersSet += 1;
    this.#timers.set(name, { node: this, name, left: milliseconds, number: timersSet });
    return true;
  }

  /** Cancels the timer. */
  cancel(name) { this.#timers.delete(name); }

  /** Lets the node get messages from the next one onwards. */
  open() { this.#since = told; }

  /** Cancels the timers of this node and all nodes below it. With `isEnd`, also forgets that they have started. */
  close(isEnd = false) {
    for (const node of this.#all()) {
      node.#timers.clear();
      if (isEnd) node.#hasStarted = false;
    }
  }

  #all() { return [this, ...this.#children.flatMap((child) => child.#all())]; }

  #flow(message, what, number) {
    if (!this.#hears(number)) return false;
    const isLife = message === "started" || message === "stopped";
    const isNews = !isLife || this.#turns(message === "started");
    if (isNews && this.#ears[message]?.(...what) === true && !isLife) return true;
    // This list is not changed if nodes are bound or unbound meanwhile.
    for (const child of this.#children) if (child.#flow(message, what, number)) return true;
    return false;
  }

  /** Returns whether this node and all above it were bound and enabled before message `number`, and still are. */
  #hears(number) {
    for (let node = this; node; node = node.#parent) if (!node.enabled || node.#since >= number) return false;
    return true;
  }

  /** Records a start or a stop; returns whether it changes the state. */
  #turns(isStart) {
    const isNews = this.#hasStarted !== isStart;
    this.#hasStarted = isStart;
    return isNews;
  }

  /** Advances by `elapsed` ms, and reports the timers that have ended, in the order of their ends. A timer that is set meanwhile waits for
   * the next update. */
  #advance(elapsed) {
    const last = timersSet;
    const timers = () => this.#all().flatMap((node) => [...node.#timers.values()]);
    const next = () => timers().filter(({ left, number }) => left <= 0 && number <= last)
      .sort((a, b) => a.left - b.left || a.number - b.number)[0];
    for (const timer of timers()) timer.left -= Math.max(elapsed, 0);
    for (let timer = next(); timer; timer = next()) {
      timer.node.cancel(timer.name);
      timer.node.tell("timer", timer.name);
    }
  }
}

/** A node that can be started and stopped. While it is stopped, it gets no messages and has no timers. */
export class Mode extends Node {
  #life = null;
  #isStopping = false;

  get isStarted() { return this.#life !== null; }
  get isStopping() { return this.#isStopping; }
  get enabled() { return super.enabled && this.isStarted; }
  set enabled(isEnabled) { super.enabled = isEnabled; }

  /** Starts the mode, and sends `started` to it and all nodes below it; returns false if it was started already. */
  start() {
    if (this.isStarted) return false;
    this.#life = new AbortController();
    this.open();
    this.entered(this.#life.signal);
    this.tell("started");
    return true;
  }

  /** Sends `stopped` to the mode and all nodes below it, and stops it; returns false if it is stopped or stopping. */
  stop() {
    if (!this.isStarted || this.#isStopping) return false;
    this.#isStopping = true;
    this.tell("stopped");
    this.#isStopping = false;
    this.close(true);
    const life = this.#life;
    this.#life = null;
    life.abort();
    this.left();
    return true;
  }

  /** Starts a subclass. Its listeners, timers and fetches all use `signal`, which is aborted when the mode stops. */
  entered() {}

  /** Stops a subclass. */
  left() {}
}

/** A container of modes, of which `change` starts at most one. */
export class Modes extends Node {
  get current() { return this.children.find((mode) => mode.isStarted) ?? null; }

  /** Stops the other modes, and starts `mode`, or none if it is null; returns whether the change took place. */
  change(mode) {
    const others = () => this.children.filter((other) => other !== mode && other.isStarted);
    const before = others();
    for (const other of before) other.stop();
    // The end of a mode may have started another mode, which then stays.
    if (others().some((other) => !other.isStopping)) return false;
    return mode ? mode.start() : before.length > 0;
  }
}
