// The findings about a layout: errors, with which it can be neither saved nor tried, warnings, hints.

import { halfPeriod } from "../extras.js";
import { LEAST_mm, MILLIMETRE } from "../layout.js";
import { faults, outputsOf } from "../rules.js";
import { boxesOf, gridSize, isTooLarge } from "./file.js";

/** Screens in landscape: the page's size, px; its px per mm; the insets of notch and home bar at the left, right and bottom, px. The first is the
 * smallest. */
const PHONES = [
  { width: 667, height: 375, density: 6.42, insets: [0, 0, 0] },
  { width: 800, height: 360, density: 6.25, insets: [0, 0, 0] },
  { width: 844, height: 390, density: 6.04, insets: [47, 47, 21] },
  { width: 932, height: 430, density: 6, insets: [59, 59, 21] },
  { width: 1180, height: 820, density: 5.2, insets: [0, 0, 20] },
];
/** Sizes of page.css, px: bar, edge, gap in mm and minimum gap, and the width from which controls keep off the edges. */
const [BAR, EDGE, GAP_mm, GAP, WIDE] = [44, 6, 1.2, 6, 740];
/** A thumb's reach from the nearer lower corner, mm. */
const REACH_mm = 60;
/** The width, px, below which a screen is held in both hands; others lie on a table. */
const HANDHELD = 1000;
/** One target's share of its control's box, by type. */
const PART = new Map([["cluster", 0.36], ["dpad", 0.5]]);
/** The types of controls that no finger touches. */
const SHOWN = ["bar", "players"];
/** Outputs that games need at once: one hand's and the other's. */
const MOVING = ["lx", "ly", "UP", "LEFT"];
const ACTING = ["rx", "ry", "RT", "A"];

/** Returns the boxes on a phone, px, by cell: left, top, width, height, right, bottom. `scale` is the player's size, 1 for 100 %. */
export function measure(layout, phone, scale = 1) {
  const isUpright = layout.orientation === "portrait";
  const [left, right, below] = isUpright ? [0, 0, Math.max(...phone.insets)] : phone.insets;
  const [width, height] = isUpright ? [phone.height, phone.width] : [phone.width, phone.height];
  const off = width >= WIDE ? 2 * MILLIMETRE * scale : 0;
  const from = { x: Math.max(EDGE, left) + off, y: BAR };
  const room = { x: width - from.x - Math.max(EDGE, right) - off, y: height - from.y - Math.max(EDGE, below) };
  const size = gridSize(layout);
  const gap = Math.max(GAP, GAP_mm * MILLIMETRE * scale);
  const step = { x: (room.x + gap) / size.columns, y: (room.y + gap) / size.rows };
  return new Map([...boxesOf(layout)].map(([cell, { row, column, rows, columns }]) => [cell, {
    left: from.x + (column - 1) * step.x, top: from.y + (row - 1) * step.y, width: columns * step.x - gap, height: rows * step.y - gap,
    right: width - from.x - (column - 1 + columns) * step.x + gap, bottom: height - from.y - (row - 1 + rows) * step.y + gap,
  }]));
}

/** Returns the shorter side of the smallest target of a control, mm. */
const smallest = (type, box, density) => (Math.min(box.width, box.height) * (PART.get(type) ?? 1)) / density;

const wrong = (what) => [{ level: "error", cell: null, what }];
const errors = (layout) => [
  ...(Object.keys(layout.controls).length ? [] : wrong("empty")), ...(isTooLarge(layout) ? wrong("large") : []),
  ...faults(layout).map(({ cell, fault }) => ({ level: "error", cell, what: "twice", values: { out: fault.split(" ")[0] } })),
];

function small(layout, scale) {
  const [phone] = PHONES;
  return [...measure(layout, phone, scale)].filter(([cell]) => !SHOWN.includes(layout.controls[cell].type))
    .map(([cell, box]) => [cell, smallest(layout.controls[cell].type, box, phone.density)])
    .filter(([, side]) => side < LEAST_mm - 0.05).map(([cell, side]) => ({ level: "warning", cell, what: "small", values: { mm: side.toFixed(1) } }));
}

function far(layout, scale) {
  const held = PHONES.filter(({ width }) => width < HANDHELD);
  const ways = new Map();
  for (const phone of held) {
    for (const [cell, { left, right, bottom }] of measure(layout, phone, scale)) {
      const way = Math.hypot(Math.max(0, Math.min(left, right)), Math.max(0, bottom)) / phone.density;
      if (way > (ways.get(cell) ?? REACH_mm)) ways.set(cell, way);
    }
  }
  const isTouched = ([cell]) => !SHOWN.includes(layout.controls[cell].type);
  return [...ways].filter(isTouched).map(([cell, way]) => ({ level: "hint", cell, what: "far", values: { mm: Math.round(way) } }));
}

/** Returns a hint if the only thumb that can steer also has all controls that games need meanwhile. */
function crowded(layout) {
  const { columns } = gridSize(layout);
  const sides = new Map([...boxesOf(layout)].map(([cell, box]) => [cell, Math.sign(2 * (box.column - 1) + box.columns - columns)]));
  const touched = Object.entries(layout.controls).filter(([, { type }]) => ![...SHOWN, "tilt"].includes(type));
  const having = (outs) => touched.filter(([, control]) => outputsOf(control, true).some((out) => outs.includes(out))).map(([cell]) => cell);
  const [moving, acting] = [having(MOVING), having(ACTING)];
  const [first] = moving;
  const side = sides.get(first);
  if (!side || moving.some((cell) => sides.get(cell) !== side) || acting.some((cell) => sides.get(cell) !== side)) return [];
  return acting.filter((cell) => !moving.includes(cell)).slice(0, 1).map((cell) => ({ level: "hint", cell, what: "crowded", values: { other: first } }));
}

function hints(layout, press) {
  const controls = Object.entries(layout.controls);
  const canStart = controls.some(([, control]) => outputsOf(control, true).includes("START"));
  const fast = controls.filter(([, { turbo }]) => turbo && halfPeriod(turbo, press) > 500 / turbo);
  const limit = Math.floor(500 / halfPeriod(Infinity, press));
  return [...(canStart ? [] : [{ level: "hint", cell: null, what: "noStart" }]),
    ...fast.map(([cell]) => ({ level: "hint", cell, what: "fast", values: { rate: limit } })), ...crowded(layout)];
}

/** Returns the findings about a layout as a list of {level, cell, what, values}, with errors first. `scale` is the player's size, `press` the
 * host's shortest press in ms, if it is known. */
export const check = (layout, { scale = 1, press } = {}) => [...errors(layout), ...small(layout, scale), ...far(layout, scale), ...hints(layout, press)];

/** Returns whether a layout can be saved and tried. */
export const isGood = (layout) => !errors(layout).length;
