// The times at which a page tries to open a data channel beside its present carrier.

/** The first and longest pause after a channel has failed; ms. */
const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 60000;
/** The age from which a channel's end does not make the pause longer; ms. */
const STEADY = 10000;

/** The pauses between attempts to open a channel, longer after each failure. */
export class Ascent {
  #pause = 0;
  #since = Infinity;
  #timer = 0;
  #open = () => {};

  /** Calls `open` after the pause; cancels an earlier call. */
  begin(open = this.#open) {
    clearTimeout(this.#timer);
    this.#open = open;
    this.#timer = setTimeout(open, this.#pause);
  }

  /** Records that a channel has carried play since `now`. */
  succeed(now) { this.#since = now; }

  /** Records at `now` that the channel is closed or silent. */
  fail(now) {
    const wasSteady = now - this.#since > STEADY;
    this.#pause = wasSteady ? FIRST_PAUSE : Math.min(Math.max(FIRST_PAUSE, this.#pause * 2), LONGEST_PAUSE);
    this.#since = Infinity;
  }

  /** Records at `now` that no channel opened; tries again later. */
  retry(now) {
    this.fail(now);
    this.begin();
  }
}
