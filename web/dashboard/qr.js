// A QR code as one path.

import { draw } from "./dom.js";

/** The width of the quiet zone, in modules (ISO/IEC 18004: four). */
const QUIET = 4;

/** Returns whether `rows` form a square of 0s and 1s. */
export function isCode(rows) {
  return Array.isArray(rows) && rows.length >= 21 && rows.length <= 177
    && rows.every((row) => typeof row === "string" && row.length === rows.length && /^[01]*$/.test(row));
}

/** Returns the path of the dark modules, each of size 1, with a rectangle for each run in a row. */
export function path(rows) {
  return rows.flatMap((row, y) => [...row.matchAll(/1+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)).join("");
}

/** Draws a code into `svg`; draws nothing without one. */
export function drawCode(svg, rows) {
  svg.toggleAttribute("hidden", !isCode(rows));
  if (!isCode(rows)) return svg.replaceChildren();
  const size = rows.length + 2 * QUIET;
  svg.setAttribute("viewBox", `${-QUIET} ${-QUIET} ${size} ${size}`);
  const ground = draw("rect", { x: -QUIET, y: -QUIET, width: size, height: size, rx: 2, fill: "#FFF" });
  svg.replaceChildren(ground, draw("path", { d: path(rows), fill: "#000", "shape-rendering": "crispEdges" }));
}
