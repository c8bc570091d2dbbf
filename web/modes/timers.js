// Timers that run on a time told to them.

/** Named timers, each of which ends once. */
export class Timers {
  #now = 0;
  #turn = 0;
  #due = new Map();

  /** Sets `name` to end in so many ms, instead of any time set before; not before the next `advance`. */
  set(name, milliseconds) {
    this.#due.delete(name);
    this.#due.set(name, { at: this.#now + milliseconds, turn: this.#turn });
  }

  cancel(name) { this.#due.delete(name); }
  clear() { this.#due.clear(); }

  /** Passes so many ms. */
  advance(milliseconds) {
    this.#turn += 1;
    this.#now += Math.max(milliseconds, 0);
  }

  /** Takes the ended timer that was due first, and of those the one set first; null without one. */
  next() {
    const over = [...this.#due].filter(([, { at, turn }]) => at <= this.#now && turn < this.#turn);
    if (!over.length) return null;
    const [first] = over.reduce((a, b) => (b[1].at < a[1].at ? b : a));
    this.#due.delete(first);
    return first;
  }
}
