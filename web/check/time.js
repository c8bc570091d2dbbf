// Waiting, in promises.

/** Returns a promise that resolves after `ms`. */
export const after = (ms) => new Promise((done) => { setTimeout(done, ms); });

/** Waits until `condition` returns a true value, at most for `ms`; returns its last value. `signal` ends the wait. */
export async function until(condition, ms = Infinity, signal = null) {
  const end = performance.now() + ms;
  let value = condition();
  while (!value && performance.now() < end && !signal?.aborted) {
    await after(50);
    value = condition();
  }
  return value;
}

/** Returns the quantile of `list` at `part`, 0 to 1; null for an empty list. */
export function quantile(list, part) {
  const sorted = [...list].sort((one, other) => one - other);
  return sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] : null;
}
