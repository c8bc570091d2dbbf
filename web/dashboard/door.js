// The waiting players. Each has a name, a number to compare with the number on the phone, and two buttons.

import { word } from "../language.js";
import { at, icon, make, write } from "./dom.js";
import { halves } from "./invite.js";

const ORDERS = [["accept", "check"], ["deny", "close"]];

/** The list of waiting players; `order(type, {key})` gives an order. */
export class Door {
  #order;
  #rows = new Map();

  constructor(order) { this.#order = order; }

  /** Shows the waiting players, each {key, name, code}. */
  show(waiting) {
    at("door").hidden = waiting.length === 0;
    const keys = new Set(waiting.map(({ key }) => key));
    for (const [key, row] of this.#rows) if (!keys.has(key)) this.#remove(key, row);
    for (const peer of waiting) {
      if (!this.#rows.has(peer.key)) this.#add(peer.key);
      this.#fill(this.#rows.get(peer.key), peer);
    }
  }

  #add(key) {
    const buttons = ORDERS.map(([order, picture]) => {
      const button = make("button", { type: "button", "data-order": order }, icon(picture), make("span"));
      button.addEventListener("click", () => this.#order(order, { key }));
      return button;
    });
    const row = { name: make("b"), code: make("span", { class: "code" }), hint: make("span", { class: "hint" }), buttons };
    row.element = make("li", {}, row.name, make("span", { class: "compare" }, row.hint, row.code), ...buttons);
    this.#rows.set(key, row);
    at("waiting").append(row.element);
  }

  #fill(row, { name, code }) {
    write(row.name, name || "?");
    write(row.code, halves(code));
    write(row.hint, word(code ? "compare" : "noNumber"));
    for (const button of row.buttons) {
      write(button.lastChild, word(button.dataset.order));
      button.setAttribute("aria-label", `${word(button.dataset.order)}: ${name || "?"} ${code}`);
    }
  }

  /** Removes a row. If it has the focus, the next row gets the focus, or the top of the page. */
  #remove(key, row) {
    const hadFocus = row.element.contains(document.activeElement);
    row.element.remove();
    this.#rows.delete(key);
    if (hadFocus) (at("waiting").querySelector("button") ?? at("host")).focus();
  }
}
