// The list of drivers, with their steering schemes.

import { drawBadge } from "../badge.js";
import { make, paint, set, write } from "../dashboard/dom.js";
import { fillSwitch, showSwitch } from "../dashboard/switch.js";
import { word } from "../language.js";
import { SCHEMES } from "./drive.js";

/** Shows the drivers in the element `list`. Calls `choose(slot, scheme)` when somebody chooses another steering scheme. */
export class Panel {
  #list;
  #choose;
  #rows = new Map();

  constructor(list, choose) { [this.#list, this.#choose] = [list, choose]; }

  /** Shows these players, with their tanks' schemes. */
  show(players, tanks) {
    const slots = players.map(({ slot }) => slot);
    if (slots.join() !== [...this.#rows.keys()].join()) {
      this.#rows = new Map(slots.map((slot) => [slot, this.#rows.get(slot) ?? this.#row(slot)]));
      this.#list.replaceChildren(...[...this.#rows.values()].map(({ element }) => element));
    }
    for (const player of players) this.#fill(this.#rows.get(player.slot), player, tanks.get(player.slot));
  }

  #row(slot) {
    const row = { badge: make("span", { class: "badge" }), schemes: make("div", { class: "switch", role: "group" }) };
    fillSwitch(row.schemes, SCHEMES, (scheme) => this.#choose(slot, scheme));
    row.element = make("li", { "data-slot": slot }, row.badge, row.schemes);
    return row;
  }

  #fill(row, player, tank) {
    const name = player.name || word("player", { slot: player.slot });
    paint(row.element, player.colour);
    set(row.element, "data-away", String(!player.record.isConnected));
    if (row.badge.dataset.name !== name) drawBadge(row.badge, player.slot, name);
    row.badge.dataset.name = name;
    showSwitch(row.schemes, tank?.scheme, word);
    set(row.schemes, "aria-label", `${word("steering")}: ${name}`);
  }
}
