// The inner frames of docs/protocol.md ("Frames"): written for the host, read from it. All integers are little-endian.

/** The size of the largest message: the counter and 508 bytes of frames, like a datagram. */
const LARGEST = 512;
const TURN = 2 * Math.PI;

/** The bits of the flags of a state. */
export const FLAG = { tilt: 1, sticks: 2, neutral: 4, discontinuity: 8 };

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
// 2π/65536 rad; setInt16 wraps at ±π automatically.
const angle = (radians) => Math.round((radians / TURN) * 65536);
const axis = (deflection) => Math.round(clamp(deflection, -1, 1) * 32767);
const pull = (share) => Math.round(clamp(share, 0, 1) * 255);
const word = (value) => clamp(Math.round(value), -32768, 32767);
const age = (milliseconds, perMillisecond) => clamp(Math.round(milliseconds * perMillisecond), 0, 0xffff);

class Writer {
  #view = new DataView(new ArrayBuffer(LARGEST + 260));
  #end = 0;

  u8(value) { this.#view.setUint8(this.#end, value); this.#end += 1; }
  u16(value) { this.#view.setUint16(this.#end, value, true); this.#end += 2; }
  i16(value) { this.#view.setInt16(this.#end, value, true); this.#end += 2; }
  u32(value) { this.#view.setUint32(this.#end, value, true); this.#end += 4; }
  bytes(list) { for (const byte of list) this.u8(byte); }

  /** Writes a frame, whose length is known last. */
  frame(type, body) {
    this.u8(type);
    const start = this.#end;
    this.u8(0);
    body();
    this.#view.setUint8(start, this.#end - start - 1);
  }

  get result() { return new Uint8Array(this.#view.buffer.slice(0, this.#end)); }
}

// Type and body of each frame, in the order of writing.
const WRITERS = [
  ["state", 0x01, (out, s) => {
    out.u32(s.time);
    out.u8(s.flags);
    out.u8(s.battery ?? 255);
    for (const value of s.tilt ?? [0, 0, 0]) out.i16(angle(value));
    out.u32(s.buttons);
    for (const value of s.sticks ?? [0, 0, 0, 0]) out.i16(axis(value));
    for (const value of s.triggers ?? [0, 0]) out.u8(pull(value));
    out.u16(s.nextEdge);
  }],
  // Ages in milliseconds, newest first.
  ["history", 0x02, (out, samples) => {
    for (const sample of samples.slice(0, 3)) {
      out.u16(age(sample.age, 20));
      for (const value of sample.tilt) out.i16(angle(value));
    }
  }],
  // In g and degrees per second.
  ["motion", 0x03, (out, m) => {
    for (const value of m.acceleration) out.i16(word(value * 4096));
    for (const value of m.rotation) out.i16(word(value * 16));
  }],
  ["edges", 0x04, (out, log) => {
    out.u16(log.first);
    for (const edge of log.list) {
      out.u8(edge.button | (edge.isPress ? 0x80 : 0));
      out.u16(age(edge.age, 10));
    }
  }],
  ["buzz", 0x05, (out, b) => { out.u16(b.round); out.u16(b.edge); out.u32(b.time); }],
  ["pong", 0x06, (out, p) => { out.u32(p.ping); out.u32(p.received); out.u32(p.sent); }],
  ["touchpad", 0x09, (out, bytes) => out.bytes(bytes)],
  ["control", 0x13, (out, c) => { out.u16(c.id); out.u8(c.code); out.u8(c.argument); out.bytes(c.text ?? []); }],
  ["receipt", 0x14, (out, id) => out.u16(id)],
  ["message", 0x16, (out, m) => { out.u8(m.channel); out.bytes(m.bytes); }],
];

/** Returns the bytes of a message: the counter, and each frame in `frames`. */
export function message(counter, frames) {
  const out = new Writer();
  out.u32(counter);
  for (const [name, type, body] of WRITERS) {
    if (frames[name] !== undefined && frames[name] !== null) out.frame(type, () => body(out, frames[name]));
  }
  return out.result;
}

const exactly = (length) => (n) => n === length;
const rest = (view, from, end) => new Uint8Array(view.buffer, view.byteOffset + from, end - from).slice();

// The host's frames: name, test of the length, and reader of the body from `o` to `end`.
const READERS = {
  0x10: ["acknowledgement", exactly(14), (v, o) => ({
    newest: v.getUint32(o, true), received: v.getUint32(o + 4, true), nextEdge: v.getUint16(o + 8, true),
    delay: v.getUint16(o + 10, true), round: v.getUint16(o + 12, true),
  })],
  0x11: ["ping", exactly(4), (v, o) => v.getUint32(o, true)],
  0x12: ["feedback", exactly(8), (v, o) => ({
    strong: v.getUint16(o, true) / 65535, weak: v.getUint16(o + 2, true) / 65535, duration: v.getUint8(o + 4) * 10,
    light: [v.getUint8(o + 5), v.getUint8(o + 6), v.getUint8(o + 7)],
  })],
  0x13: ["control", (n) => n >= 4, (v, o, end) => ({
    id: v.getUint16(o, true), code: v.getUint8(o + 2), argument: v.getUint8(o + 3), text: rest(v, o + 4, end),
  })],
  0x14: ["receipt", exactly(2), (v, o) => v.getUint16(o, true)],
  0x15: ["round", exactly(8), (v, o) => ({
    number: v.getUint16(o, true), phase: v.getUint8(o + 2), winner: v.getUint8(o + 3), margin: v.getUint32(o + 4, true),
  })],
  0x16: ["message", (n) => n >= 1 && n <= 201, (v, o, end) => ({ channel: v.getUint8(o), bytes: rest(v, o + 1, end) })],
  // A wheel's torque and position, −1…1, and its range in degrees.
  0x17: ["torque", exactly(8), (v, o) => ({
    torque: v.getInt16(o, true) / 32767, angle: v.getInt16(o + 2, true) / 32767, range: v.getUint16(o + 4, true),
    lifetime: v.getUint8(o + 6) * 10, isActing: Boolean(v.getUint8(o + 7) & 1),
  })],
  0x18: ["conditions", (n) => n % 13 === 1 && n < 54, () => 0],
};

const isControllers = (type) => type >= 0x01 && type <= 0x09;

/** Returns the frames of a message from the host; null if any part is malformed. */
export function hostFrames(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const frames = {};
  let at = 0;
  while (at + 2 <= view.byteLength) {
    const [type, length] = [view.getUint8(at), view.getUint8(at + 1)];
    const end = at + 2 + length;
    if (end > view.byteLength || isControllers(type)) return null;
    const reader = READERS[type];
    if (reader) {
      const [name, fits, read] = reader;
      if (!fits(length) || name in frames) return null;
      frames[name] = read(view, at + 2, end);
    }
    at = end;
  }
  return at === view.byteLength && at > 0 ? frames : null;
}
