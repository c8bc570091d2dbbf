// The page's messages to the host, over any carrier: they are numbered, repeat edges, include the last tilts, carry
// receipts, and are counted while under way.

import { EdgeLog } from "./edges.js";
import { FLAG, hostFrames, message } from "./frames.js";

/** The time without an acknowledgement after which a message counts as lost on a lossy carrier; ms. */
const LOST = 100;

const microseconds = (milliseconds) => Math.round(milliseconds * 1000) % 2 ** 32;

/** The conversation of one page load; times are milliseconds of `performance.now()`. */
export class Stream {
  /** The number of the newest message; messages count from 1 and never restart. */
  counter = 0;
  edges = new EdgeLog();
  /** The host's last feedback for motors and light. */
  feedback = null;
  #samples = [];
  #control = [];
  #nextID = 1;
  #newestID = null;
  #receipt = null;
  #ping = null;
  #buzz = null;

  /** Sends `code` with every message until its receipt arrives, after all earlier codes. */
  say(code, argument = 0) {
    this.#control.push({ id: this.#nextID, code, argument });
    this.#nextID = (this.#nextID + 1) & 0xffff;
  }

  /** Adds to each message that edge `edge`, a press at `time`, is for `round`, until the host has both; once per round. */
  buzz(round, edge, time) {
    if (this.#buzz?.round !== round) this.#buzz = { round, edge, time: microseconds(time) };
  }

  /** True if a receipt or a pong waits for the next packet. */
  get isUrgent() { return this.#receipt !== null || this.#ping !== null; }

  /** Composes the message at `now` for `sample`: {tilt, sticks, triggers, motion, battery, isNeutral, isDiscontinuous, touchpad}. */
  compose(sample, now) {
    const { edges, buttons, nextEdge } = this.edges.depart(now);
    const bits = [[sample.tilt, FLAG.tilt], [sample.sticks, FLAG.sticks], [sample.isNeutral, FLAG.neutral],
      [sample.isDiscontinuous, FLAG.discontinuity]];
    const flags = bits.reduce((sum, [is, flag]) => sum + (is ? flag : 0), 0);
    const state = { ...sample, time: microseconds(now), flags, buttons, nextEdge };
    const history = sample.isDiscontinuous ? null : this.#history(now);
    this.#remember(sample, now);
    this.counter += 1;
    return message(this.counter, {
      state, history, edges, motion: sample.motion, buzz: this.#buzz, pong: this.#pong(now),
      touchpad: sample.touchpad, control: this.#control[0], receipt: this.#popReceipt(),
    });
  }

  /** Receives a host's message at `now`; returns its frames, or null if malformed. */
  receive(bytes, now) {
    const frames = hostFrames(bytes);
    if (!frames) return null;
    if (frames.acknowledgement) this.edges.acknowledge(frames.acknowledgement.nextEdge);
    if (this.#isBuzzOver(frames)) this.#buzz = null;
    if (frames.ping !== undefined) this.#ping = { ping: frames.ping, received: microseconds(now) };
    if (frames.receipt === this.#control[0]?.id) this.#control.shift();
    if (frames.feedback) this.feedback = frames.feedback;
    if (frames.control && !this.#isNew(frames.control.id)) delete frames.control;
    return frames;
  }

  /** Forgets the host's numbers, which restart with a connection. */
  forgetNumbers() {
    this.#newestID = null;
    this.#receipt = null;
    this.#ping = null;
  }

  /** Returns whether the report of a press for a round is no longer needed: the host has the report and its edge (or an earlier press of
   * the round), or there is another round. */
  #isBuzzOver({ acknowledgement, round }) {
    if (!this.#buzz || (round && round.number !== this.#buzz.round)) return true;
    return acknowledgement?.round === this.#buzz.round && !this.edges.isPending(this.#buzz.edge);
  }

  #isNew(id) {
    this.#receipt = id;
    const isNew = this.#newestID === null || ((id - this.#newestID) << 16) >> 16 > 0;
    if (isNew) this.#newestID = id;
    return isNew;
  }

  #popReceipt() {
    const receipt = this.#receipt;
    this.#receipt = null;
    return receipt;
  }

  #pong(now) {
    const ping = this.#ping;
    this.#ping = null;
    return ping && { ...ping, sent: microseconds(now) };
  }

  #history(now) {
    const samples = this.#samples.map(({ time, tilt }) => ({ age: now - time, tilt })).filter(({ age }) => age < 3200);
    return samples.length ? samples.reverse() : null;
  }

  #remember({ tilt, isDiscontinuous }, time) {
    if (!tilt || isDiscontinuous) this.#samples = [];
    if (tilt) this.#samples.push({ time, tilt });
    if (this.#samples.length > 2) this.#samples.shift();
  }
}

/** The flow of numbered messages. Times are milliseconds of `performance.now()`. */
export class Flow {
  /** The time from a message to its acknowledgement, ms; null before the first. */
  roundTrip = null;
  #newest = 0;
  #covered = 0;
  #owed = Infinity;
  #sentAt = new Map();

  /** Begins on a new connection, after message `counter`. */
  begin(counter) {
    this.#newest = this.#covered = counter;
    this.#owed = Infinity;
    this.#sentAt.clear();
  }

  /** Records that an acknowledgement is due from `now`. */
  owe(now) { this.#owed = Math.min(this.#owed, now); }

  /** Records that message `counter` was sent at `now`. */
  note(counter, now) {
    this.#newest = counter;
    this.#sentAt.set(counter, now);
  }

  /** Returns the number of messages that may still be on the network; on a lossy carrier, old ones are not. */
  count(now, isLossy) {
    return isLossy ? [...this.#sentAt.values()].filter((sent) => now - sent < LOST).length : this.#newest - this.#covered;
  }

  /** Returns the time for which an acknowledgement has been due; ms. */
  silence(now) { return now - this.#owed; }

  /** Applies the acknowledgement of all messages up to `newest`; returns false if it is not new. */
  acknowledge(newest, now) {
    if (newest <= this.#covered || newest > this.#newest) return false;
    const sent = this.#sentAt.get(newest);
    if (sent !== undefined) this.roundTrip = now - sent;
    for (const counter of this.#sentAt.keys()) if (counter <= newest) this.#sentAt.delete(counter);
    this.#covered = newest;
    this.#owed = this.#sentAt.values().next().value ?? Infinity;
    return true;
  }
}
