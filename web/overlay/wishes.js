// The options in the overlay's address, and the size of the drawings that results from them.

import { SLOTS } from "../dashboard/tables.js";

/** The parts of a player that an overlay can show. */
const PARTS = ["pad", "wheel", "name"];
/** The parts that are shown if the address names none. */
const USUAL = ["pad", "name"];
/** The least and the greatest width of a player, px. */
const [NARROWEST, WIDEST] = [40, 2000];

// The widths and distances in units of a tenth of a drawing's height, as in overlay.css.
const WIDTHS = { pad: 16, wheel: 10 };
const [DRAWING, NAME, BESIDE, BELOW, APART] = [10, 2.4, 1, 0.5, 1];

const list = (text) => (text ?? "").split(",").filter(Boolean);

/** Reads the query of an address: the slots to show (empty for all), the parts, and the width of a player in px (null to fill the window). */
export function wishes(query) {
  const wanted = new URLSearchParams(query);
  const slots = list(wanted.get("player")).map(Number).filter((slot) => Number.isInteger(slot) && slot >= 1 && slot <= SLOTS);
  const shown = PARTS.filter((part) => list(wanted.get("show")).includes(part));
  const size = Number(wanted.get("size"));
  return { slots: wanted.has("all") ? [] : slots, parts: shown.length ? shown : USUAL, size: size >= NARROWEST && size <= WIDEST ? size : null };
}

/** Returns a player's width and height, in units. */
export function extent(parts) {
  const drawings = parts.filter((part) => part in WIDTHS);
  const width = drawings.reduce((sum, part) => sum + WIDTHS[part], Math.max(0, drawings.length - 1) * BESIDE);
  const rows = [drawings.length ? DRAWING : 0, parts.includes("name") ? NAME : 0].filter(Boolean);
  return { width: width || WIDTHS.pad, height: rows.reduce((sum, row) => sum + row, (rows.length - 1) * BELOW) };
}

/** Returns the unit in px. With it, each of `count` players has the wished width, or is as large as a window of `width` × `height` px allows. */
export function unit({ parts, size }, count, width, height) {
  const one = extent(parts);
  if (size) return size / one.width;
  const fits = Array.from({ length: Math.max(1, count) }, (_, index) => {
    const columns = index + 1;
    const rows = Math.ceil(Math.max(1, count) / columns);
    return Math.min(width / (columns * (one.width + APART)), height / (rows * (one.height + APART)));
  });
  return Math.max(...fits);
}
