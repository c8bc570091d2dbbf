// Sends a layout to the host, in parts, and removes it there (docs/web.md, "Layouts of players").

import { after, ask } from "./shelf.js";

/** The limits on the bytes of a part of a file, and of the text that carries it, and on the number of parts. */
const [MOST_PART, MOST_TEXT, MOST_PARTS] = [700, 1000, 16];
/** The pause between two parts, ms: the host accepts 20 texts a second, and "rtc" sends each three times. */
const PAUSE = { rtc: 200 };
const USUAL_PAUSE = 60;

const bytes = (text) => new TextEncoder().encode(text).length;

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

/** The newest save, {id}. */
let newest = null;
/** The end of all saves. */
let former = Promise.resolve();

/** Saves a layout on the host; returns null, or why it is not there: {why, faults}. Saves wait for each other. One is skipped if
 * the newest has its id. With `isTrial`, a dashboard tries it, and the host does not keep it. */
export function save(page, id, text, isTrial = false) {
  const mine = { id };
  newest = mine;
  former = former.then(() => (newest !== mine && newest.id === id ? null : send(page, id, text, isTrial ? { trial: true } : {})));
  return former;
}

async function send(page, id, text, more) {
  const parts = cut(id, text);
  if (parts.length > MOST_PARTS) return { why: "size" };
  for (const [part, piece] of parts.entries()) {
    const fits = (said) => said.id === id && (said.type === "refused" || (said.type === "kept" && said.part === part));
    const answer = await ask(page, { type: "save", id, part, of: parts.length, text: piece, ...more }, fits);
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
