// For a screen that is looked at from the sofa: the code, and who plays. It gives no orders.

import { drawBadge } from "../badge.js";
import { at, make, paint, set, write } from "./dom.js";
import { called } from "./table.js";
import { word } from "./words.js";

/** The view. */
export class Kiosk {
  #rows = new Map();

  /** Nothing is listed here. */
  note() {}
  welcome() {}
  translate() {}

  /** Draws everything at `now`, when it is time for reading. */
  draw(state, now, isReading) {
    if (!isReading) return;
    const { room, invite, host, limit } = state;
    write(at("host"), host);
    write(at("count"), word("count", { players: room.players.size, limit: room.host?.limit ?? limit }));
    at("no-code").hidden = Boolean(invite.drawCode(at("qr"), now));
    set(at("crowd"), "class", room.players.size > 7 ? "many" : "");
    this.#list(room.players);
  }

  #list(players) {
    const isOther = players.size !== this.#rows.size || [...players.keys()].some((slot) => !this.#rows.has(slot));
    if (isOther) {
      this.#rows = new Map([...players.keys()].map((slot) => [slot, this.#row()]));
      at("crowd").replaceChildren(...[...this.#rows.values()].map(({ element }) => element));
    }
    for (const [slot, player] of players) this.#fill(this.#rows.get(slot), slot, player);
  }

  #row() {
    const [badge, state] = [make("span", { class: "badge" }), make("span", { class: "state" })];
    return { element: make("li", {}, badge, state), badge, state };
  }

  #fill({ element, badge, state }, slot, player) {
    paint(element, player.colour);
    const isThere = player.record.isConnected;
    set(element, "data-state", isThere ? "live" : "away");
    if (badge.textContent !== `${slot} ${called(player)}`) drawBadge(badge, slot, called(player));
    write(state, isThere ? "" : word("away"));
  }
}
