// The calibration of the gyroscope: its rates while the phone lies still are its drift, which the page subtracts from then on.

import { button, make } from "./element.js";
import { current, tag, word } from "./language.js";
import { askForSensors, correct } from "./sensor.js";
import { keep, load } from "./settings.js";

/** The time that the phone must lie still, ms. */
const WATCH = 1000;
/** The longest wait, ms. */
const PATIENCE = 10_000;
/** The largest difference between two rates of a phone that lies still, about each axis; °/s. */
const SPREAD = 0.5;
/** The fewest samples for a drift. */
const FEWEST = 10;
/** The largest drift that is subtracted, °/s. */
const LARGEST = 5;
const KEY = "tiltpad.drift";
const DAY = 86_400_000;

/** Returns the stored drift {rate: °/s about the device's axes, at: ms since 1970}; null if there is no valid one. */
function known() {
  const { rate, at } = load("localStorage", KEY);
  return Array.isArray(rate) && [0, 1, 2].every((axis) => Number.isFinite(rate[axis]) && Math.abs(rate[axis]) <= LARGEST) ? { rate, at } : null;
}

correct(known()?.rate ?? [0, 0, 0]);

/** Finds the drift: the mean of a second in which the phone lies still. */
class Stillness {
  /** True if the phone moved within the last second. */
  isMoving = false;
  #samples = [];

  /** Adds the rates about the three axes, °/s, at `now`; returns the drift, or null while it is unknown. */
  add(rate, now) {
    this.#samples = [...this.#samples.filter((sample) => now - sample.now < WATCH), { rate, now }];
    const axes = [0, 1, 2].map((axis) => this.#samples.map((sample) => sample.rate[axis]));
    const means = axes.map((rates) => rates.reduce((sum, each) => sum + each, 0) / rates.length);
    const isStill = axes.every((rates) => Math.max(...rates) - Math.min(...rates) < SPREAD);
    // Faster, even rates are no drift: a hand may turn the phone evenly.
    this.isMoving = !isStill || means.some((mean) => Math.abs(mean) > LARGEST);
    const isWhole = this.#samples.length >= FEWEST && now - this.#samples[0].now > 0.9 * WATCH;
    return isWhole && !this.isMoving ? means : null;
  }
}

/** Resolves with the drift, or null if `signal` or PATIENCE ends the wait first; calls `step(isMoving)` on each sample. */
export function measure(step, signal) {
  const stillness = new Stillness();
  return new Promise((resolve) => {
    const stop = new AbortController();
    const end = (drift) => { stop.abort(); clearTimeout(timer); resolve(drift); };
    const timer = setTimeout(end, PATIENCE, null);
    signal.addEventListener("abort", () => end(null));
    addEventListener("devicemotion", ({ rotationRate: rate }) => {
      if (typeof rate?.alpha !== "number") return;
      const drift = stillness.add([rate.alpha, rate.beta, rate.gamma], performance.now());
      if (drift) end(drift);
      else step(stillness.isMoving);
    }, { signal: stop.signal });
  });
}

/** Returns the words for the present calibration. */
function status() {
  const drift = known();
  if (!drift) return "";
  const days = Math.max(0, Math.floor((Date.now() - drift.at) / DAY)) || 0;
  return word("calibrated", { ago: new Intl.RelativeTimeFormat(tag(current()), { numeric: "auto" }).format(-days, "day") });
}

function key(name, act) {
  const made = button(word(name), act, { class: "key", "data-setting": name });
  made.style.minHeight = "44px";
  return made;
}

/** Returns the row of the menu `dialog` that calibrates the gyroscope, or removes the calibration. */
export function driftRow(dialog) {
  const said = make("output");
  // Screen readers would read the same text again.
  const show = (text) => { if (said.textContent !== text) said.textContent = text; };
  const change = (drift) => { keep("localStorage", KEY, drift); correct(drift?.rate ?? [0, 0, 0]); refresh(); };
  const start = key("measureDrift", async () => {
    start.disabled = true;
    const closed = new AbortController();
    dialog.addEventListener("close", () => closed.abort(), { once: true });
    show(word("lieStill"));
    const rate = await askForSensors() && await measure((isMoving) => show(word(isMoving ? "phoneMoves" : "lieStill")), closed.signal);
    start.disabled = false;
    if (rate) change({ rate, at: Date.now() });
    else show(word("notCalibrated"));
  });
  const forget = key("forgetDrift", () => change(null));
  const refresh = () => { show(status()); forget.hidden = !known(); };
  refresh();
  return make("div", {}, start, said, forget);
}
