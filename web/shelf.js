// Layouts that players made: this phone's own, in its storage, and those that the host keeps (docs/web.md, "The shelf").

import { getLayouts, isID } from "./layout.js";
import { Link } from "./link.js";

const KEY = "tiltpad.layouts";
const DRAFT = "tiltpad.draft";
/** The limit on this phone's own layouts. */
const MOST_OWN = 16;
/** The limits on the bytes of a part of a file, and of the text that carries it, and on the number of parts. */
const [MOST_PART, MOST_TEXT, MOST_PARTS] = [700, 1000, 16];
/** The pause before an unanswered text is repeated, and before it is given up; ms. */
const AGAIN = 1000;
const PATIENCE = 10_000;
/** The pause between two parts: the host accepts 20 texts a second, of which each is sent three times over a data channel; ms. */
const PAUSE = { rtc: 200 };
const USUAL_PAUSE = 60;
/** The longest wait of a layout that the host wants until nothing is held, and the time between two looks; ms. */
const REST = 2000;
const LOOK = 50;

/** The questions to the host that have no answer yet: each may answer with a text that it fits. */
const asked = new Set();
let pushes = 0;

const bytes = (text) => new TextEncoder().encode(text).length;
const after = (pause) => new Promise((done) => setTimeout(done, pause));

function load(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

/** Stores `value`, or removes it if it is null; returns whether that succeeded. */
function store(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Returns this phone's own layouts by id: {text, base}, of which `base` is the id of the layout that it was made of. */
export function own() {
  const found = load(KEY);
  return new Map((Array.isArray(found) ? found : []).filter((each) => isID(each?.[0]) && typeof each[1]?.text === "string").slice(0, MOST_OWN));
}

/** Stores an own layout; returns whether there was room. */
export function keep(id, text, base) {
  const all = own().set(id, { text, base });
  return all.size <= MOST_OWN && store(KEY, [...all]);
}

/** Removes an own layout. */
export function drop(id) {
  const all = own();
  all.delete(id);
  store(KEY, [...all]);
}

/** Returns the layout that is being edited, as it was stored after the last step: {text, base, saved, first}; null without one. */
export function draft() {
  const found = load(DRAFT);
  return typeof found?.text === "string" ? found : null;
}

/** Stores what is being edited; null removes it. */
export const keepDraft = (value) => store(DRAFT, value);

/** Returns the layouts that the host keeps for this page: {id, name, by, own}. */
export function kept({ heard }) {
  const { shelf } = heard;
  return (Array.isArray(shelf) ? shelf : []).filter((each) => isID(each?.id));
}

/** Sends the host a text until `fits` accepts one of its texts, which is the answer; null if none comes in time. */
async function ask({ link }, said, fits, patience = PATIENCE) {
  const end = performance.now() + patience;
  const question = { fits };
  const answer = new Promise((resolve) => { question.resolve = resolve; });
  asked.add(question);
  let found = null;
  while (!found && performance.now() < end) {
    link.say(said);
    found = await Promise.race([answer, after(AGAIN)]);
  }
  asked.delete(question);
  return found ?? null;
}

/** Returns `text` in parts for the host. */
function cut(id, text) {
  const parts = [""];
  for (const character of text) {
    const longer = parts.at(-1) + character;
    const message = { type: "save", id, part: MOST_PARTS, of: MOST_PARTS, text: longer };
    if (bytes(longer) <= MOST_PART && bytes(JSON.stringify(message)) <= MOST_TEXT) parts[parts.length - 1] = longer;
    else parts.push(character);
  }
  return parts;
}

/** Saves a layout on the host; returns null, or why it is not there: {why, faults}. */
export async function save(page, id, text) {
  const parts = cut(id, text);
  if (parts.length > MOST_PARTS) return { why: "size" };
  for (const [part, piece] of parts.entries()) {
    const fits = (said) => said.id === id && (said.type === "refused" || (said.type === "kept" && said.part === part));
    const answer = await ask(page, { type: "save", id, part, of: parts.length, text: piece }, fits);
    if (answer?.type !== "kept") return { why: answer?.why ?? "silent", faults: answer?.faults };
    if (answer.whole === true) return null;
    await after(PAUSE[page.link.carrierName] ?? USUAL_PAUSE);
  }
  return { why: "silent" };
}

/** Removes an own layout from the host; returns null, or why it is still there. */
export async function discard(page, id) {
  const answer = await ask(page, { type: "discard", id }, (said) => said.id === id && ["discarded", "refused"].includes(said.type));
  return answer?.type === "discarded" ? null : { why: answer?.why ?? "silent" };
}

/** Returns the text of a layout that the host keeps; null if it has none for this page. */
async function fetchKept(page, id) {
  const answer = await ask(page, { type: "layout", id }, (said) => said.type === "controls" && said.id === id);
  return typeof answer?.layout === "string" ? answer.layout : null;
}

/** Shows a layout that the host wants once nothing is held, or after a while. */
async function push(page, id) {
  const [number, end] = [pushes += 1, performance.now() + REST];
  while (page.game.isTouched && performance.now() < end) await after(LOOK);
  if (number === pushes) page.choose(id);
}

function hear(said) {
  for (const question of asked) if (question.fits(said)) question.resolve(said);
}

/** Lets `page` choose these layouts too; a layout that the host wanted before is shown now. */
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
