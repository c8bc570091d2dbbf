// The only carrier of a page on another host: a data channel to the host named in the code.

import { ChannelCarrier, isHost } from "../channel.js";
import { credentials, read } from "./place.js";

/** The pause before a layout is requested again, doubled each time, and the time for an answer; ms. */
const AGAIN = 300;
const PATIENCE = 5000;

const place = read(location.hash.slice(1));

/** The answers to requests for layouts, by id, and the functions that receive them. */
const asked = new Map();
const takers = new Map();
let carrier = null;

/** Returns the host's side of a channel for a ticket or a code with one. */
async function host(ticket) {
  const known = { ...place, ...await credentials(ticket.split(".").at(-2) ?? ticket) };
  if (!isHost(known)) throw new RangeError("no host");
  return known;
}

export class AwayCarrier extends ChannelCarrier {
  constructor(ticket, on) { super(host(ticket), on); }

  /** Starts play. From now on, layouts are requested over this carrier, since the carrier that opened last is the one that plays. */
  opened() {
    super.opened();
    // A carrier may open a moment after it was closed.
    if (this.isOpen) carrier = this;
  }

  text(text) {
    // Texts without a layout may also contain the word, for example in a name.
    const said = text.includes('"controls"') ? JSON.parse(text) : null;
    if (said?.type !== "controls") return super.text(text);
    takers.get(said.id)?.(said.layout);
  }

  /** Ends with a reason that helps the user. "unopened" is replaced, since a host never answers a ticket that it does not know. */
  end(why) { super.end(why === "unopened" ? (place ? "silent" : "outdated") : why); }
}

async function ask(id) {
  let [pause, timer] = [AGAIN, 0];
  // A menu requests all layouts at once. The host drops a page that keeps sending more than twenty texts a second.
  const say = () => {
    carrier?.sendOnce({ type: "layout", id });
    timer = setTimeout(say, pause);
    pause *= 2;
  };
  const text = await new Promise((take) => {
    takers.set(id, take);
    setTimeout(take, PATIENCE, null);
    say();
  });
  clearTimeout(timer);
  asked.delete(id);
  takers.delete(id);
  return text;
}

/** Asks the host for the text of the layout `id`; returns null if the host has none, or does not answer. */
export function layout(id) {
  if (!asked.has(id)) asked.set(id, ask(id));
  return asked.get(id);
}
