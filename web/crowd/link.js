// The connection of a voter: a WebSocket that reconnects by itself, and the secret by which this browser has only one vote.

import { answers } from "../carriers.js";
import { isSecret } from "../secret.js";
import { keep, load } from "../settings.js";

const KEY = "tiltpad.device";
/** The pauses between two attempts to connect, ms: the first one, and the longest. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;
/** The number of failed connections, to a host that answers, after which the code counts as invalid. One can fail by chance. */
const REFUSALS = 2;

/** The secret of this page; empty before the first connection. */
let own = "";

/** Returns the secret of this browser, or of this page if the browser stores nothing. */
export function device() {
  const known = [load("localStorage", KEY).secret, own].find(isSecret);
  if (known) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  own = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  keep("localStorage", KEY, { secret: own });
  return own;
}

/** The connection; `on` has heard(text), opened(), lost() and ended(why). */
export class CrowdLink {
  #code;
  #on;
  #socket = null;
  #pause = FIRST_PAUSE;
  #refusals = 0;
  #timer = null;
  #isOver = false;

  constructor(code, on) { [this.#code, this.#on] = [code, on]; }

  /** Connects, and repeats this until it succeeds. */
  start() {
    clearTimeout(this.#timer);
    this.#isOver = false;
    const socket = new WebSocket(`${location.protocol === "http:" ? "ws" : "wss"}://${location.host}/crowd`,
      ["tpp.crowd.v1", `ticket.${this.#code}`, `device.${device()}`]);
    let isOpen = false;
    this.#socket = socket;
    socket.onopen = () => {
      isOpen = true;
      [this.#pause, this.#refusals] = [FIRST_PAUSE, 0];
      this.#on.opened();
    };
    socket.onmessage = ({ data }) => this.#socket === socket && this.#hear(data);
    socket.onclose = () => this.#socket === socket && !this.#isOver && this.#lose(isOpen);
  }

  /** Tries to connect immediately, as the network or the page is back. */
  hurry() {
    if (!this.#timer || this.#isOver) return;
    this.#pause = FIRST_PAUSE;
    this.start();
  }

  /** Sends a vote of five numbers; returns false without a connection. */
  send(vote) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify({ vote }));
    return true;
  }

  #hear(data) {
    let said = null;
    try {
      said = JSON.parse(data);
    } catch { /* A text of another version: ignored. */ }
    if (said?.type === "end") this.#end(said.why);
    else if (said?.type === "crowd") this.#on.heard(said);
  }

  #end(why) {
    this.#isOver = true;
    this.#socket.close();
    this.#on.ended(why);
  }

  async #lose(wasOpen) {
    this.#on.lost();
    if (!wasOpen && await answers()) this.#refusals += 1;
    if (this.#refusals >= REFUSALS) return this.#end("ticket");
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.start();
    }, this.#pause);
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
    return undefined;
  }
}
