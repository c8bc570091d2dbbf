// What the page says to the host, whatever carries it: counts messages, repeats edges, adds the last tilts, gives receipts.

import { EdgeLog } from "./edges.js";
import { FLAG, hostFrames, message } from "./frames.js";

const microseconds = (milliseconds) => Math.round(milliseconds * 1000) % 2 ** 32;

/** The conversation of one page load; times are milliseconds of `performance.now()`. */
export class Stream {
  /** The number of the newest message; they count from 1 and never start anew. */
  counter = 0;
  edges = new EdgeLog();
  /** What the host last wanted of motors and light. */
  feedback = null;
  #samples = [];
  #control = [];
  #nextID = 1;
  #newestID = null;
  #receipt = null;
  #ping = null;
  #buzz = null;

  /** Says `code` with every message until its receipt comes, after all that was said before. */
  say(code, argument = 0) {
    this.#control.push({ id: this.#nextID, code, argument });
    this.#nextID = (this.#nextID + 1) & 0xffff;
  }

  /** Says with every message that edge number `edge` was pressed at `time` for `round`, until the host has both; one press of a round at a time. */
  buzz(round, edge, time) {
    if (this.#buzz?.round !== round) this.#buzz = { round, edge, time: microseconds(time) };
  }

  /** Whether something waits that no message has carried. */
  get isUrgent() { return this.#receipt !== null || this.#ping !== null; }

  /** The message for `sample` as it is `now`: {tilt, sticks, triggers, motion, battery, isNeutral, isDiscontinuous}. */
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
      state, history, edges, motion: sample.motion, buzz: this.#buzz, pong: this.#pong(now), control: this.#control[0],
      receipt: this.#takeReceipt(),
    });
  }

  /** Takes a message of the host at `now`; its frames, or null when it is none. */
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

  /** The host counts its messages anew: it is another connection. */
  forgetNumbers() {
    this.#newestID = null;
    this.#receipt = null;
    this.#ping = null;
  }

  /** The host may have had an earlier press of the same round: it has this one when it has its edge too. Another round is another press. */
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

  #takeReceipt() {
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
