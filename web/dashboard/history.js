// The past values of a player: rings of samples, and counters of the last minute. Times are in ms, by any clock of the caller.

import { BINS } from "./tables.js";

/** The period of the counters' snapshots, and of the measurements of a rate; ms. */
const PERIOD = 1000;
/** The time for which snapshots are stored, ms. */
const WINDOW = 60_000;
const SNAPSHOTS = WINDOW / PERIOD + 2;

/** A histogram of the last minute's delays, from counters that only grow. */
export class Delays {
  #times = new Float64Array(SNAPSHOTS);
  #counts = new Uint32Array(SNAPSHOTS * BINS);
  #count = 0;
  #newest = new Uint32Array(BINS);

  /** Adds the counters at `now`. */
  add(counts, now) {
    this.#newest.set(counts);
    const before = (this.#count - 1) % SNAPSHOTS;
    if (this.#count && now - this.#times[before] < PERIOD) return;
    const place = this.#count % SNAPSHOTS;
    this.#times[place] = now;
    this.#counts.set(counts, place * BINS);
    this.#count += 1;
  }

  /** Starts again, because the counters have been reset. */
  clear() { this.#count = 0; }

  /** Returns each bin's number of packets in the minute before `now`, or since the first counters if they are less than a minute old. */
  window(now) {
    const base = this.#base(now);
    return Array.from(this.#newest, (count, bin) => (base === null ? 0 : (count - this.#counts[base * BINS + bin]) >>> 0));
  }

  /** Returns the index of the newest snapshot that is at least a minute old, or else of the oldest one; null before the first. */
  #base(now) {
    const first = Math.max(0, this.#count - SNAPSHOTS);
    let found = null;
    for (let index = first; index < this.#count; index += 1) {
      const place = index % SNAPSHOTS;
      if (found === null || this.#times[place] <= now - WINDOW) found = place;
    }
    return found;
  }
}

/** The newest `size` samples of two values, with their times. */
export class Strip {
  #times;
  #values;
  #size;
  #count = 0;

  constructor(size = 512) {
    this.#size = size;
    this.#times = new Float64Array(size);
    this.#values = [new Float32Array(size), new Float32Array(size)];
  }

  /** Adds a sample of the two values at `now`. */
  add(first, second, now) {
    const place = this.#count % this.#size;
    this.#times[place] = now;
    this.#values[0][place] = first;
    this.#values[1][place] = second;
    this.#count += 1;
  }

  /** Calls `each(time, first, second)` for the samples after `since`, oldest first. */
  forEach(since, each) {
    for (let index = Math.max(0, this.#count - this.#size); index < this.#count; index += 1) {
      const place = index % this.#size;
      if (this.#times[place] > since) each(this.#times[place], this.#values[0][place], this.#values[1][place]);
    }
  }

  /** Returns the largest magnitude of the values after `since`. */
  reach(since) {
    let most = 0;
    this.forEach(since, (_, first, second) => { most = Math.max(most, Math.abs(first), Math.abs(second)); });
    return most;
  }
}

/** The rate of a counter's growth. Each measurement takes a second. */
export class Rate {
  /** The growth per second; null during the first second. */
  value = null;
  #from = 0;
  #since = null;

  /** Adds the counter at `now`; a smaller value starts the measurement again. */
  add(count, now) {
    if (this.#since === null || count < this.#from) [this.#from, this.#since] = [count, now];
    if (now - this.#since < PERIOD) return;
    this.value = ((count - this.#from) * 1000) / (now - this.#since);
    [this.#from, this.#since] = [count, now];
  }
}

/** The longest silence that does not count as a stall, ms. */
const STALL = 150;

/** The stalls, silences of more than STALL: their number, and the length of the longest, ms. */
export class Stalls {
  count = 0;
  longest = 0;
  #isStalled = false;

  /** Adds the length of the current silence, ms. */
  add(silence) {
    const isStalled = silence > STALL;
    if (isStalled && !this.#isStalled) this.count += 1;
    if (isStalled) this.longest = Math.max(this.longest, silence);
    this.#isStalled = isStalled;
  }
}
