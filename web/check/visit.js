// The check's connection: it takes a place at the host like a page for play, over the same kinds of carriers, and measures each packet.

import { Link } from "../link.js";
import { keepResume } from "../settings.js";
import { Stream } from "../stream.js";

/** The unit of the host's delays, ms (docs/protocol.md, "ACK"). */
const TICK = 0.032;
/** The silence after which play counts as interrupted, ms. */
const BREAK = 1200;
/** The largest number of packets whose times are stored. */
const MEMORY = 600;

const ahead = (number, of) => ((number - of) << 16) >> 16;

// Two tabs with the same ticket would replace each other for ever: the newer one keeps it, even if the older one plays (join.js).
const tabs = window.BroadcastChannel ? new BroadcastChannel("tiltpad") : null;

/** The visit of this page. `on` has seated(), refused(reason) and checked(result). */
export class Visit {
  /** The host's last welcome; null before the first one. */
  seat = null;
  /** The times that the kinds of carrier took to open, ms, by name. */
  times = {};
  /** Returns the newest pose and its time: {tilt, motion, at}. The step that begins to use the sensors replaces this function. */
  read = () => ({ tilt: null, motion: null, at: performance.now() });
  /** True while a packet is sent with every frame of the screen. */
  isKeen = false;
  /** The interruptions of play: {from, to}, in ms of `performance.now()`. */
  breaks = [];
  /** The number of presses and releases that the host has not acknowledged in time. */
  lost = 0;
  /** True after another tab has taken the place. */
  isOver = false;
  #stream = new Stream();
  #link = null;
  #on;
  #code;
  #tickets;
  #hello;
  #heard = -Infinity;
  #sent = new Map();
  #ages = null;

  constructor(code, tickets, hello, on) {
    [this.#code, this.#tickets, this.#hello, this.#on] = [code, tickets, hello, on];
    const frame = () => { this.#tick(); requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
    setInterval(() => this.#tick(), 100);
    for (const name of ["online", "pageshow"]) addEventListener(name, () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    if (tabs) tabs.onmessage = ({ data }) => data === this.seat?.resume && this.#leave();
  }

  /** The number of presses and releases that are sent, but not acknowledged. */
  get pending() { return this.#stream.edges.count; }

  /** The name of the carrier that plays. */
  get carrierName() { return this.#link?.carrierName ?? ""; }

  /** The time of the last acknowledgement, ms. */
  get heard() { return this.#heard; }

  /** Connects. The first carrier is of the kind `Kind`, if it is given. */
  start(Kind) {
    if (this.isOver) return;
    const usual = Link.first;
    this.#link?.stop();
    Link.first = Kind ?? usual;
    this.#link = new Link(this.#stream, this.#handlers());
    Link.first = usual;
    this.#link.start([this.seat?.resume, ...this.#tickets].filter(Boolean), this.#hello);
  }

  /** Tests the connection immediately, as the page is shown again or the network is back. */
  hurry() { this.#link?.hurry(); }

  /** Sends a text. */
  say(said) { if (!this.isOver) this.#link?.say(said); }

  /** Presses or releases a button. */
  press(button, isPress) {
    const { edges } = this.#stream;
    edges.note(button, isPress, edges.credible(performance.now()));
    this.#link.flush();
  }

  /** Begins to store the ages of the axes at the host. */
  record() { this.#ages = []; }

  /** Returns the ages stored since `record`, ms. */
  get ages() { return this.#ages ?? []; }

  #handlers() {
    return {
      compose: (now) => this.#compose(now),
      frames: (frames) => this.#receive(frames),
      text: (said) => this.#hear(said),
      lost: () => {},
      refused: () => this.#on.refused("ticket"),
    };
  }

  #tick() {
    this.#link?.tick(performance.now(), this.isKeen);
    if (this.#link) Object.assign(this.times, this.#link.times);
  }

  #compose(now) {
    const { tilt, motion, at } = this.read();
    const { edges } = this.#stream;
    const before = edges.first;
    const sample = { tilt, motion, sticks: [0, 0, 0, 0], triggers: [0, 0], battery: null, isNeutral: false, isDiscontinuous: false };
    const bytes = this.#stream.compose(sample, now);
    // An edge that leaves the log here has waited for a second, and is too old for the host.
    this.lost += Math.max(0, ahead(edges.first, before));
    this.#sent.set(this.#stream.counter, { now, at });
    if (this.#sent.size > MEMORY) this.#sent.delete(this.#sent.keys().next().value);
    return bytes;
  }

  #receive({ acknowledgement }) {
    if (!acknowledgement) return;
    const now = performance.now();
    if (now - this.#heard > BREAK && this.#heard > 0) this.breaks.push({ from: this.#heard, to: now });
    this.#heard = now;
    const sent = this.#sent.get(acknowledgement.newest);
    if (!sent || !this.#ages) return;
    const way = Math.max(0, now - sent.now - acknowledgement.delay * TICK) / 2;
    this.#ages.push(sent.now - sent.at + way);
    this.#sent.delete(acknowledgement.newest);
  }

  /** Gives the place up for good, since another tab has it. */
  #leave() {
    if (this.isOver) return;
    this.isOver = true;
    this.#link.stop();
    this.#on.refused("takeover");
  }

  #hear(said) {
    if (said.type === "welcome") {
      this.seat = said;
      keepResume(said.resume, this.#code);
      tabs?.postMessage(said.resume);
      this.#link.welcome(said);
      this.#on.seated();
    }
    if (said.type === "waiting") this.#link.wait();
    if (said.type === "denied") this.#on.refused(said.reason);
    if (said.type === "checked") this.#on.checked(said.result);
  }
}
