// The grid of a layout as boxes: {row, column, rows, columns} by the name of the cell, counted from 1.

import { cells, columns } from "../layout.js";

/** Returns the boxes of a layout, in reading order. */
export const boxesOf = ({ grid }) => new Map([...cells(grid)].sort(([, one], [, other]) => one.row - other.row || one.column - other.column));

/** Returns the numbers of rows and columns of a layout. */
export const sizeOf = ({ grid }) => ({ rows: grid.length, columns: columns(grid) });

/** Returns the rows of a grid of that size with these boxes. */
export function draw({ rows, columns: width }, boxes) {
  const names = Array.from({ length: rows }, () => Array(width).fill("."));
  for (const [name, { row, column, rows: height, columns: span }] of boxes) {
    for (let y = row - 1; y < row - 1 + height; y += 1) names[y].fill(name, column - 1, column - 1 + span);
  }
  return names.map((line) => line.join(" "));
}

/** Returns whether a box is in a grid of that size. */
export const isInside = (box, { rows, columns: width }) => box.row >= 1 && box.column >= 1 && box.rows >= 1 && box.columns >= 1
  && box.row + box.rows - 1 <= rows && box.column + box.columns - 1 <= width;

const areApart = (from, length, otherFrom, otherLength) => from + length <= otherFrom || otherFrom + otherLength <= from;

/** Returns the names of the boxes that `box` covers, without that of `name`. */
export function covered(box, boxes, name) {
  const isCovered = ([other, { row, column, rows, columns: width }]) => other !== name
    && !areApart(box.row, box.rows, row, rows) && !areApart(box.column, box.columns, column, width);
  return [...boxes].filter(isCovered).map(([other]) => other);
}

/** Returns `box` in a grid of another size; it may have no rows or columns there. */
export function scaled(box, from, to) {
  const edge = (number, old, next) => Math.round(((number - 1) * next) / old) + 1;
  const [row, column] = [edge(box.row, from.rows, to.rows), edge(box.column, from.columns, to.columns)];
  const [bottom, right] = [edge(box.row + box.rows, from.rows, to.rows), edge(box.column + box.columns, from.columns, to.columns)];
  return { row, column, rows: bottom - row, columns: right - column };
}

/** Returns `box` on the other side of the middle of a grid. */
export const mirrored = (box, { columns: width }) => ({ ...box, column: width + 2 - box.column - box.columns });

/** Returns the free place of that size that is nearest to `wanted`, {row, column}; null if there is none. */
export function freePlace(boxes, size, { rows, columns: width }, wanted) {
  let [best, least] = [null, Infinity];
  for (let row = 1; row + rows - 1 <= size.rows; row += 1) {
    for (let column = 1; column + width - 1 <= size.columns; column += 1) {
      const box = { row, column, rows, columns: width };
      const far = Math.hypot(row - wanted.row, column - wanted.column);
      if (far < least && !covered(box, boxes).length) [best, least] = [box, far];
    }
  }
  return best;
}
