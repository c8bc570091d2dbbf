// A minute of play, which measures the age of the axes at the host, and the presses that do not reach the host.

import { after, quantile, until } from "./time.js";

/** The button that is pressed: the last button without a name, which no game uses. */
const BUTTON = 30;
/** The number of presses. */
const PRESSES = 60;
/** The time from press to press, ms. */
const PERIOD = 1000;
/** The time from a press to its release, ms. */
const HELD = 100;
/** The time after which a press counts as lost, ms. The log of edges (edges.js) forgets a press after a second. */
const PATIENCE = 2000;

/** Plays on the `visit`, and calls `tell` each second with the seconds left. `signal` ends it early. Returns {count, lost, age, high}: the numbers
 * of all presses and of lost ones, and the median and the 99th percentile of the ages in ms, null without ages. */
export async function play(visit, tell, signal) {
  const before = visit.lost;
  let count = 0;
  visit.record();
  visit.isKeen = true;
  while (count < PRESSES && !signal.aborted) {
    tell(PRESSES - count);
    visit.press(BUTTON, true);
    await after(HELD);
    visit.press(BUTTON, false);
    count += 1;
    await until(() => signal.aborted, PERIOD - HELD);
  }
  await until(() => visit.pending === 0, PATIENCE);
  visit.isKeen = false;
  const [age, high] = [quantile(visit.ages, 0.5), quantile(visit.ages, 0.99)];
  return { count, lost: Math.min(count, Math.ceil((visit.lost - before + visit.pending) / 2)), age, high };
}
