// The carriers of messages to and from the gateway: a WebSocket, or POST with server-sent events if that is refused.
// A data channel (channel.js) is loaded later, once the gateway has offered one.
//
// All call the same functions of `on`: open(), text(object), binary(bytes), ready() when there is room again, and
// closed(why) once: "refused" (the ticket is invalid), "unopened" (it never opened), or "lost"; for a search
// also "found", for a channel "foreign".

/** The longest time until a carrier is open and has received a text, or until a search has an answer; ms. */
const PATIENCE = 8000;
/** The limit on parallel requests; with fewer, few networks would reach 60 Hz. */
const REQUESTS = 2;
/** The limit on bytes waiting in the browser before a send. */
const BACKLOG = 4096;
/** The time for which a replaced carrier stays open; ms. */
const PARTING = 1000;
/** The time for the stream to report that play is refused, ms. The report may come after a request's answer. */
const LAST_WORDS = 500;
const TICKET = /^[\w.,:[\]-]{16,200}$/;

/** Returns whether `ticket` has the form of a ticket, or of a code with one. */
export const isTicket = (ticket) => TICKET.test(ticket ?? "");

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export class Carrier {
  isOpen = false;
  /** True from the end: whatever opens later is not used. */
  isClosed = false;
  /** True if messages can be lost. */
  isLossy = false;
  /** The time that the carrier took to open; ms. */
  openedIn = null;
  #started = performance.now();
  #on;
  #timer;

  constructor(on) {
    this.#on = on;
    this.#timer = setTimeout(() => this.end("unopened"), PATIENCE);
  }

  opened() {
    if (this.isClosed) return;
    this.isOpen = true;
    this.openedIn = performance.now() - this.#started;
    this.#on.open();
  }

  text(text) {
    clearTimeout(this.#timer);
    const said = parsed(text);
    if (!this.isClosed && said && typeof said === "object") this.#on.text(said);
  }

  binary(bytes) { if (!this.isClosed) this.#on.binary(bytes); }
  ready() { if (!this.isClosed) this.#on.ready(); }

  /** Closes the carrier, and reports why. */
  end(why) {
    if (this.isClosed) return;
    this.close();
    this.#on.closed(why);
  }

  /** Stops reporting, and closes a little later. */
  fade() {
    clearTimeout(this.#timer);
    this.isClosed = true;
    this.#timer = setTimeout(() => this.close(), PARTING);
  }

  /** Closes the carrier without reporting it. */
  close() {
    clearTimeout(this.#timer);
    this.isClosed = true;
    this.isOpen = false;
  }
}

/** A WebSocket; the ticket is a subprotocol, since a page cannot add headers. */
export class SocketCarrier extends Carrier {
  static label = "wss";
  #socket;

  constructor(ticket, on) {
    super(on);
    try {
      this.#socket = new WebSocket(new URL("/link", location).href.replace(/^http/, "ws"), ["tpp.v1", `ticket.${ticket}`]);
    } catch {
      queueMicrotask(() => this.end("unopened"));
      return;
    }
    this.#socket.binaryType = "arraybuffer";
    this.#socket.onopen = () => this.opened();
    this.#socket.onmessage = ({ data }) => (typeof data === "string" ? this.text(data) : this.binary(new Uint8Array(data)));
    this.#socket.onclose = () => this.end(this.isOpen ? "lost" : "unopened");
  }

  get canSend() { return this.isOpen && this.#socket.bufferedAmount < BACKLOG; }
  /** Does nothing, as only the handshake carries a ticket. */
  use() {}
  send(bytes) { this.#socket.send(bytes); }
  sendText(said) { if (this.isOpen) this.#socket.send(JSON.stringify(said)); }

  close() {
    super.close();
    if (this.#socket) this.#socket.onclose = null;
    this.#socket?.close();
  }
}

/** POST for messages to the gateway, server-sent events for those from it. */
export class PostCarrier extends Carrier {
  static label = "POST";
  #headers;
  #events = null;
  #underWay = 0;
  #texts = Promise.resolve();

  constructor(ticket, on) {
    super(on);
    this.use(ticket);
    this.#open();
  }

  get canSend() { return this.isOpen && this.#underWay < REQUESTS; }
  /** Uses this ticket from now on, since the first one soon expires. */
  use(ticket) { this.#headers = { Authorization: `Bearer ${ticket}` }; }

  /** Sends one message in a request. */
  send(bytes) {
    const record = new Uint8Array(2 + bytes.length);
    new DataView(record.buffer).setUint16(0, bytes.length, true);
    record.set(bytes, 2);
    this.#underWay += 1;
    this.#post(record, "application/octet-stream").finally(() => {
      this.#underWay -= 1;
      this.ready();
    });
  }

  /** Sends one object in a request, after the previous one. */
  sendText(said) {
    this.#texts = this.#texts.then(() => this.#post(JSON.stringify(said), "application/json"));
  }

  close() {
    super.close();
    this.#events?.close();
  }

  async #open() {
    const answer = await this.#fetch("/link/open", {});
    if (!answer) return;
    const { stream, resume } = parsed(await answer.text()) ?? {};
    if (this.isClosed) return;
    if (!stream) return this.end("unopened");
    if (isTicket(resume)) this.use(resume);
    const events = new EventSource(`/link/events/${encodeURIComponent(stream)}`);
    this.#events = events;
    events.onopen = () => this.opened();
    // The stream can be opened only once. A retry by the browser itself would be refused.
    events.onerror = () => this.end(this.isOpen ? "lost" : "unopened");
    events.addEventListener("text", ({ data }) => this.text(data));
    events.addEventListener("binary", ({ data }) => this.binary(Uint8Array.from(atob(data), (c) => c.charCodeAt(0))));
  }

  #post(body, type) {
    // A hidden page's message may be its last: `keepalive` sends it without the page.
    return this.#fetch("/link", { body, keepalive: document.hidden, headers: { "Content-Type": type } });
  }

  async #fetch(path, options) {
    const lost = this.isOpen ? "lost" : "unopened";
    try {
      const headers = { ...this.#headers, ...options.headers };
      const answer = await fetch(path, { ...options, method: "POST", headers, cache: "no-store" });
      if (answer.ok) return answer;
      const isRefused = answer.status === 403 || answer.status === 401;
      setTimeout(() => this.end(isRefused ? "refused" : lost), isRefused && this.isOpen ? LAST_WORDS : 0);
    } catch {
      this.end(lost);
    }
    return null;
  }
}

/** Returns whether the gateway answers, which needs no ticket. */
export async function answers() {
  try {
    return (await fetch("/web/icon.svg", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) })).ok;
  } catch {
    return false;
  }
}

/**
 * The search for a lost gateway: one request without contents. A WebSocket does not report why it failed, and Firefox
 * delays each further one for longer.
 */
export class Search extends Carrier {
  constructor(_, on) {
    super(on);
    answers().then((isThere) => this.end(isThere ? "found" : "unopened"));
  }

  get canSend() { return false; }
  sendText() {}
}

/** The kind of carrier to try after one that did not open (`unopened`), or after a search that found the gateway (`found`). A page cannot see
 * why a WebSocket did not open. POST shows the reason, and carries play if only POST works. */
export const NEXT = {
  unopened: new Map([[SocketCarrier, PostCarrier], [PostCarrier, Search]]),
  found: new Map([[Search, SocketCarrier]]),
};
