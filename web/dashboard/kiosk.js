// The view for a television: the code, the players, and in a quiz the winner. This view gives no orders.

import { drawBadge } from "../badge.js";
import { word } from "../language.js";
import { at, make, paint, set, write } from "./dom.js";
import { signed } from "./scores.js";
import { isAnybodyIn, teams } from "./stage.js";
import { called } from "./table.js";
import { verdict } from "./verdict.js";

/** The note next to a player's name, by the mode that the screen shows. */
const NOTES = {
  buzzer: ({ points }) => signed(points),
  lobby: ({ team }) => (team ? word("teamNumber", { team }) : ""),
};

/** The view for a television. */
export class Kiosk {
  #rows = new Map();

  /** Does nothing, since this view gives no orders and has no log. */
  hear() {}
  answered() {}
  note() {}
  welcome() {}
  renewed() {}
  translate() {}

  /** Draws everything at `now` if `isReading`, so that no text changes too fast to be read. */
  draw(state, now, isReading) {
    if (!isReading) return;
    const { room, invite, host, limit } = state;
    const shown = this.#shown(room);
    set(at("kiosk"), "data-mode", shown);
    write(at("host"), host);
    write(at("count"), word("count", { players: room.players.size, limit: room.host?.limit ?? limit }));
    at("no-code").hidden = Boolean(invite.drawCode(at("qr"), now));
    set(at("crowd"), "class", room.players.size > 7 ? "many" : "");
    this.#list(room.players, NOTES[shown]);
    this.#judge(room, shown);
  }

  /** Returns the mode that the screen shows. A quiz takes precedence even if only some players are in it. */
  #shown({ stage }) {
    if (!stage) return "play";
    return isAnybodyIn(stage, "buzzer") ? "buzzer" : stage.mode;
  }

  #judge(room, shown) {
    const isQuiz = shown === "buzzer";
    at("verdict").hidden = !isQuiz;
    write(at("team-scores"), NOTES[shown] ? teams(room.stage).map(([team, points]) => word("teamPoints", { team, points: signed(points) })).join(" · ") : "");
    if (!isQuiz) return;
    const { kind, slot, text, more } = verdict(room);
    set(at("verdict"), "data-kind", kind);
    paint(at("verdict"), room.players.get(slot)?.colour ?? "#FFFFFF");
    write(at("verdict-text"), text);
    write(at("verdict-more"), more);
  }

  #list(players, note) {
    const isOther = players.size !== this.#rows.size || [...players.keys()].some((slot) => !this.#rows.has(slot));
    if (isOther) {
      this.#rows = new Map([...players.keys()].map((slot) => [slot, this.#row()]));
      at("crowd").replaceChildren(...[...this.#rows.values()].map(({ element }) => element));
    }
    for (const [slot, player] of players) this.#fill(this.#rows.get(slot), slot, player, note);
  }

  #row() {
    const [badge, state, note] = [make("span", { class: "badge" }), make("span", { class: "state" }), make("span", { class: "note" })];
    return { element: make("li", {}, badge, state, note), badge, state, note };
  }

  #fill(row, slot, player, note) {
    paint(row.element, player.colour);
    const isThere = player.record.isConnected;
    set(row.element, "data-state", isThere ? "live" : "away");
    if (row.badge.textContent !== `${slot} ${called(player)}`) drawBadge(row.badge, slot, called(player));
    write(row.state, isThere ? "" : word("away"));
    write(row.note, note && player.part ? note(player.part) : "");
  }
}
