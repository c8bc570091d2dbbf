// The table of players. Each player has a row, which is made once, and updated where values change.

import { drawBadge } from "../badge.js";
import { hasWord, word } from "../language.js";
import { Dial } from "./dial.js";
import { icon, make, paint, set, write } from "./dom.js";
import { ModeChoice } from "./modes.js";
import { PadDrawing } from "./pad.js";
import { COUNTS, TRANSPORTS } from "./tables.js";

/** The columns, by the keys of their headings. */
const COLUMNS = ["name", "link", "packets", "silence", "tilt", "pad", "orders"];
// The lines in a cell of numbers, each as the key of a word, and a function that returns the text for a player.
const LINK = [
  ["rate", ({ rate }) => (rate.value === null ? "–" : word("perSecond", { value: Math.round(rate.value) }))],
  ["roundTrip", ({ record }) => milliseconds(record.roundTrip)],
  ["jitter", ({ record }) => milliseconds(record.jitter)],
];
/** Returns the lines of the cell with counts: a line for each count that has a word. */
const packets = () => COUNTS.filter(hasWord).map((key) => [key, ({ record }) => String(record[key])]);

/** Formats a time in ms. */
export function milliseconds(value) {
  if (value === null) return "–";
  if (value >= 10_000) return word("seconds", { value: Math.round(value / 1000) });
  if (value >= 1000) return word("seconds", { value: (value / 1000).toFixed(1) });
  return word("milliseconds", { value: value < 10 ? value.toFixed(1) : Math.round(value) });
}

/** Returns a player's name, or a word with the number if the name is unknown. */
export const called = (player) => player.name || word("player", { slot: player.slot });

/** A row for a player. */
class Row {
  element = make("tr", { role: "row" });
  #select = make("button", { type: "button", class: "select" });
  #via = make("span", { class: "via" });
  #numbers = [];
  #state = make("b", { class: "state" });
  #silence = make("span", { class: "silence" });
  #dial = new Dial();
  #angle = make("span", { class: "angle" });
  #pad = new PadDrawing();
  #orders;
  #mode;

  constructor(slot, act) {
    this.element.addEventListener("click", ({ target }) => target.closest("[data-order]") || act("select", slot));
    this.#orders = [["recentre", "zero"], ["kick", "close"]].map(([order, picture]) => this.#order(order, picture, () => act(order, slot)));
    this.#mode = new ModeChoice((mode) => act("mode", slot, { mode }));
    const cells = [
      [this.#select, this.#via], [this.#list(LINK)], [this.#list(packets())], [this.#state, this.#silence], [this.#dial.element, this.#angle],
      [this.#pad.element], [this.#mode.element, ...this.#orders],
    ];
    this.element.append(...cells.map((parts, index) => (index === 0
      ? make("th", { role: "rowheader", scope: "row" }, ...parts) : make("td", { role: "cell", class: COLUMNS[index] }, ...parts))));
    this.element.dataset.slot = slot;
  }

  /** Shows movements. It is called for each batch. */
  move({ record }) {
    this.#dial.show(record, this.#angle);
    this.#pad.show(record.report);
  }

  /** Shows texts. It is called a few times a second. */
  read(player, isSelected) {
    const { record, state } = player;
    paint(this.element, player.colour);
    this.#name(player, isSelected);
    const battery = record.battery === null ? "" : ` · ${word("battery", { value: record.battery })}`;
    write(this.#via, `${TRANSPORTS[record.transport] ?? "—"}${battery}`);
    for (const { key, label, value, text } of this.#numbers) {
      write(label, word(key));
      write(value, text(player));
    }
    set(this.element, "data-state", state);
    write(this.#state, word(state));
    write(this.#silence, milliseconds(record.silence));
    this.#dial.describe(record);
    this.#pad.describe(record.report);
    this.#mode.show(player.part, called(player), player.apps);
  }

  #name(player, isSelected) {
    const name = called(player);
    set(this.element, "data-selected", String(isSelected));
    set(this.#select, "aria-pressed", String(isSelected));
    if (this.#select.dataset.name !== name) drawBadge(this.#select, player.slot, name);
    this.#select.dataset.name = name;
    for (const button of this.#orders) {
      write(button.lastChild, word(button.dataset.order));
      for (const attribute of ["aria-label", "title"]) set(button, attribute, `${word(button.dataset.order)}: ${name}`);
    }
  }

  #list(rows) {
    const parts = rows.map(([key, text]) => ({ key, text, label: make("dt"), value: make("dd", { "data-value": key }) }));
    this.#numbers.push(...parts);
    return make("dl", {}, ...parts.map(({ label, value }) => make("div", {}, label, value)));
  }

  #order(order, picture, give) {
    const button = make("button", { type: "button", "data-order": order }, icon(picture), make("span"));
    button.addEventListener("click", give);
    return button;
  }
}

/** The table of players. It calls `act(what, slot, members)`, where `what` is "select" or the type of an order. */
export class PlayerTable {
  #body;
  #heads;
  #act;
  #rows = new Map();

  constructor(table, act) {
    this.#act = act;
    this.#heads = COLUMNS.map((key) => make("th", { role: "columnheader", scope: "col", class: key }));
    this.#body = make("tbody", { role: "rowgroup" });
    table.append(make("thead", { role: "rowgroup" }, make("tr", { role: "row" }, ...this.#heads)), this.#body);
  }

  /** Shows the players. Text is shown only if `isReading`, so that it does not change too fast to be read. */
  show(players, selected, isReading) {
    const isOther = this.#keep(players);
    for (const [slot, player] of players) {
      const row = this.#rows.get(slot);
      row.move(player);
      if (isReading || isOther) row.read(player, slot === selected);
    }
    if (isReading) this.#heads.forEach((head, index) => write(head, word(COLUMNS[index])));
  }

  /** Adds rows for new players, and removes those of players who have left; returns whether anything changed. */
  #keep(players) {
    const gone = [...this.#rows.keys()].filter((slot) => !players.has(slot));
    const come = [...players.keys()].filter((slot) => !this.#rows.has(slot));
    for (const slot of gone) {
      this.#rows.get(slot).element.remove();
      this.#rows.delete(slot);
    }
    for (const slot of come) this.#rows.set(slot, new Row(slot, this.#act));
    // The rows are in the order of the slots. Existing rows are not moved, so that they keep the focus.
    for (const slot of come) {
      const next = [...players.keys()].find((other) => other > slot && this.#rows.get(other).element.parentNode);
      this.#body.insertBefore(this.#rows.get(slot).element, next ? this.#rows.get(next).element : null);
    }
    return gone.length + come.length > 0;
  }
}
