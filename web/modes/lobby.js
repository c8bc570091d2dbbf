// The modes before play: the card of an empty room, and the lobby in which players choose their teams.

import { COLOURS, drawBadge, icon, shape } from "../badge.js";
import { announce } from "../cards.js";
import { REST } from "../game.js";
import { word } from "../language.js";
import { TEAMS } from "../tables.js";
import { PageMode } from "./pads.js";
import { make } from "./scene.js";

/** Returns a team's name. */
export const teamName = (team) => (team ? word("team", { team }) : word("noTeam"));

/** Returns a team's shape, in its colour; "" for no team. */
export function teamBadge(team) {
  if (!team) return "";
  const badge = icon(shape(team));
  badge.style.color = COLOURS[(team - 1) % COLOURS.length];
  return badge;
}

class Resting extends PageMode {
  entered() {
    this.page.game.rest(REST.everything);
    this.page.comfort.orient("any");
    this.page.link.flush();
  }
}

/** The mode of an empty room, with instructions how to join. */
export class Attract extends Resting {
  constructor(page, scene) { super("attract", page, scene, { net: (kind) => { if (kind === "language") this.#show(); } }); }

  entered() {
    super.entered();
    this.#show();
  }

  #show() {
    this.scene.show("attract", icon("code"), make("h2", "", {}, word("attract")), make("p", "", {}, word("attractText")));
    announce(`${word("attract")}. ${word("attractText")}`);
  }
}

/** The mode of the lobby, with the players and their teams. */
export class Lobby extends Resting {
  #team = 0;
  #signal = null;
  #parts = null;

  constructor(page, scene) {
    super("lobby", page, scene, {
      // Browsers send no click for a tap that follows a swipe.
      touch: ({ isTap, target }) => isTap && void this.#turn(Number(target.closest("[data-by]")?.dataset.by ?? 0)),
      swipe: ({ direction }) => this.#turn({ left: 1, right: -1 }[direction] * (document.documentElement.dir === "rtl" ? -1 : 1)),
      net: (kind) => (kind === "language" ? this.#show() : this.#draw(kind)),
      joined: ({ player, name }) => announce(word("joined", { name: name || word("player", { player }) })),
    });
  }

  entered(signal) {
    super.entered();
    this.#signal = signal;
    this.#show();
    announce(`${word("lobby")}. ${word("hostStarts")}`);
  }

  #show() {
    const team = make("output", "team");
    const list = make("ol", "who", { "aria-label": word("players") });
    const row = make("div", "choose", { role: "group", "aria-label": word("yourTeam") },
      this.#step(-1, "‹", "teamBefore"), team, this.#step(1, "›", "teamAfter"));
    this.#parts = { team, list };
    this.scene.show("lobby", make("h2", "", {}, word("lobby")), make("p", "", {}, word("hostStarts")), row,
      make("p", "small", {}, word("swipeTeam")), list);
    this.#draw("quiz");
  }

  #step(by, sign, name) {
    const button = make("button", "", { type: "button", "data-by": by, "aria-label": word(name) }, sign);
    button.addEventListener("click", ({ detail }) => detail === 0 && this.#turn(by), { signal: this.#signal });
    return button;
  }

  /** Moves the player by `by` teams, and tells the host. */
  #turn(by) {
    if (!by) return;
    this.#team = (this.#team + by + TEAMS + 1) % (TEAMS + 1);
    this.page.link.say({ type: "team", team: this.#team });
    this.#draw();
  }

  /** Draws everything. The host's `quiz` replaces any choice made here. */
  #draw(kind) {
    const { seat, heard: { players = [], quiz } } = this.page;
    const scores = Array.isArray(quiz?.scores) ? quiz.scores : [];
    const teamOf = (player) => scores.find((score) => score.player === player)?.team ?? 0;
    if (kind === "quiz" && scores.some(({ player }) => player === seat.player)) this.#team = teamOf(seat.player);
    this.#parts.team.replaceChildren(teamBadge(this.#team), teamName(this.#team));
    this.#parts.list.replaceChildren(...players.map(({ player, name }) => {
      const item = make("li", "");
      const team = player === seat.player ? this.#team : teamOf(player);
      drawBadge(item, player, name);
      if (team) item.append(make("span", "team", {}, teamBadge(team), teamName(team)));
      return item;
    }));
  }
}
