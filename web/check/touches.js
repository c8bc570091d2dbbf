// Measures touches: how many can be down at once, how late they are reported, and how many the system cancels.

import { Pointers } from "../pointers.js";
import { quantile } from "./time.js";

/** The least number of touches for a complete measurement. */
export const ENOUGH = 10;

/** Counts the touches on `field`; `changed()` is called when one begins or ends. */
export class Touches {
  count = 0;
  /** The largest number of fingers at the same time. */
  most = 0;
  cancelled = 0;
  #late = [];
  #pointers;
  #stop = new AbortController();

  constructor(field, changed) {
    this.#pointers = new Pointers(field);
    const show = () => { field.classList.toggle("held", this.#pointers.count > 0); changed(); };
    this.#pointers.add(field, {
      begin: ({ time }) => {
        this.count += 1;
        this.most = Math.max(this.most, this.#pointers.count);
        this.#late.push(Math.max(0, performance.now() - time));
        show();
      },
      move() {},
      end: show,
    });
    field.addEventListener("pointercancel", () => { this.cancelled += 1; }, { capture: true, signal: this.#stop.signal });
  }

  /** True if the measurement is complete. */
  get isDone() { return this.count >= ENOUGH && this.most > 1; }

  /** The result; null without a touch. */
  get result() {
    const { most, cancelled } = this;
    return this.count ? { most, cancelled, late: Math.round(quantile(this.#late, 0.5)) } : null;
  }

  /** Stops counting. */
  stop() {
    this.#stop.abort();
    this.#pointers.stop();
  }
}
