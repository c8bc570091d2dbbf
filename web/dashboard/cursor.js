// The frames of the bridge's status (docs/protocol.md, "Status frames"): `u8 type, u16 length, body`, all integers little-endian.

import { STATUS } from "./tables.js";

/** The size of a frame's header, which is the type and the length, bytes. */
const HEADER_SIZE = 3;

/** A reader of successive values. Reading past the end throws a RangeError. */
export class Cursor {
  #view;
  #at = 0;

  constructor(view) { this.#view = view; }

  /** The number of remaining bytes. */
  get left() { return this.#view.byteLength - this.#at; }

  u8() { return this.#view.getUint8(this.skip(1)); }
  u16() { return this.#view.getUint16(this.skip(2), true); }
  i16() { return this.#view.getInt16(this.skip(2), true); }
  u32() { return this.#view.getUint32(this.skip(4), true); }
  i32() { return this.#view.getInt32(this.skip(4), true); }
  /** A counter, exact up to 2⁵³, which is 4 million years of packets. */
  u64() { return this.u32() + this.u32() * 2 ** 32; }

  /** Skips `size` bytes, and returns the previous offset. */
  skip(size) {
    const at = this.#at;
    this.#at += size;
    return at;
  }

  /** Reads `count` values, each with `value(cursor)`. */
  list(count, value) { return Array.from({ length: count }, () => value(this)); }

  /** Reads values up to the end. */
  rest(value) {
    const values = [];
    while (this.left > 0) values.push(value(this));
    return values;
  }

  /** Returns a cursor over the next `size` bytes, and skips them; null if there are fewer. */
  part(size) {
    if (size > this.left) return null;
    return new Cursor(new DataView(this.#view.buffer, this.#view.byteOffset + this.skip(size), size));
  }

  /** Reads counters up to the end: a list of `count` numbers, with 0 for missing ones. */
  counters(count) {
    const values = new Array(count).fill(0);
    for (const [number, value] of this.rest((cursor) => [cursor.u8(), cursor.u64()])) if (number < count) values[number] = value;
    return values;
  }
}

/** Reads the frames up to the end; returns a map from names to cursors over the bodies, or null if a frame runs past the end. Frames of
 * unexpected sizes are skipped. */
export function readFrames(cursor) {
  const frames = new Map();
  while (cursor.left > 0) {
    if (cursor.left < HEADER_SIZE) return null;
    const [type, length] = [cursor.u8(), cursor.u16()];
    const body = cursor.part(length);
    if (!body) return null;
    const [name, fixed, part] = STATUS[type] ?? [];
    const isFit = part ? length >= fixed && (length - fixed) % part === 0 : length === fixed;
    if (isFit) frames.set(name, body);
  }
  return frames;
}
