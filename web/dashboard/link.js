// The connection to the gateway: a WebSocket that reconnects by itself, numbered orders, and on another machine the ticket.

import { answers } from "../carriers.js";

/** The pauses between attempts to connect, ms: the first one, and the longest. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;
const KEPT = "tiltpad.host";
const TICKET = /^[A-Za-z0-9_-]{1,64}$/;
const OWN = /^(localhost|127\.[0-9.]+|\[::1\])$/;

/** The status of a connection that gave way to a newer one (docs/web.md). */
const REPLACED = 4001;

/** Returns whether this is the host's own browser, which needs no ticket. */
const isOwn = () => OWN.test(location.hostname);

function kept() {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function keep(ticket) {
  try {
    sessionStorage.setItem(KEPT, ticket);
  } catch { /* Storage is full, or not allowed for this page. */ }
}

/** Maintains the connection; `on` has text(object), binary(buffer), opened(), unsent(order), lost(), replaced() and refused(). */
export class HostLink {
  #on;
  #socket = null;
  #tickets = [];
  #pause = FIRST_PAUSE;
  #number = 0;
  #orders = new Map();

  constructor(on) { this.#on = on; }

  /** True if orders can be given. */
  get isOpen() { return this.#socket?.readyState === WebSocket.OPEN; }

  /** Connects. It tries the ticket after `#` in the address, then the stored ticket, then no ticket. */
  start() {
    const known = [location.hash.slice(1), kept()].filter((ticket) => TICKET.test(ticket ?? ""));
    this.#tickets = [...new Set([...known, ""])];
    this.#connect();
  }

  /** Gives an order. Without a connection, calls `unsent` with it instead. */
  order(type, members = {}) {
    const order = { type, ...members };
    if (!this.isOpen) { this.#on.unsent(order); return; }
    this.#number += 1;
    this.#orders.set(this.#number, order);
    this.#socket.send(JSON.stringify({ type, number: this.#number, ...members }));
  }

  /** Removes and returns the order with the number `number`; undefined if this page did not give it. */
  answered(number) {
    const order = this.#orders.get(number);
    this.#orders.delete(number);
    return order;
  }

  /** Stores the ticket for the next connection. It stays as long as the tab exists. */
  resume(ticket) {
    if (!TICKET.test(ticket ?? "")) return;
    keep(ticket);
    this.#tickets = [...new Set([ticket, ""])];
    history.replaceState(null, "", location.pathname + location.search);
  }

  #connect() {
    const ticket = this.#tickets[0];
    const protocols = ticket ? ["tpp.host.v1", `ticket.${ticket}`] : ["tpp.host.v1"];
    const socket = new WebSocket(`wss://${location.host}/host`, protocols);
    let wasOpen = false;
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => { wasOpen = true; this.#pause = FIRST_PAUSE; this.#on.opened(); };
    socket.onmessage = ({ data }) => (typeof data === "string" ? this.#text(data) : this.#on.binary(data));
    socket.onclose = ({ code }) => {
      // If both came back, they would replace each other for ever.
      if (code === REPLACED) { this.#end(); this.#on.replaced(); }
      else if (wasOpen) this.#lose();
      else this.#unopened();
    };
  }

  async #unopened() {
    if (!(await answers())) return this.#lose();
    // After a refusal, the next ticket is tried. After the last one, the page says that it was refused, unless this is the host's own machine.
    this.#tickets.push(this.#tickets.shift());
    if (this.#tickets.at(-1) !== "") return this.#connect();
    if (isOwn()) return this.#lose();
    return this.#on.refused();
  }

  async #seek() {
    if (await answers()) this.#connect();
    else this.#lose();
  }

  #end() {
    this.#socket = null;
    this.#orders.clear();
  }

  #lose() {
    this.#end();
    this.#on.lost();
    setTimeout(() => this.#seek(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  #text(data) {
    let said;
    try {
      said = JSON.parse(data);
    } catch {
      return;
    }
    if (said && typeof said === "object") this.#on.text(said);
  }
}
