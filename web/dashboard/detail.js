// The details of the selected player: delays, tilt, stalls.

import { drawBadge } from "../badge.js";
import { word } from "../language.js";
import { drawBins, drawStrip, LIMITS } from "./chart.js";
import { at, paint, write } from "./dom.js";
import { called, milliseconds } from "./table.js";

const range = (bin) => {
  if (bin === 0) return `<${LIMITS[0]}`;
  return bin < LIMITS.length ? `${LIMITS[bin - 1]}–${LIMITS[bin]}` : `≥${LIMITS.at(-1)}`;
};

/** Returns a histogram as text, without empty bins. */
export function binText(counts) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const share = (count) => ((100 * count) / total).toFixed(count * 10 < total ? 1 : 0);
  const bins = counts.map((count, bin) => count && word("bin", { range: range(bin), share: share(count) })).filter(Boolean);
  return word("delaysText", { total, bins: bins.join(", ") });
}

/** The upper limit of the first bin, ms, in a histogram of the network's delays, and in one of the machine's. */
const [NETWORK, MACHINE] = [1, 0.016];

/** Returns the delay that 99 % of the packets do not exceed, ms.
 *
 * The delay is a bin's upper limit; `first` is the limit of the first bin. Returns a dash if there are no packets, or if the bin has no
 * limit. */
export function limit(counts, first) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let sum = 0;
  const bin = counts.findIndex((count) => { sum += count; return sum >= total * 0.99; });
  return total && bin < counts.length - 1 ? `<\u2009${Number((first * 2 ** bin).toPrecision(2))}` : "–";
}

/** Shows the details of `player` at `now`. Text is shown only if `isReading`, so that it does not change too fast to be read. */
export function showDetail(player, now, isReading) {
  at("detail").hidden = !player;
  if (!player) return;
  const isOther = at("detail").dataset.slot !== String(player.slot);
  at("detail").dataset.slot = player.slot;
  paint(at("detail"), player.colour);
  const reach = drawStrip(at("strip"), player.strip, now, player.colour);
  if (isReading || isOther) read(player, now, reach);
}

function read(player, now, reach) {
  const name = called(player);
  if (at("who").dataset.name !== `${player.slot} ${name}`) drawBadge(at("who"), player.slot, name);
  at("who").dataset.name = `${player.slot} ${name}`;
  const counts = player.delays.window(now);
  drawBins(at("bins"), counts, player.colour);
  write(at("bins-text"), binText(counts));
  write(at("delay"), word("delayText", { network: limit(counts, NETWORK), machine: limit(player.handling.window(now), MACHINE) }));
  write(at("strip-text"), word("stripText", { value: reach.toFixed(2) }));
  write(at("stalls"), String(player.stalls.count));
  write(at("longest"), player.stalls.count ? milliseconds(player.stalls.longest) : "–");
}
