// The log of events with their times. The newest event is at the top.

import { hasWord, word } from "../language.js";
import { make, write } from "./dom.js";
import { title } from "./shelf.js";
import { called } from "./table.js";

const MOST = 200;
/** The longest pause between drops of one group that share an entry, ms. */
const SAME = 5000;
const GROUPS = { late: "repeats", kernel: "byKernel" };
const ORDERS = { buzzer: "quiz", pin: "pinCode", ticket: "newCode", droidpad: "droidPad", setup: "setupTitle", noSetup: "setupTitle", offer: "offerTo", remove: "unshelve", read: "readLayout", save: "saveLayout" };

const seconds = (value) => (value < 10 ? value.toFixed(1) : String(Math.round(value)));
const reason = (number) => (hasWord(`reason${number}`) ? word(`reason${number}`) : word("reasonOther", { number }));
const known = (key) => (hasWord(key) ? word(key) : key);
const of = (key) => ({ player }) => word(key, { name: called(player) });
const by = (key) => ({ name }) => word(key, { name: name || "?" });

// The text of each kind of event.
const TEXTS = {
  watching: ({ host }) => word("watching", { host }),
  cutOff: () => word("cutOff"),
  lost: () => word("bridgeLost"),
  found: () => word("bridgeFound"),
  joined: of("joined"),
  left: of("gone"),
  away: of("wentAway"),
  back: ({ player, seconds: time }) => word("back", { name: called(player), seconds: seconds(time) }),
  asks: by("asks"),
  letIn: by("letIn"),
  paired: by("paired"),
  denied: ({ name, reason: number }) => word("denied", { name: name || "?", reason: reason(number) }),
  mode: ({ mode, app }) => word("modeNow", { mode: app ?? word(mode) }),
  policy: ({ policy }) => word("policyNow", { policy: word(policy) }),
  layout: ({ layout, names }) => (layout ? word("layoutNow", { layout: title({ id: layout, name: names[layout] }) }) : word("layoutOwn")),
  drops: ({ group, count }) => word("dropped", { count, group: word(GROUPS[group] ?? group) }),
  failed: ({ order, result }) => word("orderFailed", { order: word(ORDERS[order] ?? order), result: known(result) }),
};

/** Formats the time of day. */
export const time = (date) => [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":");

/** The list of events in `list`. */
export class Journal {
  #list;
  #entries = [];

  constructor(list) { this.#list = list; }

  /** Logs an event that happened at `date`. */
  note(event, date = new Date()) {
    if (!Object.hasOwn(TEXTS, event.kind) || this.#add(event, date)) return;
    const text = make("span");
    const element = make("li", { "data-kind": event.kind }, make("time", { datetime: date.toISOString() }, time(date)), text);
    this.#entries.unshift({ event, date, element, text });
    write(text, TEXTS[event.kind](event));
    this.#list.prepend(element);
    for (const old of this.#entries.splice(MOST)) old.element.remove();
  }

  /** Writes all entries again, since the language or a name has changed. */
  translate() {
    for (const { event, text } of this.#entries) write(text, TEXTS[event.kind](event));
  }

  /** Adds drops to a recent entry of their group; returns false for other events, or without such an entry. */
  #add(event, date) {
    if (event.kind !== "drops") return false;
    const entry = this.#entries.find((other) => other.event.group === event.group && date - other.date <= SAME);
    if (!entry) return false;
    entry.event = { ...event, count: entry.event.count + event.count };
    entry.date = date;
    write(entry.text, TEXTS.drops(entry.event));
    return true;
  }
}
