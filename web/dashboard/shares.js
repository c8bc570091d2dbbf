// Shared pads: a row for each, and a form that lets one player help another.

import { learn, word } from "../language.js";
import { at, draw, fill, make, set, write } from "./dom.js";
import { drawCode } from "./qr.js";
import { called } from "./table.js";
import { PRESETS } from "./tables.js";

/** Loads the words and the looks of the panel; returns its class. */
export async function load() {
  if (!at("share-looks")) document.head.append(make("link", { id: "share-looks", rel: "stylesheet", href: "/web/dashboard/shares.css" }));
  await learn("share");
  return Shares;
}

const action = (key, click) => make("button", { type: "button", "data-word": key, click }, word(key));
const line = (key, field) => make("label", { class: "line" }, make("span", { "data-word": key }, word(key)), field);

/** The panel in the section `shares`; `order(type, members)` gives an order. */
class Shares {
  #order;
  #preset = make("select", { id: "share-preset" });
  #main = make("select", { id: "share-main", change: () => this.#choose() });
  #helper = make("select", { id: "share-helper" });
  #said = make("p", { id: "share-said", role: "status" });
  #list = make("ul", { id: "share-list" });
  #code = draw("svg", { id: "share-qr", role: "img", hidden: "" });
  #begin = action("shareBegin", () => this.#share());
  #players = new Map();
  #shares = [];

  constructor(order) {
    this.#order = order;
    const buttons = make("div", { class: "buttons" }, this.#begin, action("shareCode", () => order("helper", { slot: Number(this.#main.value) })));
    at("shares").append(this.#list, make("details", {},
      make("summary", { id: "shares-title", "data-word": "shareTitle" }, word("shareTitle")), line("shareHow", this.#preset),
      line("sharePad", this.#main), line("shareHelper", this.#helper), buttons, this.#said, make("div", { class: "code" }, this.#code)));
  }

  /** Shows the shared pads of the room. */
  show({ players, stage }) {
    [this.#players, this.#shares] = [players, stage?.shares ?? []];
    at("shares").hidden = !players.size;
    fill(this.#preset, PRESETS.map((preset) => `${preset}|${word(`share_${preset}`)}`), (each) => new Option(each.split("|")[1], each.split("|")[0]));
    const names = [...players.values()].map((player) => `${player.slot}|${called(player)}`);
    for (const field of [this.#main, this.#helper]) this.#offer(field, names);
    this.#choose();
    const rows = this.#shares.map((share) => JSON.stringify([share, ...share.members.map((slot) => this.#name(slot)), word("shareEnd")]));
    fill(this.#list, rows, (row) => this.#row(JSON.parse(row)[0]));
  }

  /** Draws the code for a helper of a player. */
  showCode({ helps, rows }) {
    drawCode(this.#code, rows);
    set(this.#code, "aria-label", word("shareCodeText", { name: this.#name(helps) }));
    write(this.#said, word("shareCodeText", { name: this.#name(helps) }));
  }

  /** Handles the answer to an order. */
  answered({ type }, result) {
    if (type === "share") write(this.#said, result === "done" ? "" : word("shareFailed"));
  }

  #name(slot) { return this.#players.has(slot) ? called(this.#players.get(slot)) : word("player", { slot }); }

  /** Offers players to choose from; a choice stays while its player does. */
  #offer(field, names) {
    const { value } = field;
    fill(field, names, (each) => new Option(each.slice(each.indexOf("|") + 1), each.split("|")[0]));
    if (names.some((each) => each.startsWith(`${value}|`))) field.value = value;
  }

  /** Lets nobody help themselves. */
  #choose() {
    if (this.#helper.value === this.#main.value) {
      const other = [...this.#helper.options].find(({ value }) => value !== this.#main.value);
      if (other) this.#helper.value = other.value;
    }
    this.#begin.disabled = this.#players.size < 2;
  }

  #share() {
    const [slot, helper] = [this.#main, this.#helper].map(({ value }) => Number(value));
    if (slot !== helper) this.#order("share", { do: "begin", slot, helper, preset: this.#preset.value });
  }

  #row({ main, preset, members, steering }) {
    const names = members.filter((slot) => slot !== main).map((slot) => this.#name(slot)).join(", ");
    const steers = steering.length ? word("shareSteers", { name: steering.map((slot) => this.#name(slot)).join(", ") }) : word("shareNobody");
    const again = make("select", { "aria-label": word("shareHow"), change: ({ target }) => this.#order("share", { do: "begin", slot: main, preset: target.value }) },
      ...PRESETS.map((each) => new Option(word(`share_${each}`), each, false, each === preset)));
    const next = preset === "turns" ? [action("shareNext", () => this.#order("share", { do: "pass", slot: main }))] : [];
    return make("li", { "data-slot": main }, make("b", {}, word("shareWith", { name: this.#name(main), names })), make("span", {}, steers), again,
      ...next, action("shareEnd", () => this.#order("share", { do: "end", slot: main })));
  }
}
