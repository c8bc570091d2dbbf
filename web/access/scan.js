// Scanning: the entries of a list are lit one after the other, and a switch chooses the lit one. The caller passes the time.
//
// An entry is {name, elements} and either `inside`, a function that returns the entries below it, or `act`, a function.

/** The longest delay of a tick, ms, that is taken off the next entry's time. */
const LATE = 200;

/** A scan. It calls `on`: root() for the first list, lit(entry) or lit(null), and acted(entry). */
export class Scan {
  #options;
  #on;
  #lists = [];
  #at = 0;
  #loop = 0;
  #due = Infinity;
  /** The last chosen entry, while a press repeats it; or null. */
  #again = null;
  #isWaiting = false;

  /** `options` are those of options.js. */
  constructor(options, on) { [this.#options, this.#on] = [options, on]; }

  /** The lit entry; null if there is none. */
  get entry() { return this.#again ?? this.#lists.at(-1)?.[this.#at] ?? null; }

  /** True if nothing is lit until the next press. */
  get isResting() { return this.entry === null; }

  /** Begins at the first entry of the first list. */
  begin(now) {
    this.#lists = [];
    this.#isWaiting = false;
    this.#enter(this.#on.root(), now);
  }

  /** Lights one entry until it is chosen by any press, or until `begin`. */
  wait(entry) {
    this.#again = null;
    [this.#lists, this.#at] = [[[entry]], 0];
    this.#isWaiting = true;
    this.#light(Infinity);
  }

  /** Stops; a press begins anew. */
  stop() {
    this.#lists = [];
    this.#isWaiting = false;
    this.#again = null;
    this.#light(Infinity);
  }

  /** Goes on with a new first list, for example when a dialog has opened. */
  renew(now) { if (!this.isResting) this.begin(now); }

  /** Does what is due at `now`, ms. */
  tick(now) {
    if (now < this.#due) return;
    const since = now - this.#due > LATE ? now : this.#due;
    if (this.#again) return this.begin(since);
    if (this.#options.way === "one") return this.choose(since);
    this.#step(since);
  }

  /** Presses the first switch, which chooses in the way "auto", and goes on in "one" and "two". */
  press(now) {
    if (this.isResting) return this.begin(now);
    if (this.#options.way === "auto" || this.#isWaiting) return this.choose(now);
    if (this.#again && this.#options.way === "one") return this.#act(this.#again, now);
    this.#step(now);
  }

  /** Chooses the entry that is lit. */
  choose(now) {
    const { entry } = this;
    if (!entry) return this.begin(now);
    if (entry.inside) return this.#enter(entry.inside(), now);
    this.#act(entry, now);
  }

  #act(entry, now) {
    this.#again = entry;
    this.#isWaiting = false;
    this.#light(now + 1000 * (this.#options.way === "one" ? this.#options.rest : this.#options.step));
    if (this.#options.way === "two") this.#due = Infinity;
    entry.act(now);
    this.#on.acted(entry);
  }

  #enter(list, now) {
    this.#again = null;
    this.#lists.push(list);
    [this.#at, this.#loop] = [0, 0];
    this.#light(now + this.#pause);
  }

  /** The time for which the present entry is lit, ms. */
  get #pause() {
    const { way, step, first, rest } = this.#options;
    if (way === "auto") return 1000 * (step + (this.#at === 0 ? first : 0));
    return way === "one" ? 1000 * rest : Infinity;
  }

  #step(now) {
    if (this.#again) return this.begin(now);
    this.#at = (this.#at + 1) % this.#lists.at(-1).length;
    if (this.#at === 0) this.#loop += 1;
    if (this.#loop === this.#options.loops && this.#options.way === "auto") return this.stop();
    this.#light(now + this.#pause);
  }

  #light(due) {
    this.#due = due;
    this.#on.lit(this.entry);
  }
}

/** The most entries in a row. */
export const ROW = 6;

/** Returns `entries` in rows, if there are more than ROW. Those with `inside` are in no row. `named` makes a row's name from its entries'. */
export function rows(entries, named) {
  if (entries.length <= ROW) return entries;
  const found = [];
  let row = [];
  const end = () => {
    const inside = row;
    row = [];
    if (inside.length < 2) found.push(...inside);
    else found.push({ name: named(inside.map(({ name }) => name)), elements: inside.flatMap(({ elements }) => elements), inside: () => inside });
  };
  for (const entry of entries) {
    if (entry.inside || row.length === ROW) end();
    if (entry.inside) found.push(entry);
    else row.push(entry);
  }
  end();
  return found;
}
