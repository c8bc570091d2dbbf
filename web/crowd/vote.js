// A voter's own vote: what is held, what still counts after its release, and when it has to be sent. This code has no clock and no page.

/** The shortest time between two votes, ms. */
const PAUSE = 120;
/** The time after which a vote that is not at rest is sent again while windows are short, ms. */
const AGAIN = 500;
/** The longest window that counts as short, ms. In a longer window, a press chooses a key, and another press takes the choice back. */
export const LONG = 1000;
/** The time beyond the length of a window for which a short press counts, ms. It covers the way to the host. */
const WAY = 100;
/** The greatest deflection of a stick, and the greatest pull of a trigger. */
const [STICK, TRIGGER] = [32767, 255];
/** The bits of the keys 0 to 3, which are A, B, X and Y. */
const BITS = [1, 2, 8, 16];
/** The numbers of the keys that pull LT and RT. */
const TRIGGERS = [4, 5];
const KEYS = 6;

const same = (one, other) => one.every((value, index) => value === other[index]);
const isRest = (vote) => vote.every((value) => value === 0);

/** The vote of this page. */
export class Vote {
  /** The length of a window, ms. */
  window = 200;
  #stick = [0, 0];
  #down = new Array(KEYS).fill(false);
  /** The times until which released keys still count, by the numbers of the keys. */
  #until = new Array(KEYS).fill(-Infinity);
  #round = null;
  #sent = new Array(5).fill(0);
  #sentAt = -Infinity;

  /** True if a press chooses a key until the end of the window. */
  get isLong() { return this.window > LONG; }

  /** Moves the stick to (x, y), −1…1 each. If `isHeld` is false, the thumb has been lifted. */
  steer(x, y, isHeld = true) {
    if (!isHeld && this.isLong) return;
    this.#stick = [x, y].map((value) => Math.round(value * STICK));
  }

  /** Presses or releases a key at `now`. */
  press(key, isDown, now) {
    if (this.isLong) {
      if (isDown) this.#until[key] = this.#until[key] > now ? -Infinity : Infinity;
      return;
    }
    if (isDown) this.#until[key] = now + this.window + WAY;
    this.#down[key] = isDown;
  }

  /** Releases everything, for example when the page is hidden. Choices for a long window stay. */
  release() {
    this.#down.fill(false);
    this.steer(0, 0, false);
  }

  /** Receives the length of windows and the number of windows that have closed. After a long window, a new choice begins. */
  hear({ window, round }) {
    const wasLong = this.isLong;
    this.window = window;
    if (wasLong !== this.isLong || this.isLong && this.#round !== null && round !== this.#round) {
      this.#until.fill(-Infinity);
      this.#down.fill(false);
      this.#stick = [0, 0];
      // A person who chooses nothing in the next window has no vote in it.
      this.forget();
    }
    this.#round = round;
  }

  /** Returns whether a key counts at `now`. */
  counts(key, now) { return this.#down[key] || this.#until[key] > now; }

  /** Returns the vote at `now`: the stick's x and y, the two triggers, and the bits of the buttons. */
  at(now) {
    const buttons = BITS.reduce((bits, bit, key) => bits | (this.counts(key, now) ? bit : 0), 0);
    return [...this.#stick, ...TRIGGERS.map((key) => (this.counts(key, now) ? TRIGGER : 0)), buttons];
  }

  /** Returns the vote if it has to be sent at `now`, and records it as sent; otherwise null. */
  next(now) {
    const vote = this.at(now);
    const age = now - this.#sentAt;
    const isDue = same(vote, this.#sent) ? !isRest(vote) && !this.isLong && age >= AGAIN : age >= PAUSE;
    if (!isDue) return null;
    [this.#sent, this.#sentAt] = [vote, now];
    return vote;
  }

  /** Forgets which vote was sent, for example on a new connection. */
  forget() { this.#sent = new Array(this.#sent.length).fill(0); }
}
