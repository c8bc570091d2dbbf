// Two charts on canvas: a histogram of delays, and a strip of the last seconds of a tilt.

import { BINS } from "./tables.js";

/** The length of the strip, ms. */
export const STRIP = 10_000;
/** The scales of the strip, rad; the smallest one that fits all values is used. */
const SCALES = [0.1, 0.25, 0.5, 1, 2, Math.PI];
const SOFT = "#9DB0C4";
const LINE = "#3A4756";

/** The upper limits of the bins, ms; the last bin has none. */
export const LIMITS = Array.from({ length: BINS - 1 }, (_, bin) => 2 ** bin);

/** Returns the scale for values up to `reach`. */
export const scale = (reach) => SCALES.find((one) => one >= reach) ?? Math.PI;

/** Makes a canvas as sharp as the screen; returns its drawing context, its size and its font's size in px. */
function prepare(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const { clientWidth: width, clientHeight: height } = canvas;
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const size = parseFloat(getComputedStyle(canvas).fontSize);
  context.font = `${size}px system-ui, sans-serif`;
  context.direction = "ltr";
  return { context, width, height, size };
}

function write(context, text, x, y, align, colour = SOFT) {
  context.fillStyle = colour;
  context.textAlign = align;
  context.fillText(text, x, y);
}

/** Draws the number of packets in each bin, as bars of `colour`. */
export function drawBins(canvas, counts, colour) {
  const { context, width, height, size } = prepare(canvas);
  const [most, total] = [Math.max(...counts, 1), counts.reduce((sum, count) => sum + count, 0)];
  const [foot, head] = [size * 1.6, size * 1.6];
  const step = width / counts.length;
  counts.forEach((count, bin) => {
    const middle = (bin + 0.5) * step;
    const tall = (count / most) * (height - foot - head);
    context.fillStyle = LINE;
    context.fillRect(bin * step + step * 0.12, height - foot, step * 0.76, 1);
    context.fillStyle = colour;
    context.beginPath();
    const bar = count ? Math.max(tall, 2) : 0;
    context.roundRect(bin * step + step * 0.12, height - foot - bar, step * 0.76, bar, [Math.min(6, bar, step * 0.3), Math.min(6, bar, step * 0.3), 0, 0]);
    context.fill();
    if (count) write(context, percent(count, total), middle, height - foot - bar - size * 0.4, "center");
    const label = bin < LIMITS.length ? `<${LIMITS[bin]}` : `≥${LIMITS.at(-1)}`;
    write(context, label, middle, height - size * 0.35, "center");
  });
}

function percent(count, total) {
  const share = (100 * count) / total;
  return share < 1 ? "<1%" : `${Math.round(share)}%`;
}

/** Draws the last ten seconds of a strip at `now`, raw values as a thin line, and smoothed values in `colour`. Returns the largest magnitude, rad. */
export function drawStrip(canvas, strip, now, colour) {
  const { context, width, height, size } = prepare(canvas);
  const reach = strip.reach(now - STRIP);
  const top = scale(reach);
  const left = size * 3.4;
  const x = (time) => left + (width - left) * (1 - (now - time) / STRIP);
  const y = (angle) => height / 2 - (angle / top) * (height / 2 - size);
  drawGrid(context, { width, left, size, top, y });
  // A pause in the samples is a gap in the line.
  for (const [which, style, thickness] of [[0, SOFT, 1.25], [1, colour, 2.5]]) {
    context.beginPath();
    let before = -Infinity;
    strip.forEach(now - STRIP, (time, ...values) => {
      if (time - before > 500) context.moveTo(x(time), y(values[which]));
      else context.lineTo(x(time), y(values[which]));
      before = time;
    });
    [context.strokeStyle, context.lineWidth, context.lineJoin] = [style, thickness, "round"];
    context.stroke();
  }
  return reach;
}

function drawGrid(context, { width, left, size, top, y }) {
  [context.strokeStyle, context.lineWidth] = [LINE, 1];
  for (const share of [-1, -0.5, 0, 0.5, 1]) {
    const at = Math.round(y(share * top)) + 0.5;
    context.beginPath();
    context.setLineDash(share ? [2, 4] : []);
    context.moveTo(left, at);
    context.lineTo(width, at);
    context.stroke();
    const value = Math.abs(share * top);
    const text = value.toFixed(value < 1 && value * 10 % 1 > 0.01 ? 2 : 1);
    if (Math.abs(share) !== 0.5) write(context, share ? `${share < 0 ? "−" : "+"}${text}` : "0", left - size * 0.5, at + size * 0.35, "right");
  }
  context.setLineDash([]);
}
