// Interruptions: a locked phone, and a network that goes away and comes back.

import { until } from "./time.js";

/** The time for which a page has to be hidden, to count as a locked phone; ms. */
const HIDDEN = 2000;
/** The longest wait for play after the phone is back, ms. */
const PATIENCE = 30_000;

const isSame = (one, other) => one?.player === other?.player && one?.session === other?.session;

/** Waits until the page was hidden and plays again. Returns {seconds, same}, {seconds: null} if play does not go on, or null if `signal` ended the
 * wait. `same` is true if the page is the same player in the same session as before. */
export async function lock(visit, signal) {
  const seat = visit.seat;
  let [hidden, back] = [Infinity, 0];
  // This uses events, as the timers of a hidden page stand still, and its clock may stand still too.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hidden = Date.now();
    else if (Date.now() - hidden > HIDDEN) back = performance.now();
  }, { signal });
  return await until(() => back, Infinity, signal) ? returned(visit, seat, back) : null;
}

async function returned(visit, seat, back) {
  const isBack = await until(() => visit.heard > back, PATIENCE);
  return isBack ? { seconds: (visit.heard - back) / 1000, same: isSame(visit.seat, seat) } : { seconds: null };
}

/** Waits until play was interrupted and goes on. Returns {seconds, same} with the length of the interruption, {seconds: null} if `signal` ended
 * the wait during it, or null if before it. `same` is as in `lock`. */
export async function wifi(visit, signal, tell) {
  const [seat, count] = [visit.seat, visit.breaks.length];
  const isAway = () => performance.now() - visit.heard > 1500;
  if (!await until(() => isAway() || visit.breaks.length > count, Infinity, signal)) return null;
  tell();
  await until(() => visit.breaks.length > count, Infinity, signal);
  const gap = visit.breaks[count];
  return gap ? { seconds: (gap.to - gap.from) / 1000, same: isSame(visit.seat, seat) } : { seconds: null };
}
