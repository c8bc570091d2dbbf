// Dwelling: a pointer that rests on something chooses it.

/** The most that a resting pointer may move, mm: hands and heads tremble. */
const TREMOR_mm = 3;

/** A resting pointer, which chooses after `seconds`. The caller passes the time, `now`, in ms. */
export class Dwell {
  #reach;
  #seconds;
  #from = null;
  #since = 0;
  #isDone = false;

  constructor(seconds, millimetre) { [this.#seconds, this.#reach] = [seconds, TREMOR_mm * millimetre]; }

  /** Moves the pointer; null removes it. */
  move(place, now) {
    if (place && this.#from && Math.hypot(place.x - this.#from.x, place.y - this.#from.y) <= this.#reach) return;
    [this.#from, this.#since, this.#isDone] = [place, now, false];
  }

  /** Returns the place that is chosen at `now`, once for each rest; otherwise null. */
  tick(now) {
    if (!this.#from || this.#isDone || now - this.#since < 1000 * this.#seconds) return null;
    this.#isDone = true;
    return this.#from;
  }

  /** Returns {x, y, share}: the pointer, and the part of its time that has passed, 0…1. */
  at(now) { return this.#from && { ...this.#from, share: this.#isDone ? 0 : Math.min((now - this.#since) / (1000 * this.#seconds), 1) }; }
}
