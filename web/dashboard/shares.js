// Shared pads: a row for each shared pad, and a form that lets one player help another.

import { learn, word } from "../language.js";
import { at, draw, fill, make, set, write } from "./dom.js";
import { drawCode, isCode } from "./qr.js";
import { called } from "./table.js";
import { PRESETS } from "./tables.js";

/** Loads the words and the styles of the panel; returns its class. */
export async function load() {
  if (!at("share-looks")) document.head.append(make("link", { id: "share-looks", rel: "stylesheet", href: "/web/dashboard/shares.css" }));
  await learn("share");
  return Shares;
}

const action = (key, click) => make("button", { type: "button", "data-word": key, click }, word(key));
const line = (key, field) => make("label", { class: "line" }, make("span", { "data-word": key }, word(key)), field);

/** The panel of shared pads in the section `shares`. `order(type, members)` gives an order. */
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
  /** The number of the player whose helper the code is for; 0 without a code. */
  #helped = 0;

  constructor(order) {
    this.#order = order;
    const buttons = make("div", { class: "buttons" }, this.#begin, action("shareCode", () => order("helper", { slot: Number(this.#main.value) })));
    at("shares").append(this.#list, make("details", { "aria-labelledby": "shares-title" },
      make("summary", { id: "shares-title", "data-word": "shareTitle" }, word("shareTitle")), line("shareHow", this.#preset),
      line("sharePad", this.#main), line("shareHelper", this.#helper), buttons, this.#said, make("div", { class: "code" }, this.#code)));
  }

  /** Shows the shared pads of the room. */
  show({ players, stage }) {
    const shares = stage?.shares ?? [];
    this.#players = players;
    at("shares").hidden = !players.size;
    fill(this.#preset, PRESETS.map((preset) => `${preset}|${word(`share_${preset}`)}`), (each) => new Option(each.split("|")[1], each.split("|")[0]));
    const names = [...players.values()].map((player) => `${player.slot}|${player.slot} ${called(player)}`);
    for (const field of [this.#main, this.#helper]) this.#offer(field, names);
    this.#choose();
    const rows = shares.map(({ steering: _, ...share }) => JSON.stringify([share, ...share.members.map((slot) => this.#name(slot)), word("shareEnd")]));
    fill(this.#list, rows, (row) => this.#row(JSON.parse(row)[0]));
    for (const [index, { steering }] of shares.entries()) write(this.#list.children[index].querySelector("span"), this.#steers(steering));
    // The code is valid only while its player is there.
    if (this.#helped && !players.has(this.#helped)) this.showCode({ helps: this.#helped });
  }

  /** Draws the code for a helper of a player. Without `rows`, there is no code to draw. */
  showCode({ helps, rows }) {
    this.#helped = isCode(rows) ? helps : 0;
    drawCode(this.#code, rows);
    const text = this.#helped ? word("shareCodeText", { name: this.#name(helps) }) : "";
    set(this.#code, "aria-label", text);
    write(this.#said, text);
  }

  /** Handles the answer to an order. */
  answered({ type }, result) {
    const texts = { share: { notNow: "shareFailed" }, helper: { full: "shareFull" } }[type];
    if (!texts || (type === "helper" && result === "done")) return;
    write(this.#said, result === "done" ? "" : word(texts[result] ?? result));
  }

  #name(slot) { return this.#players.has(slot) ? called(this.#players.get(slot)) : word("player", { slot }); }

  /** Offers players to choose from in `field`. The chosen player stays chosen as long as the player is there. */
  #offer(field, names) {
    const { value } = field;
    fill(field, names, (each) => new Option(each.slice(each.indexOf("|") + 1), each.split("|")[0]));
    if (names.some((each) => each.startsWith(`${value}|`))) field.value = value;
  }

  /** Prevents a player from being chosen as their own helper. */
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

  #steers(slots) { return slots.length ? word("shareSteers", { name: slots.map((slot) => this.#name(slot)).join(", ") }) : word("shareNobody"); }

  #row({ main, preset, members }) {
    const names = members.filter((slot) => slot !== main).map((slot) => this.#name(slot)).join(", ");
    const again = make("select", { "aria-label": word("shareHow"), change: ({ target }) => this.#order("share", { do: "begin", slot: main, preset: target.value }) },
      ...PRESETS.map((each) => new Option(word(`share_${each}`), each, false, each === preset)));
    const next = preset === "turns" ? [action("shareNext", () => this.#order("share", { do: "pass", slot: main }))] : [];
    return make("li", { "data-slot": main }, make("b", {}, word("shareWith", { name: this.#name(main), names })), make("span"), again,
      ...next, action("shareEnd", () => this.#order("share", { do: "end", slot: main })));
  }
}
