// The editor of layouts on the dashboard: the phone's, on a field of the size of a phone, for which the desk stands in for the page.

import { open } from "../edit/editor.js";
import { write } from "../edit/file.js";
import { word } from "../language.js";
import { getLayouts, MILLIMETRE } from "../layout.js";
import { fetchKept } from "../shelf.js";
import { save } from "../upload.js";
import { make } from "./dom.js";

export { hear } from "../shelf.js";

/** The settings of a phone as they are at first. */
const SETTINGS = { size: 100, mirror: false, digital: false, mixing: true, tilting: true };
/** The host's orders in place of a page's texts. */
const ORDERS = { layout: "read", discard: "remove" };

let state = () => null;
let order = () => {};
const files = getLayouts((id, signal) => (state()?.shelf?.some((each) => each.id === id) ? fetchKept(page, id) : files(id, signal)));

/** A page for the editor, without controls; its texts are orders. */
const page = {
  isDesk: true, settings: SETTINGS, seat: { saves: true }, heard: {}, room: null, editor: null, choice: null,
  game: { millimetre: MILLIMETRE, mayTilt: true, rest() {} },
  link: { carrierName: "", flush() {}, say: ({ type, ...members }) => order(ORDERS[type] ?? type, members) },
  choose() {}, use: (layout) => show(layout),
};
/** The list of those who see a trial. */
const viewers = make("select", { "aria-label": "" });

/** Saves a layout on the host, and shows it to the chosen player, or to everyone. */
async function show(layout) {
  const refused = await save(page, layout.id, write(layout));
  if (!refused) order("layout", { layout: layout.id, slot: Number(viewers.value) });
}

/** Edits a copy of the layout `id`; `give(type, members)` gives an order, `now()` returns the state of the desk. */
export async function edit(id, give, now) {
  if (page.editor) return;
  [order, state, page.choice] = [give, now, { id }];
  document.head.append(make("link", { rel: "stylesheet", href: "/web/dashboard/editing.css" }));
  if (!document.getElementById("live")) document.body.append(make("p", { id: "live", class: "spoken", role: "status" }));
  await open(page, true);
  page.choice = null;
  // The desk's own keys mean nothing here.
  document.getElementById("editor")?.addEventListener("keydown", (event) => event.stopPropagation());
  viewers.setAttribute("aria-label", word("tryOn"));
  viewers.replaceChildren(new Option(word("showAll"), 0), ...[...now().room.players.keys()].map((player) => new Option(word("showSlot", { player }), player)));
  document.querySelector("#edit-bar [data-do=attempt]")?.after(viewers);
}
