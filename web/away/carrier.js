// The only carrier of a page that comes from elsewhere: a data channel to the host that the code tells of.

import { ChannelCarrier, isHost } from "../channel.js";
import { credentials, read } from "./place.js";

/** The time after which a layout is asked for again, which doubles each time, and the longest time for it; ms. */
const AGAIN = 300;
const PATIENCE = 5000;

const place = read(location.hash.slice(1));

/** The layouts that were asked for and have not come, by name, and the functions that take the host's answers. */
const asked = new Map();
const takers = new Map();
let carrier = null;

/** Returns the host's side of a channel, by a ticket or by the code. */
async function host(ticket) {
  const known = { ...place, ...await credentials(ticket.split(".").at(-2) ?? ticket) };
  if (!isHost(known)) throw new RangeError("no host");
  return known;
}

export class AwayCarrier extends ChannelCarrier {
  constructor(ticket, on) { super(host(ticket), on); }

  /** The carrier that has opened last is the one that plays. */
  opened() {
    carrier = this;
    super.opened();
  }

  text(text) {
    if (!text.includes('"controls"')) return super.text(text);
    const { id, layout } = JSON.parse(text);
    takers.get(id)?.(layout);
  }

  /** Ends for a reason that people can act on: a host that does not know the ticket says nothing at all. */
  end(why) { super.end(why === "unopened" ? (place ? "silent" : "outdated") : why); }
}

async function ask(id) {
  let [pause, timer] = [AGAIN, 0];
  // A menu asks for all layouts at once: the host drops pages that say more than twenty texts a second for long.
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
  return text ? JSON.parse(text) : null;
}

/** Asks the host for the layout called `id`; null if it has none, or does not answer. */
export function layout(id) {
  if (!asked.has(id)) asked.set(id, ask(id));
  return asked.get(id);
}
