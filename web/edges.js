// Presses and releases, in order and numbered, until the host has them (docs/protocol.md, "Order").

/** The age at which an unacknowledged edge is dropped; ms. */
const LIFETIME = 1000;
/** The limit on edges in a message. */
const CAPACITY = 16;
/** The time by which browsers may report a touch late, ms; a message may lack touches of this time (docs/protocol.md, "Rounds"). */
const BLIND = 30;

const ahead = (number, of) => ((number - of) << 16) >> 16;

/** A log of a controller's edges; times are those of `event.timeStamp`. */
export class EdgeLog {
  /** The number of the oldest unacknowledged edge. */
  first = 0;
  #pending = [];
  #safe = 0;
  #departed = -Infinity;
  /** The time of the newest edge as it was reported, and the credible one. */
  #reported = NaN;
  #credible = 0;

  /** The number of unacknowledged edges. */
  get count() { return this.#pending.length; }

  /** Returns the credible time of an edge at `reported`, at most BLIND before the last message; edges of one touch keep one time. */
  credible(reported) {
    if (reported !== this.#reported) [this.#reported, this.#credible] = [reported, Math.max(reported, this.#departed - BLIND)];
    return this.#credible;
  }

  /** The number of the next edge. */
  get next() { return (this.first + this.count) & 0xffff; }

  /** Returns whether edge `number` is logged and unacknowledged. */
  isPending(number) { return ((number - this.first) & 0xffff) < this.count; }

  /** Returns a mask of the buttons down after the `count` oldest unacknowledged edges. */
  levels(count = this.count) {
    let mask = this.#safe;
    for (const { button, isPress } of this.#pending.slice(0, count)) {
      mask = isPress ? mask | (1 << button) : mask & ~(1 << button);
    }
    return mask >>> 0;
  }

  /** Logs a press or release of `button` at `time`; returns false if the button was already in that state. */
  note(button, isPress, time) {
    if (((this.levels() >>> button) & 1) === (isPress ? 1 : 0)) return false;
    this.#pending.push({ button, isPress, time });
    return true;
  }

  /** Returns the part of a message sent at `now`: the oldest edges with their ages, then the levels and the next
   * number. */
  depart(now) {
    this.#departed = now;
    const old = this.#pending.findIndex(({ time }) => now - time <= LIFETIME);
    this.#forget(old < 0 ? this.count : old);
    const list = this.#pending.slice(0, CAPACITY)
      .map(({ button, isPress, time }) => ({ button, isPress, age: Math.max(0, now - time) }));
    return {
      edges: list.length ? { first: this.first, list } : null,
      buttons: this.levels(list.length),
      nextEdge: (this.first + list.length) & 0xffff,
    };
  }

  /** Forgets all edges before number `next`, which the host has; returns their count. */
  acknowledge(next) {
    const count = ahead(next, this.first);
    if (count <= 0 || count > this.count) return 0;
    this.#forget(count);
    return count;
  }

  #forget(count) {
    this.#safe = this.levels(count);
    this.#pending.splice(0, count);
    this.first = (this.first + count) & 0xffff;
  }
}
