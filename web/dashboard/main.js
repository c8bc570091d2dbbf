// The dashboard. The gateway's messages update a state, which is drawn with the screen's next frame.

import { begin, speak, word } from "../language.js";
import { Desk } from "./desk.js";
import { at, write } from "./dom.js";
import { Invite } from "./invite.js";
import { Kiosk } from "./kiosk.js";
import { HostLink } from "./link.js";
import { visible } from "./names.js";
import { Peers } from "./peers.js";
import { readBatch } from "./records.js";
import { Room } from "./room.js";
import { readShelf } from "./shelf.js";

/** The shortest time between two changes of text, ms. Nobody could read digits that change faster. */
const READING = 250;
const LANGUAGE = "tiltpad.language";
/** The words of the banners for faults, by the stage of the connection. */
const BANNERS = { replaced: "replaced", lost: "retrying", bridge: "bridgeLost", version: "otherVersion" };

const query = new URLSearchParams(location.search);
await begin(["dashboard", "layouts"], [wanted(), ...navigator.languages]);

const isKiosk = query.has("kiosk");
const state = {
  host: "", limit: 0, layouts: [], layout: "", shelf: null, fingerprint: "", stage: "connecting", hasBridge: true, isOtherVersion: false, isSetupOpen: false,
  room: new Room(), peers: new Peers(), invite: new Invite(), names: new Map(),
};
let frame = 0;
let readAt = -Infinity;
let later = 0;

document.body.append(at(isKiosk ? "kiosk-page" : "desk-page").content.cloneNode(true));

/** The types of orders that could not be sent since the connection was lost; some orders are repeated. */
const unsent = new Set();

const link = new HostLink({
  opened: () => { unsent.clear(); state.peers.begin(performance.now()); redraw(); },
  text: (said) => { if (Object.hasOwn(HEARD, said.type)) HEARD[said.type](said); redraw(); },
  binary: (buffer) => receive(buffer),
  unsent: (order) => { conclude(order, "cutOff", !unsent.has(order.type)); unsent.add(order.type); redraw(); },
  lost: () => leave("lost"),
  replaced: () => leave("replaced"),
  refused: () => leave("refused"),
});
const view = isKiosk ? new Kiosk() : new Desk({ order: (type, members) => link.order(type, members), speak: choose, changed: redraw });

const text = (value) => (typeof value === "string" ? value : "");
const texts = (value) => (Array.isArray(value) ? value.filter((each) => typeof each === "string" && each) : []);

// The functions for the host's texts, by their type.
const HEARD = {
  welcome: (said) => welcome(said),
  names: ({ names }) => {
    const list = (Array.isArray(names) ? names : []).filter((one) => Number.isInteger(one?.slot));
    state.names = new Map(list.map(({ slot, name, colour }) => [slot, { name: visible(name), colour: text(colour) }]));
    call();
  },
  peer: (said) => {
    for (const event of state.peers.apply(said, performance.now())) view.note(event);
    call();
  },
  ticket: (said) => (Number.isInteger(said.helps) ? view.hear?.(said) : state.invite.setTicket(said, performance.now())),
  pin: (said) => state.invite.setPIN(said, performance.now()),
  droidpad: (said) => { if (!isKiosk) state.invite.showDroidPad(said); },
  shelf: ({ shelf }) => { state.shelf = readShelf(shelf); },
  kept: (said) => view.hear(said),
  refused: (said) => view.hear(said),
  controls: (said) => view.hear(said),
  settings: (said) => view.hear(said),
  lock: (said) => view.hear(said),
  setup: ({ open }) => { state.isSetupOpen = open === true; },
  layout: ({ layout }) => {
    if (text(layout) === state.layout) return;
    state.layout = text(layout);
    view.note({ kind: "layout", layout: state.layout });
  },
  answer: ({ number, result }) => {
    const order = link.answered(number);
    if (order) conclude(order, text(result));
  },
  lost: () => bridge(false),
  found: () => bridge(true),
};

function welcome(said) {
  Object.assign(state, {
    stage: "open", hasBridge: true, isSetupOpen: false, host: text(said.host), layouts: texts(said.layouts), layout: text(said.layout), fingerprint: text(said.fingerprint),
    shelf: readShelf(said.shelf), hasDroidPad: said.droidpad === true,
  });
  if (Number.isInteger(said.limit)) state.limit = said.limit;
  if (said.resume) link.resume(said.resume);
  document.title = state.host ? `${state.host} – Tiltpad` : "Tiltpad";
  view.note({ kind: "watching", host: state.host });
  view.welcome(state);
  view.renewed();
}

/** Shows the result of an order; logs a failure only if `isNew`. */
function conclude(order, result, isNew = true) {
  // The page itself gives the order to follow the settings, and repeats it when the host is found again.
  if (order.do === "follow") return;
  view.answered(order, result);
  if (isNew && result !== "done" && result !== "overruled") view.note({ kind: "failed", order: order.type, result });
}

/** Gives the room the players' names: those that pages report, and those of devices with a slot. */
function call() {
  state.room.call(new Map([...state.peers.names, ...state.names]));
  view.translate();
}

function bridge(isThere) {
  if (state.hasBridge === isThere) return;
  state.hasBridge = isThere;
  view.note({ kind: isThere ? "found" : "lost" });
  if (isThere) view.renewed();
}

function receive(buffer) {
  const batch = readBatch(buffer);
  if (!batch) return;
  state.isOtherVersion = batch.otherVersion !== undefined;
  if (state.isOtherVersion) { redraw(); return; }
  for (const event of state.room.apply(batch, performance.now())) view.note(event);
  schedule();
}

function leave(stage) {
  if (state.stage === "open") view.note({ kind: "cutOff" });
  state.stage = stage;
  state.invite.clear();
  redraw();
}

function choose(language) {
  try {
    localStorage.setItem(LANGUAGE, language);
  } catch { /* The choice lasts only as long as the page is open. */ }
  speak([language, ...navigator.languages]).then(translate);
}

function translate() {
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", word(element.dataset.label));
  view.translate();
  redraw();
}

/** Schedules a drawing for the next frame. A hidden page draws nothing. */
function schedule() {
  if (!document.hidden) frame ||= requestAnimationFrame(draw);
}

/** Draws everything, including all text. */
function redraw() {
  readAt = -Infinity;
  schedule();
}

function draw() {
  frame = 0;
  const now = performance.now();
  const isReading = now - readAt >= READING;
  if (isReading) readAt = now;
  // Text that was not drawn this time is drawn later, even if no more batches arrive.
  else later ||= setTimeout(() => { later = 0; schedule(); }, READING);
  document.body.dataset.stage = state.stage === "open" ? opened() : state.stage;
  at("card").hidden = state.stage !== "refused";
  const wrong = BANNERS[document.body.dataset.stage];
  write(at("banner"), wrong ? word(wrong) : "");
  view.draw(state, now, isReading);
}

/** Returns the stage of a connection that is open. */
function opened() {
  if (!state.hasBridge) return "bridge";
  return state.isOtherVersion ? "version" : "open";
}

function wanted() {
  try {
    return query.get("lang") ?? localStorage.getItem(LANGUAGE);
  } catch {
    return query.get("lang");
  }
}

document.addEventListener("visibilitychange", () => document.hidden || redraw());
addEventListener("resize", redraw);
if (!isKiosk) at("check-phone").addEventListener("click", () => { state.invite.turn(); redraw(); });
at("again").addEventListener("click", () => { state.stage = "connecting"; link.start(); redraw(); });
setInterval(() => state.invite.isCounting(performance.now()) && redraw(), 1000);
translate();
link.start();
