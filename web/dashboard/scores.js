// Points and teams: a row for each player, with buttons that change both, and the sums of the teams.

import { drawBadge } from "../badge.js";
import { word } from "../language.js";
import { TEAMS } from "../tables.js";
import { make, paint, set, write } from "./dom.js";
import { teams } from "./stage.js";
import { called } from "./table.js";

const CHANGES = [[-1, "−"], [1, "+"]];

/** Formats a number, with a minus sign in place of a hyphen. */
export const signed = (value) => String(value).replace("-", "−");

/** The players' rows in `list`, and the teams' sums in `sums`; `order(type, members)` gives an order. */
export class Scores {
  #list;
  #sums;
  #order;
  #rows = new Map();

  constructor(list, sums, order) { [this.#list, this.#sums, this.#order] = [list, sums, order]; }

  /** Shows the points of all players. */
  show(room) {
    const there = [...room.players.values()].filter(({ slot }) => room.stage.parts.has(slot));
    const slots = there.map(({ slot }) => slot);
    if (slots.join() !== [...this.#rows.keys()].join()) {
      this.#rows = new Map(slots.map((slot) => [slot, this.#rows.get(slot) ?? this.#row(slot)]));
      this.#list.replaceChildren(...[...this.#rows.values()].map(({ element }) => element));
    }
    for (const player of there) this.#fill(this.#rows.get(player.slot), player, room.stage.parts.get(player.slot));
    write(this.#sums, teams(room.stage).map(([team, points]) => word("teamPoints", { team, points: signed(points) })).join(" · "));
  }

  #row(slot) {
    const row = { badge: make("span", { class: "badge" }), points: make("b", { class: "points" }), team: make("select", { "data-order": "team" }) };
    row.buttons = CHANGES.map(([by, sign]) => {
      const button = make("button", { type: "button", "data-order": "points", "data-by": by }, sign);
      button.addEventListener("click", () => this.#order("points", { slot, by }));
      return button;
    });
    row.team.append(...Array.from({ length: TEAMS + 1 }, (_, team) => new Option("", team)));
    row.team.addEventListener("change", () => this.#order("team", { slot, team: Number(row.team.value) }));
    row.element = make("li", { "data-slot": slot }, row.badge, row.team, row.buttons[0], row.points, row.buttons[1]);
    return row;
  }

  #fill(row, player, { points, team }) {
    const name = called(player);
    paint(row.element, player.colour);
    if (row.badge.dataset.name !== name) drawBadge(row.badge, player.slot, name);
    row.badge.dataset.name = name;
    write(row.points, signed(points));
    [...row.team.options].forEach((option, index) => write(option, index ? word("teamNumber", { team: index }) : word("noTeam")));
    if (row.team.value !== String(team)) row.team.value = String(team);
    set(row.team, "aria-label", `${word("team")}: ${name}`);
    for (const button of row.buttons) set(button, "aria-label", `${word(button.dataset.by > 0 ? "onePointMore" : "onePointLess")}: ${name}`);
  }
}
