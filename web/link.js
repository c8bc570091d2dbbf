// The way to the host: tickets, carriers, times to send, and reconnects.
//
// The latest state wins: a message is made as it leaves, and not before the host has room for it.

import { isTicket, PostCarrier, Search, SocketCarrier } from "./carriers.js";

/** The most messages without an acknowledgement. Bytes in the socket show nothing: the system takes them all. */
const WINDOW = 4;
/** The pauses between tries, each ±50 %: a gateway that is back is always found within 1.2 s; ms. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 800;
/** The time without a due acknowledgement after which the host is gone; shorter in doubt; ms. */
const SILENCE = 4000;
const DOUBT = 1500;
/** The period of messages when idle; ms. */
const IDLE = 100;
/** The pause after a first refusal; a second one ends the ticket. Until the host knows that a half-open connection
 * broke, it takes the page for present already; ms. */
const SECOND_THOUGHTS = 1000;
/** The tolerance for early frames of a screen, which are not on time to the ms; ms. */
const EARLY = 4;
/** The default of states a second, and the range that others may ask for. */
const RATE = 60;
const RATES = [10, 250];

/** The next thing to try. A page cannot see why a WebSocket does not open: POST tells, and is the way on if only that gets through. */
const NEXT = {
  unopened: new Map([[SocketCarrier, PostCarrier], [PostCarrier, Search]]),
  found: new Map([[Search, SocketCarrier]]),
};

const jitter = (pause) => pause * (0.5 + Math.random());

/** Keeps the connection; `on` has text(object), frames(frames), lost(), refused(), and compose(now), which makes the message. */
export class Link {
  /** The layout's states a second; null to follow the host. */
  layoutRate = null;
  /** The time from a message to its acknowledgement, ms; null before the first. */
  roundTrip = null;
  #on;
  #stream;
  #tickets = [];
  #doubted = new Set();
  #hello = {};
  #carrier = null;
  #kind = SocketCarrier;
  #isPlaying = false;
  #isStopped = true;
  #pause = FIRST_PAUSE;
  #timer = 0;
  #covered = 0;
  #wanted = false;
  #last = -Infinity;
  #owed = Infinity;
  #patience = SILENCE;
  #sentAt = new Map();
  #hostRate = RATE;
  #soon = 0;

  constructor(stream, on) {
    this.#stream = stream;
    this.#on = on;
  }

  /** "wss", "POST", or nothing without a connection. */
  get carrierName() { return this.#carrier?.isOpen ? (this.#kind === PostCarrier ? "POST" : "wss") : ""; }

  /** True if the host has acknowledged all edges. */
  get isSure() { return this.#stream.edges.count === 0; }

  /** States a second while something is held. */
  get rate() { return this.layoutRate ?? this.#hostRate; }

  /** Connects with the tickets that may be good, the best first. */
  start(tickets, hello) {
    this.stop();
    this.#tickets = tickets.filter(isTicket);
    this.#hello = hello;
    this.#doubted.clear();
    this.#isStopped = false;
    this.#connect();
  }

  /** Disconnects, for good if `isLeaving`. */
  stop(isLeaving = false) {
    if (isLeaving) this.#carrier?.sendText({ type: "bye" });
    this.#isStopped = true;
    this.#drop();
    clearTimeout(this.#timer);
  }

  /** Starts states, as there is a slot; `ticket` is for coming back. */
  welcome({ rate, resume }) {
    if (rate >= RATES[0] && rate <= RATES[1]) this.#hostRate = rate;
    if (isTicket(resume)) {
      this.#tickets = [resume, ...this.#tickets.filter((other) => other !== resume)].slice(0, 3);
      this.#carrier?.use(resume);
    }
    this.#doubted.clear();
    this.#isPlaying = true;
    this.#pause = FIRST_PAUSE;
    this.#covered = this.#stream.counter;
    this.#owed = Infinity;
    this.flush();
  }

  /** Sends a text, if the player has a slot. */
  say(said) { if (this.#isPlaying) this.#carrier?.sendText(said); }

  /** Stops states, as there is no slot for now. */
  wait() { this.#isPlaying = false; }

  /** Reconnects at once, or tests a whole connection: the page is shown again, or the network is back. */
  hurry() {
    if (this.#isStopped) return;
    if (!this.#carrier) return this.#connect();
    this.#patience = DOUBT;
    this.flush();
  }

  /** Sends the newest state now, or as soon as there is room. */
  flush() {
    this.#wanted = true;
    const room = WINDOW - (this.#stream.counter - this.#covered);
    if (!this.#isPlaying || !this.#carrier?.canSend || room <= 0) return;
    const now = performance.now();
    this.#wanted = false;
    this.#last = now;
    this.#owed = Math.min(this.#owed, now);
    const bytes = this.#on.compose(now);
    this.#sentAt.set(this.#stream.counter, now);
    this.#carrier.send(bytes);
  }

  /** Sends a movement between two frames of the screen, if the rate is above that of most screens. */
  hasten() {
    if (this.rate <= RATE || this.#soon) return;
    const wait = this.#last + 1000 / this.rate - EARLY - performance.now();
    this.#soon = setTimeout(() => { this.#soon = 0; this.tick(performance.now(), true); }, Math.max(0, wait));
  }

  /** Sends what is due; called with each frame of the screen, and now and then without one. */
  tick(now, isHeld) {
    const period = isHeld ? 1000 / this.rate - EARLY : IDLE;
    if (now - this.#last >= period) this.flush();
    if (now - this.#owed > this.#patience) this.#lose();
  }

  #connect() {
    clearTimeout(this.#timer);
    this.#drop();
    const ticket = this.#tickets[0];
    if (!ticket) {
      this.#isStopped = true;
      return this.#on.refused();
    }
    this.#carrier = new this.#kind(ticket, {
      open: () => this.#opened(),
      text: (said) => this.#on.text(said),
      binary: (bytes) => this.#receive(bytes),
      ready: () => this.#wanted && this.flush(),
      closed: (why) => this.#closed(why, ticket),
    });
  }

  #opened() {
    this.#stream.forgetNumbers();
    this.#carrier.sendText({ type: "hello", ...this.#hello, counter: this.#stream.counter });
  }

  #closed(why, ticket) {
    this.#drop();
    if (why === "refused") return this.#doubt(ticket);
    const next = NEXT[why]?.get(this.#kind);
    this.#kind = next ?? this.#kind;
    if (!next || next === Search) return this.#lose();
    this.#connect();
  }

  /** Tries the next ticket after a refusal, and this one once more after all others. */
  #doubt(ticket) {
    this.#kind = SocketCarrier;
    const others = this.#tickets.filter((other) => other !== ticket);
    this.#tickets = this.#doubted.has(ticket) ? others : [...others, ticket];
    this.#doubted.add(ticket);
    if (!this.#doubted.has(this.#tickets[0])) return this.#connect();
    this.#timer = setTimeout(() => this.#connect(), SECOND_THOUGHTS);
  }

  #lose() {
    this.#drop();
    this.#on.lost();
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => this.#connect(), jitter(this.#pause));
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  #drop() {
    this.#carrier?.close();
    this.#carrier = null;
    this.#isPlaying = false;
    this.#owed = Infinity;
    this.#patience = SILENCE;
    this.#sentAt.clear();
  }

  #receive(bytes) {
    const now = performance.now();
    const frames = this.#stream.receive(bytes, now);
    if (!frames) return;
    if (frames.acknowledgement) this.#acknowledge(frames.acknowledgement.newest, now);
    this.#on.frames(frames);
    if (this.#stream.isUrgent || this.#wanted) this.flush();
  }

  #acknowledge(newest, now) {
    if (newest <= this.#covered || newest > this.#stream.counter) return;
    const sent = this.#sentAt.get(newest);
    if (sent !== undefined) this.roundTrip = now - sent;
    for (const counter of this.#sentAt.keys()) if (counter <= newest) this.#sentAt.delete(counter);
    this.#covered = newest;
    this.#patience = SILENCE;
    this.#owed = this.#sentAt.values().next().value ?? Infinity;
  }
}
