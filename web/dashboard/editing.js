// The editor of layouts on the dashboard: the phone's, on a field of the size of a phone, for which the desk stands in for the page.

import { open, reason } from "../edit/editor.js";
import { write } from "../edit/file.js";
import { make } from "../element.js";
import { learn, word } from "../language.js";
import { getLayouts, MILLIMETRE } from "../layout.js";
import { fetchKept } from "../shelf.js";
import { save } from "../upload.js";

export { hear } from "../shelf.js";

/** The settings of a phone as they are at first. */
const SETTINGS = { size: 100, mirror: false, digital: false, mixing: true, tilting: true };
/** The host's orders in place of a page's texts. */
const ORDERS = { layout: "read", discard: "remove" };
/** The look of the controls on the field, which is a phone's. */
const LOOKS = ["/web/page.css", "/web/edit/edit.css"];
/** The players who see a trial when everyone does. */
const EVERYONE = "0";

let state = () => null;
let order = () => {};
/** The layout that is tried: {id, slots, refused}; null without a trial. */
let trial = null;
const shelf = () => state()?.shelf ?? [];
const files = getLayouts((id, signal) => (shelf().some((each) => each.id === id) ? fetchKept(page, id) : files(id, signal)));

/** A page for the editor, without controls; its texts are orders. */
const page = {
  isDesk: true, settings: SETTINGS, room: null, editor: null, choice: null,
  get seat() { return { saves: true, layouts: state()?.layouts ?? [] }; },
  get heard() { return { shelf: shelf() }; },
  // The editor keeps the game at rest while it is seen, so a trial has ended then.
  game: { millimetre: MILLIMETRE, mayTilt: true, rest: (much) => much && end() },
  link: { carrierName: "", flush() {}, say: ({ type, ...members }) => order(ORDERS[type] ?? type, members) },
  choose() {}, dress, use: (layout) => show(layout),
};
/** The list of those who see a trial. */
const viewers = make("select", { "aria-label": "" });

/** Puts the field into a tree of its own, in which the phone's look holds; returns it. */
function dress(pad) {
  const host = make("div");
  host.attachShadow({ mode: "open" }).append(...LOOKS.map((href) => make("link", { rel: "stylesheet", href })), pad);
  return host;
}

/** Shows the layout to the chosen player, or to everyone; returns why not, as a word with its values, or null. The host does not keep it. */
async function show(layout) {
  end();
  const slots = viewers.value === EVERYONE ? [...state().room.players.keys()] : [Number(viewers.value)];
  if (!slots.length) return ["nobodyPlays"];
  const mine = { id: layout.id, slots, refused: new Set() };
  trial = mine;
  const refused = await save(page, layout.id, write(layout), true);
  if (trial !== mine) return null;
  if (refused) {
    trial = null;
    return ["notTried", { reason: reason(refused) }];
  }
  for (const slot of slots) order("layout", { layout: layout.id, slot });
  return new Promise((resolve) => { mine.resolve = resolve; });
}

/** Ends the trial: the players see again what they saw before. `why` says why nobody could see it. */
function end(why = null) {
  if (trial) order("remove", { id: trial.id });
  trial?.resolve?.(why);
  trial = null;
}

/** Handles the answer to an order: when nobody sees the trial, the editor comes back and says so. */
export function answered({ type, slot, layout }, result) {
  if (type !== "layout" || layout !== trial?.id || result === "done") return;
  trial.refused.add(slot);
  if (trial.refused.size === trial.slots.length) end(["notTried", { reason: word(result) }]);
}

/** Edits a copy of the layout `id`; `give(type, members)` gives an order, `now()` returns the state of the desk. */
export async function edit(id, give, now) {
  if (page.editor) return;
  [order, state, page.choice] = [give, now, { id }];
  document.head.append(make("link", { rel: "stylesheet", href: "/web/dashboard/editing.css" }));
  if (!document.getElementById("live")) document.body.append(make("p", { id: "live", class: "spoken", role: "status" }));
  // Controls have the words of the phone's page; the looks are there before the field is.
  await Promise.all([learn("page", { isSpare: true }), ...LOOKS.map((href) => fetch(href))]);
  await open(page, true);
  page.choice = null;
  // The desk's own keys mean nothing here.
  document.getElementById("editor")?.addEventListener("keydown", (event) => event.stopPropagation());
  viewers.setAttribute("aria-label", word("tryOn"));
  viewers.replaceChildren(new Option(word("showAll"), EVERYONE), ...[...now().room.players.keys()].map((player) => new Option(word("showSlot", { player }), player)));
  document.querySelector("#edit-bar [data-do=attempt]")?.after(viewers);
}
