// The editor of layouts on the dashboard. It is the phone's editor, on a field of the size of a phone; an object here replaces the phone's page.

import { open, reason } from "../edit/editor.js";
import { write } from "../edit/file.js";
import { make } from "../element.js";
import { learn, word } from "../language.js";
import { getLayouts, MILLIMETRE } from "../layout.js";
import { fetchKept } from "../shelf.js";
import { save } from "../upload.js";

export { hear } from "../shelf.js";

/** The settings that a phone has by default. */
const SETTINGS = { size: 100, mirror: false, digital: false, mixing: true, tilting: true };
/** The orders in place of a phone's texts, by the texts' types. All other types are the same. */
const ORDERS = { layout: "read", discard: "remove" };
/** The styles of the controls on the field, which are those of a phone. */
const LOOKS = ["/web/page.css", "/web/edit/edit.css"];
/** The value in the list of viewers for a trial that all players see. */
const EVERYONE = "0";

let state = () => null;
let order = () => {};
/** The trial of a layout: {id, slots, refused}; null if there is none. */
let trial = null;
const shelf = () => state()?.shelf ?? [];
const files = getLayouts((id, signal) => (shelf().some((each) => each.id === id) ? fetchKept(page, id) : files(id, signal)));

/** The object that the editor uses as its page. It has no controls, and gives orders where a phone sends texts. */
const page = {
  isDesk: true, settings: SETTINGS, room: null, editor: null, choice: null,
  get seat() { return { saves: true, layouts: state()?.layouts ?? [] }; },
  get heard() { return { shelf: shelf() }; },
  // The editor keeps the game at rest while it is open, so a call of rest means that a trial has ended.
  game: { millimetre: MILLIMETRE, mayTilt: true, rest: (much) => much && end() },
  link: { carrierName: "", flush() {}, say: ({ type, ...members }) => order(ORDERS[type] ?? type, members) },
  choose() {}, dress, use: (layout) => show(layout),
};
/** The list in which the user chooses who sees a trial. */
const viewers = make("select", { "aria-label": "" });

/** Puts the field into a shadow tree, in which the styles of the phone apply; returns the host element of the tree. */
function dress(pad) {
  const host = make("div");
  host.attachShadow({ mode: "open" }).append(...LOOKS.map((href) => make("link", { rel: "stylesheet", href })), pad);
  return host;
}

/** Shows the layout to the chosen player, or to everyone, as a trial, which the host does not store. Returns null, or a word and its values
 * that say why this is not possible. */
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

/** Ends the trial, so that the players see their former layouts again. `why` is a word and its values that say why no player saw the trial. */
function end(why = null) {
  if (trial) order("remove", { id: trial.id });
  trial?.resolve?.(why);
  trial = null;
}

/** Handles the answer to an order. If no player sees the trial, the editor appears again and shows the reason. */
export function answered({ type, slot, layout }, result) {
  if (type !== "layout" || layout !== trial?.id || result === "done") return;
  trial.refused.add(slot);
  if (trial.refused.size === trial.slots.length) end(["notTried", { reason: word(result) }]);
}

/** Edits a copy of the layout `id`. `give(type, members)` gives an order, `now()` returns the state of the desk. */
export async function edit(id, give, now) {
  if (page.editor) return;
  [order, state, page.choice] = [give, now, { id }];
  document.head.append(make("link", { rel: "stylesheet", href: "/web/dashboard/editing.css" }));
  if (!document.getElementById("live")) document.body.append(make("p", { id: "live", class: "spoken", role: "status" }));
  // The controls need the words of the phone's page. The styles are fetched before the field appears.
  await Promise.all([learn("page", { isSpare: true }), ...LOOKS.map((href) => fetch(href))]);
  await open(page, true);
  page.choice = null;
  // The keyboard shortcuts of the desk must not apply in the editor.
  document.getElementById("editor")?.addEventListener("keydown", (event) => event.stopPropagation());
  viewers.setAttribute("aria-label", word("tryOn"));
  viewers.replaceChildren(new Option(word("showAll"), EVERYONE), ...[...now().room.players.keys()].map((player) => new Option(word("showSlot", { player }), player)));
  document.querySelector("#edit-bar [data-do=attempt]")?.after(viewers);
}
