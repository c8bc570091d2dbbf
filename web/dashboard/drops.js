// Dropped packets, grouped by reason. They are reported once a second instead of once per packet.

import { DROPS } from "./tables.js";

const GROUPS = {
  broken: [
    "tooShort", "tooLong", "unknownType", "reservedNotZero", "empty", "frameTruncated", "frameLength", "frameRepeated", "wrongDirection",
    "historyWithoutState", "angleNotFinite", "angleRange", "buttonRange", "batteryRange", "touchPhase", "touchContact",
  ],
  refused: ["notAllowed", "foreignEndpoint", "full", "gone", "waiting"],
  flooding: ["flooding"],
  late: ["suspect", "duplicate", "tooOld"],
  handshakes: [
    "sessionSize", "sessionType", "sessionVersion", "sessionReserved", "sessionValue", "wrongCode", "noCookie", "forged", "unknownKey", "refused",
    "unknownIndex", "expired", "pairingClosed", "unexpected",
  ],
};
const PERIOD = 1000;

function sums({ drops, droppedByKernel }) {
  const found = Object.entries(GROUPS).map(([group, reasons]) => [group, reasons.reduce((sum, reason) => sum + drops[DROPS.indexOf(reason)], 0)]);
  return { ...Object.fromEntries(found), kernel: droppedByKernel };
}

/** Watches the host's counters of dropped packets for growth. */
export class DropWatch {
  #before = null;
  #since = 0;

  /** Returns the growth of the counters since the last evaluation, as {kind: "drops", group, count} for each group. Evaluates them at most once a
   * second; in between, returns an empty list. */
  apply(host, now) {
    if (this.#before && now - this.#since < PERIOD) return [];
    const [before, after] = [this.#before, sums(host)];
    [this.#before, this.#since] = [after, now];
    if (!before) return [];
    return Object.keys(after).filter((group) => after[group] > before[group])
      .map((group) => ({ kind: "drops", group, count: after[group] - before[group] }));
  }
}
