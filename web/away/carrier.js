// The only carrier of a page that comes from elsewhere: a data channel to the host that the code tells of.

import { ChannelCarrier, isHost } from "../channel.js";
import { credentials, read } from "./place.js";

/** The time after which a layout is asked for again, and the longest time for it; ms. */
const AGAIN = 300;
const PATIENCE = 5000;

const place = read(location.hash.slice(1));

/** The layouts that were asked for: functions that take the host's answer, by name. */
const asked = new Map();
let carrier = null;

/** Returns the host's side of a channel, by a ticket or by the code. */
async function host(ticket) {
  const known = { ...place, ...await credentials(ticket.split(".").at(-2) ?? ticket) };
  if (!isHost(known)) throw new RangeError("no host");
  return known;
}

export class AwayCarrier extends ChannelCarrier {
  constructor(ticket, on) {
    super(host(ticket), on);
    carrier = this;
  }

  text(text) {
    if (!text.includes('"controls"')) return super.text(text);
    const { id, layout } = JSON.parse(text);
    asked.get(id)?.(layout);
  }

  /** Ends for a reason that people can act on: a host that does not know the ticket says nothing at all. */
  end(why) { super.end(why === "unopened" ? (place ? "silent" : "outdated") : why); }
}

/** Asks the host for the layout called `id`; null if it has none, or does not answer. */
export async function layout(id) {
  const ask = () => carrier?.sendText({ type: "layout", id });
  const timer = setInterval(ask, AGAIN);
  const text = await new Promise((take) => {
    asked.set(id, take);
    setTimeout(take, PATIENCE, null);
    ask();
  });
  clearInterval(timer);
  return text ? JSON.parse(text) : null;
}
