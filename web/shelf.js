// Layouts that players made: this phone's own, in its storage, and those that the host keeps (docs/web.md, "Layouts of players").

import { getLayouts, isID } from "./layout.js";
import { Link } from "./link.js";
import * as settings from "./settings.js";

const KEY = "tiltpad.layouts";
const DRAFT = "tiltpad.draft";
/** The limit on this phone's own layouts. */
const MOST_OWN = 16;
/** The pause before an unanswered text is repeated, longer for a carrier that sends it three times, and the time until it is given up; ms. */
const AGAIN = { rtc: 3000 };
const USUALLY = 1000;
const PATIENCE = 10_000;
/** The longest time for which held controls delay a layout that the host wants, and the time between checks; ms. */
const REST = 2000;
const LOOK = 50;

/** The questions to the host that have no answer yet; a text answers the question whose `fits` accepts it. */
const asked = new Set();
let pushes = 0;
/** The layout that the host wanted last, and the one before it; "" for none. */
let [pushed, before] = ["", ""];

/** Waits for that number of ms. */
export const after = (pause) => new Promise((done) => setTimeout(done, pause));

/** Returns this phone's own layouts by id, each as {text, base}. `base` is the id of the layout from which it was made. */
export function own() {
  const found = settings.load("localStorage", KEY);
  return new Map((Array.isArray(found) ? found : []).filter((each) => isID(each?.[0]) && typeof each[1]?.text === "string").slice(0, MOST_OWN));
}

/** Stores an own layout; returns whether there was room. */
export function keep(id, text, base) {
  const all = own().set(id, { text, base });
  return all.size <= MOST_OWN && settings.keep("localStorage", KEY, [...all]);
}

/** Removes an own layout. */
export function drop(id) {
  const all = own();
  all.delete(id);
  settings.keep("localStorage", KEY, [...all]);
}

/** Returns the layout that is being edited, as it was stored after the last step: {text, base, saved, first}; null if there is none. */
export function draft() {
  const found = settings.load("localStorage", DRAFT);
  return typeof found?.text === "string" ? found : null;
}

/** Stores what is being edited; null removes it. */
export const keepDraft = (value) => settings.keep("localStorage", DRAFT, value);

/** Returns the layouts that the host keeps for this page: {id, name, by, own}. */
export function kept({ heard }) {
  const { shelf } = heard;
  return (Array.isArray(shelf) ? shelf : []).filter((each) => isID(each?.id));
}

/** Sends the host a text until `fits` accepts one of its texts, and returns that; null if none comes in time. */
export async function ask({ link }, said, fits, patience = PATIENCE) {
  const end = performance.now() + patience;
  const question = { fits };
  const answer = new Promise((resolve) => { question.resolve = resolve; });
  asked.add(question);
  let found = null;
  while (!found && performance.now() < end) {
    link.say(said);
    found = await Promise.race([answer, after(AGAIN[link.carrierName] ?? USUALLY)]);
  }
  asked.delete(question);
  return found ?? null;
}

/** Returns the text of a layout that the host keeps; null if it has none for this page. */
export async function fetchKept(page, id) {
  const answer = await ask(page, { type: "layout", id }, (said) => said.type === "controls" && said.id === id);
  return typeof answer?.layout === "string" ? answer.layout : null;
}

/** Shows a layout that the host wants, when nothing is held or after REST. Id "" brings back the one before, unless the player has chosen since. */
async function push(page, id) {
  const now = page.choice?.id ?? "";
  if (id && now !== pushed) before = now || (page.seat?.layout ?? "");
  if (!id && now !== pushed) return;
  pushed = id || before;
  const [number, end] = [pushes += 1, performance.now() + REST];
  while (page.game.isTouched && performance.now() < end) await after(LOOK);
  if (number === pushes && pushed) page.choose(pushed);
}

/** Receives a text of the host that may be an answer. */
export function hear(said) {
  for (const question of asked) if (question.fits(said)) question.resolve(said);
}

/** Lets `page` choose players' layouts; a layout that the host wanted before is shown now. */
export function open(page) {
  if (page.push) return;
  // A page from elsewhere asks the host for every layout.
  const isElsewhere = Link.first.label === "rtc";
  const files = getLayouts(async (id, signal) => {
    const mine = own().get(id)?.text;
    if (mine !== undefined || isElsewhere) return mine ?? files(id, signal);
    const isShipped = page.seat?.layouts?.includes(id) ?? true;
    return kept(page).some((each) => each.id === id) || !isShipped ? fetchKept(page, id) : files(id, signal);
  });
  Object.assign(page, { push: (id) => push(page, id), hearOther: hear });
  const { layout, layouts } = page.seat ?? {};
  if (layouts && !layouts.includes(layout)) page.choose(layout);
}
