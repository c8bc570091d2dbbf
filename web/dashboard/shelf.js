// The layouts that players keep on the host. For each, the list shows who may use it, and has buttons that show it, edit a copy, or remove it.

import { word } from "../language.js";
import { isID } from "../layout.js";
import * as titles from "../titles.js";
import { at, make, set, write } from "./dom.js";
import { visible } from "./names.js";
import { called } from "./table.js";

/** The values of `offered`: −1 if only the owner may use the layout, 0 if everybody may. Any other value is a player's slot. */
const [OWNER, EVERYBODY] = [-1, 0];

/** Returns the valid entries of a list from the host: {id, name, by, offered}; null if the host has no list for this page. */
export function readShelf(list) {
  if (!Array.isArray(list)) return null;
  const entries = list.filter((entry) => isID(entry?.id) && Number.isInteger(entry.offered));
  return entries.map(({ id, name, by, offered }) => ({ id, name, by: visible(by), offered }));
}

/** Returns the name of an entry, in the current language if it has several. */
export const title = (entry) => visible(titles.title(entry)) || entry.id;

/** The list of kept layouts. `order(type, members)` gives an order. */
export class Shelf {
  #order;
  #rows = new Map();
  /** The id of the layout whose removal has to be confirmed. */
  #asked = "";
  /** The host's state as last shown; null before the first time. */
  #state = null;
  /** The code of the editor; null until a layout is edited. */
  #editing = null;

  constructor(order) {
    this.#order = order;
    at("make-layout").addEventListener("click", () => this.#edit(at("layout").value || "pad"));
    at("unshelve-sure").addEventListener("click", () => order("remove", { id: this.#asked }));
  }

  /** Handles the answer to an order. After a refused offer, the list shows the former offer again. */
  answered(order, result) {
    const { type, id } = order;
    this.#editing?.answered(order, result);
    if (type === "offer" && result !== "done" && this.#rows.has(id)) this.#rows.get(id).offered = null;
  }

  /** Receives the host's answer about the layout that is being edited. */
  hear(said) { this.#editing?.hear(said); }

  /** Shows the layouts in the host's state, each with a choice of the players to whom it is offered; shows nothing if the host keeps none. */
  show(state) {
    this.#state = state;
    at("shelf").hidden = state.shelf === null;
    const [entries, { players }] = [state.shelf ?? [], state.room];
    const ids = new Set(entries.map(({ id }) => id));
    if (!ids.has(this.#asked)) at("unshelve").close();
    for (const [id, row] of this.#rows) if (!ids.has(id)) this.#remove(id, row);
    for (const entry of entries) {
      if (!this.#rows.has(entry.id)) this.#add(entry.id);
      this.#fill(this.#rows.get(entry.id), entry, players);
    }
  }

  #add(id) {
    const row = { id, listed: "", offered: null, name: make("b"), by: make("span"), to: make("select"), buttons: [] };
    row.to.addEventListener("change", () => this.#order("offer", { id, to: Number(row.to.value) }));
    for (const [key, act] of [["showNow", () => this.#show(row)], ["editCopy", () => this.#edit(id)], ["unshelve", () => this.#ask(row)]]) {
      const button = make("button", { type: "button", "data-key": key });
      button.addEventListener("click", act);
      row.buttons.push(button);
    }
    row.element = make("li", { "data-id": id }, make("p", {}, row.name, row.by), row.to, ...row.buttons);
    this.#rows.set(id, row);
    at("kept").append(row.element);
  }

  #fill(row, entry, players) {
    const [name, { by, offered }] = [title(entry), entry];
    write(row.name, name);
    write(row.by, by && word("madeBy", { name: by }));
    const options = [[OWNER, word("offerOwner")], [EVERYBODY, word("offerAll")], ...[...players].map(([slot, player]) => [slot, called(player)])];
    // A player to whom the layout is offered may be away.
    if (!options.some(([value]) => value === offered)) options.push([offered, word("player", { slot: offered })]);
    const listed = JSON.stringify(options);
    // A choice stays until the host answers, unless the chosen player has gone.
    const isKept = row.offered === offered && options.some(([value]) => String(value) === row.to.value);
    const chosen = isKept ? row.to.value : String(offered);
    if (listed !== row.listed) row.to.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
    if (row.to.value !== chosen) row.to.value = chosen;
    Object.assign(row, { listed, offered });
    set(row.to, "aria-label", `${word("offerTo")}: ${name}`);
    for (const button of row.buttons) {
      write(button, word(button.dataset.key));
      set(button, "aria-label", `${word(button.dataset.key)}: ${name}`);
    }
  }

  /** Shows the layout to everybody, or to the player to whom it is offered. */
  #show({ id, to }) { this.#order("layout", { layout: id, slot: Math.max(Number(to.value), EVERYBODY) }); }

  /** Opens the editor with a copy of a layout. */
  async #edit(id) {
    this.#editing ??= await import("./editing.js").catch(() => null);
    this.#editing?.edit(id, this.#order, () => this.#state);
  }

  /** Asks before a layout is removed. */
  #ask({ id, name }) {
    this.#asked = id;
    write(at("unshelve-text"), word("unshelveSure", { name: name.textContent }));
    at("unshelve").showModal();
  }

  /** Removes a row. If it has the focus, the next row gets the focus, or the top of the page. */
  #remove(id, row) {
    const hadFocus = row.element.contains(document.activeElement);
    row.element.remove();
    this.#rows.delete(id);
    if (hadFocus) (at("kept").querySelector("select") ?? at("host")).focus();
  }
}
