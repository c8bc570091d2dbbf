// Dropped packets, by kinds of reasons, to read once a second and not per packet.

/** The numbers of the reasons at the top of docs/protocol.md. */
const GROUPS = {
  broken: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
  refused: [15, 16, 17, 19, 37],
  flooding: [18],
  late: [20, 21, 22],
  handshakes: [23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36],
};
const PERIOD = 1000;

/** The number of reasons. */
export const REASONS = Object.values(GROUPS).flat().length;

function sums({ drops, droppedByKernel }) {
  const found = Object.entries(GROUPS).map(([group, places]) => [group, places.reduce((sum, place) => sum + drops[place], 0)]);
  return { ...Object.fromEntries(found), kernel: droppedByKernel };
}

/** Watches the host's counters. */
export class DropWatch {
  #before = null;
  #since = 0;

  /** Returns the growth of the last second: {kind: "drops", group, count} for each group; nothing within the second. */
  apply(host, now) {
    if (this.#before && now - this.#since < PERIOD) return [];
    const [before, after] = [this.#before, sums(host)];
    [this.#before, this.#since] = [after, now];
    if (!before) return [];
    return Object.keys(after).filter((group) => after[group] > before[group])
      .map((group) => ({ kind: "drops", group, count: after[group] - before[group] }));
  }
}
