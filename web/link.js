// The connection to the host: tickets, carriers, the times at which to send, and reconnects.
//
// The latest state wins: a message is composed when it is sent, and not before the host has room for it.
//
// One carrier plays. A rival may open in parallel: a data channel next to a WebSocket or POST, or one of those next to a silent channel. A rival
// that opens plays from then on; the host moves the player to it.

import { isTicket, NEXT, Search, SocketCarrier } from "./carriers.js";
import { Flow } from "./stream.js";

/** The limit on unacknowledged messages; the socket's own backlog cannot limit them, as the system accepts every byte. */
const WINDOW = 4;
/** The pauses between attempts, each ±50 %: a gateway that returns is found within 1.2 s; ms. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 800;
/** The times without a due acknowledgement after which the host counts as gone: usually, and once the page or the network is back; ms. */
const SILENCE = 4000;
const DOUBT = 1500;
/** The time without a due acknowledgement after which a fallback for a data channel is opened; ms. */
const MUTE = 400;
/** The period of messages when idle; ms. */
const IDLE = 100;
/** The pause before a refused ticket is tried once more, ms. A host that has not noticed the end of a broken connection still considers the
 * page present, and refuses it. */
const SECOND_THOUGHTS = 1000;
/** The time by which a frame of the screen may come early, as its times are not exact to the ms; ms. */
const EARLY = 4;
/** The default rate in states per second, and the range that may be requested. */
const RATE = 60;
const RATES = [10, 250];

const jitter = (pause) => pause * (0.5 + Math.random());

/** Maintains the connection; `on` has text(object), frames(frames), lost(why), refused(), and compose(now), which
 * returns the message. */
export class Link {
  /** The first kind of carrier. */
  static first = SocketCarrier;
  /** The layout's states per second; null for the host's. */
  layoutRate = null;
  /** The time that each kind of carrier last took to open, ms, by name: "rtc", "wss", "POST". */
  times = {};
  #on;
  #stream;
  #tickets = [];
  #doubted = new Set();
  #hello = {};
  #carrier = null;
  #rival = null;
  /** The carrier that played before. It is no longer used to send. */
  #former = null;
  #ascent = null;
  #kind = Link.first;
  #isPlaying = false;
  #isStopped = true;
  #pause = FIRST_PAUSE;
  #timer = 0;
  #flow = new Flow();
  #wanted = false;
  #last = -Infinity;
  #patience = SILENCE;
  /** The time before which a silent data channel gets no further fallback. */
  #nextRival = 0;
  #hostRate = RATE;
  #soon = 0;

  constructor(stream, on) {
    this.#stream = stream;
    this.#on = on;
  }

  /** "rtc", "wss", "POST", or "" without a connection. */
  get carrierName() { return this.#carrier?.isOpen ? this.#carrier.constructor.label : ""; }

  /** The time from a message to its acknowledgement, ms; null before the first. */
  get roundTrip() { return this.#flow.roundTrip; }

  /** True if the host has acknowledged all edges. */
  get isSure() { return this.#stream.edges.count === 0; }

  /** The states per second while something is held. */
  get rate() { return this.layoutRate ?? this.#hostRate; }

  /** Connects with the tickets that may be valid, best first. */
  start(tickets, hello) {
    this.stop();
    this.#tickets = tickets.filter(isTicket);
    this.#hello = hello;
    this.#doubted.clear();
    this.#isStopped = false;
    this.#connect();
  }

  /** Disconnects; with `isLeaving`, gives up the slot. */
  stop(isLeaving = false) {
    if (isLeaving) this.#carrier?.sendText({ type: "bye" });
    this.#isStopped = true;
    this.#drop();
    clearTimeout(this.#timer);
  }

  /** Starts to send states, as the player has a slot. `resume` is the ticket for returning, `rtc` the host's end of a data channel. */
  welcome({ rate, resume, rtc }) {
    if (rate >= RATES[0] && rate <= RATES[1]) this.#hostRate = rate;
    if (isTicket(resume)) {
      this.#tickets = [resume, ...this.#tickets.filter((other) => other !== resume)].slice(0, 3);
      this.#carrier?.use(resume);
    }
    this.#doubted.clear();
    this.#isPlaying = true;
    this.#pause = FIRST_PAUSE;
    this.#flow.begin(this.#stream.counter);
    this.flush();
    if (rtc) this.#ascend(rtc);
  }

  /** Sends a text, if the player has a slot. */
  say(said) { if (this.#isPlaying) this.#carrier?.sendText(said); }

  /** Stops sending states, as the player has no slot now. */
  wait() { this.#isPlaying = false; }

  /** Reconnects immediately, or tests a working connection: the page is shown again, or the network is back. */
  hurry() {
    if (this.#isStopped) return;
    if (!this.#carrier) return this.#connect();
    this.#patience = DOUBT;
    this.flush();
  }

  /** Sends the newest state as soon as there is room. */
  flush() {
    this.#wanted = true;
    const now = performance.now();
    if (!this.#isPlaying || !this.#carrier?.canSend || this.#flow.count(now, this.#carrier.isLossy) >= WINDOW) return;
    this.#wanted = false;
    this.#last = now;
    this.#flow.owe(now);
    const bytes = this.#on.compose(now);
    this.#flow.note(this.#stream.counter, now);
    this.#carrier.send(bytes);
  }

  /** Sends a movement between two frames, if the rate is above that of most screens. */
  hasten() {
    if (this.rate <= RATE || this.#soon) return;
    const wait = this.#last + 1000 / this.rate - EARLY - performance.now();
    this.#soon = setTimeout(() => { this.#soon = 0; this.tick(performance.now(), true); }, Math.max(0, wait));
  }

  /** Sends what is due; called with each frame, and sometimes between. */
  tick(now, isHeld) {
    const period = isHeld ? 1000 / this.rate - EARLY : IDLE;
    if (now - this.#last >= period) this.flush();
    const silence = this.#flow.silence(now);
    if (silence > this.#patience) this.#lose();
    else if (silence > MUTE && this.#carrier?.isLossy && !this.#rival && now > this.#nextRival) this.#descend(now);
  }

  #connect() {
    clearTimeout(this.#timer);
    this.#drop();
    const ticket = this.#tickets[0];
    if (!ticket) {
      this.#isStopped = true;
      return this.#on.refused();
    }
    this.#carrier = this.#open(this.#kind, ticket, ticket);
  }

  /** Opens a carrier of the kind `Kind` with `credential`, on behalf of `ticket`. */
  #open(Kind, credential, ticket) {
    const carrier = new Kind(credential, {
      open: () => this.#opened(carrier),
      text: (said) => this.#hear(said),
      binary: (bytes) => this.#receive(bytes),
      ready: () => this.#wanted && this.flush(),
      closed: (why) => this.#closed(carrier, why, ticket),
    });
    return carrier;
  }

  #opened(carrier) {
    this.times[carrier.constructor.label] = carrier.openedIn;
    if (carrier === this.#rival) this.#adopt();
    this.#stream.forgetNumbers();
    carrier.sendText({ type: "hello", ...this.#hello, counter: this.#stream.counter });
  }

  #closed(carrier, why, ticket) {
    if (carrier === this.#rival) return this.#giveUp(why);
    // A rival that is not a data channel may open at any moment. A channel is opened again later.
    if (this.#rival && !this.#rival.isLossy) return this.#adopt();
    this.#drop();
    if (this.#kind !== carrier.constructor) return this.#fall();
    if (why === "refused") return this.#doubt(ticket);
    const next = NEXT[why]?.get(this.#kind);
    this.#kind = next ?? this.#kind;
    if (!next || next === Search) return this.#lose(why);
    this.#connect();
  }

  /** Tries the next ticket after a refusal, and the refused one again after all others. */
  #doubt(ticket) {
    this.#kind = Link.first;
    const others = this.#tickets.filter((other) => other !== ticket);
    this.#tickets = this.#doubted.has(ticket) ? others : [...others, ticket];
    this.#doubted.add(ticket);
    if (!this.#doubted.has(this.#tickets[0])) return this.#connect();
    this.#timer = setTimeout(() => this.#connect(), SECOND_THOUGHTS);
  }

  #lose(why) {
    this.#drop();
    this.#on.lost(why);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => this.#connect(), jitter(this.#pause));
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  #drop() {
    this.#spare();
    this.#carrier?.close();
    this.#carrier = null;
    this.#isPlaying = false;
    this.#patience = SILENCE;
    this.#flow.begin(this.#stream.counter);
  }

  /** Plays over the rival from now on. Until the host answers there, the former carrier keeps the slot and what is
   * held. */
  #adopt() {
    const [former, rival] = [this.#carrier, this.#rival];
    this.#carrier = this.#rival = null;
    this.#drop();
    former.fade();
    [this.#carrier, this.#former] = [rival, former];
    if (rival.isLossy) this.#ascent?.succeed(performance.now());
  }

  /** Continues without the rival and the former carrier. */
  #spare() {
    for (const other of [this.#rival, this.#former]) other?.close();
    this.#rival = this.#former = null;
  }

  /** Opens a data channel next to another carrier, after a pause if one has failed. */
  async #ascend(host) {
    const [channels, times] = await Promise.all([import("./channel.js"), import("./ascent.js")]).catch(() => []);
    if (!times || !channels.isHost(host)) return;
    this.#ascent ??= new times.Ascent();
    this.#ascent.begin(() => {
      if (!this.#isPlaying || !this.#carrier?.isOpen || this.#carrier.isLossy || this.#rival) return;
      this.#rival = this.#open(channels.ChannelCarrier, host);
    });
  }

  /** Opens a fallback for a silent data channel. If the channel answers first, it continues. */
  #descend(now) {
    this.#ascent?.fail(now);
    this.#nextRival = now + LONGEST_PAUSE;
    this.#rival = this.#open(this.#kind, this.#tickets[0], this.#tickets[0]);
  }

  /** Connects in another way, as the data channel has closed. */
  #fall() {
    this.#ascent.fail(performance.now());
    this.#connect();
  }

  /** Records that the rival has closed. */
  #giveUp(why) {
    const { isLossy } = this.#rival;
    this.#rival = null;
    if (isLossy) return this.#ascent?.retry(performance.now());
    const next = NEXT[why]?.get(this.#kind);
    if (next && next !== Search) this.#kind = next;
  }

  #hear(said) {
    this.#former?.close();
    this.#former = null;
    this.#on.text(said);
  }

  #receive(bytes) {
    const now = performance.now();
    const frames = this.#stream.receive(bytes, now);
    if (!frames) return;
    if (frames.acknowledgement && this.#flow.acknowledge(frames.acknowledgement.newest, now)) this.#hearAgain();
    this.#on.frames(frames);
    if (this.#stream.isUrgent || this.#wanted) this.flush();
  }

  #hearAgain() {
    this.#patience = SILENCE;
    if (this.#carrier?.isLossy) this.#spare();
  }
}
