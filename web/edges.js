// Presses and releases, in order and numbered, until the host has them (docs/protocol.md, "Order").

/** Edges that nobody has acknowledged for so long are given up; milliseconds. */
const LIFETIME = 1000;
/** The most edges of a message. */
const CAPACITY = 16;

const ahead = (number, of) => ((number - of) << 16) >> 16;

/** The log of a controller's edges; times are those of `event.timeStamp`. */
export class EdgeLog {
  /** The number of the oldest edge that is not safe. */
  first = 0;
  #pending = [];
  #safe = 0;

  /** How many edges are not safe. */
  get count() { return this.#pending.length; }

  /** The number of the edge that is noted next. */
  get next() { return (this.first + this.count) & 0xffff; }

  /** Whether edge `number` is noted, and not safe. */
  isPending(number) { return ((number - this.first) & 0xffff) < this.count; }

  /** Which buttons are down, as a mask, after the `count` oldest edges that are not safe. */
  levels(count = this.count) {
    let mask = this.#safe;
    for (const { button, isPress } of this.#pending.slice(0, count)) {
      mask = isPress ? mask | (1 << button) : mask & ~(1 << button);
    }
    return mask >>> 0;
  }

  /** Notes that `button` was pressed or released at `time`; whether that is new. */
  note(button, isPress, time) {
    if (((this.levels() >>> button) & 1) === (isPress ? 1 : 0)) return false;
    this.#pending.push({ button, isPress, time });
    return true;
  }

  /** What a message that leaves at `now` says: the oldest edges with their ages, and the levels and number after them. */
  depart(now) {
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

  /** Takes the host's word that all edges before number `next` are there; how many those are. */
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
