// Timers that run as they are told that time passes.

/** Named timers, each of which is over once. */
export class Timers {
  #now = 0;
  #turn = 0;
  #due = new Map();

  /** Has `name` be over in so many ms, instead of when it was to be before; not before the next `advance`. */
  set(name, milliseconds) {
    this.#due.delete(name);
    this.#due.set(name, { at: this.#now + milliseconds, turn: this.#turn });
  }

  cancel(name) { this.#due.delete(name); }
  clear() { this.#due.clear(); }

  /** So many ms have passed. */
  advance(milliseconds) {
    this.#turn += 1;
    this.#now += Math.max(milliseconds, 0);
  }

  /** Takes the timer that is over and was due first, and of those the one that was set first; null when there is none. */
  next() {
    const over = [...this.#due].filter(([, { at, turn }]) => at <= this.#now && turn < this.#turn);
    if (!over.length) return null;
    const [first] = over.reduce((a, b) => (b[1].at < a[1].at ? b : a));
    this.#due.delete(first);
    return first;
  }
}
