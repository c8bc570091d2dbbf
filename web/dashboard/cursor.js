// The frames of the bridge's status (docs/protocol.md, "Status frames"): `u8 type, u16 length, body`, all integers little-endian.

import { STATUS } from "./tables.js";

/** The size of the type and the length before a body, bytes. */
const HEADER_SIZE = 3;

/** A reader that reads one value after the other; a read past the end throws a RangeError. */
export class Cursor {
  #view;
  #at = 0;

  constructor(view) { this.#view = view; }

  /** The number of bytes that are left. */
  get left() { return this.#view.byteLength - this.#at; }

  u8() { return this.#view.getUint8(this.skip(1)); }
  u16() { return this.#view.getUint16(this.skip(2), true); }
  i16() { return this.#view.getInt16(this.skip(2), true); }
  u32() { return this.#view.getUint32(this.skip(4), true); }
  i32() { return this.#view.getInt32(this.skip(4), true); }
  /** A counter, exact up to 2⁵³, which is 4 million years of packets. */
  u64() { return this.u32() + this.u32() * 2 ** 32; }

  /** Skips `size` bytes, and returns the offset before. */
  skip(size) {
    const at = this.#at;
    this.#at += size;
    return at;
  }

  /** Reads `count` values, each by `value(cursor)`. */
  list(count, value) { return Array.from({ length: count }, () => value(this)); }

  /** Reads values up to the end. */
  rest(value) {
    const values = [];
    while (this.left > 0) values.push(value(this));
    return values;
  }

  /** Returns a cursor over the next `size` bytes and moves on; null if there are fewer. */
  part(size) {
    if (size > this.left) return null;
    return new Cursor(new DataView(this.#view.buffer, this.#view.byteOffset + this.skip(size), size));
  }

  /** Reads counters up to the end: a list of `count` numbers, 0 for those that are missing. */
  counters(count) {
    const values = new Array(count).fill(0);
    for (const [number, value] of this.rest((cursor) => [cursor.u8(), cursor.u64()])) if (number < count) values[number] = value;
    return values;
  }
}

/** Reads the frames up to the end: a map from name to a cursor over the body; null if one runs past the end.
 * Frames of unexpected size are skipped. */
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
