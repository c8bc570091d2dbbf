// The buzzer: the display, the sounds and the vibrations of a phone during a round.

import { drawBadge, icon } from "../badge.js";
import { announce } from "../cards.js";
import { REST } from "../game.js";
import { word } from "../language.js";
import { teamBadge, teamName } from "./lobby.js";
import { LayoutMode } from "./pads.js";
import { Quiz } from "./quiz.js";
import { make } from "./scene.js";
import { Signals } from "./sounds.js";

// The icon next to each word.
const ICONS = {
  wait: "wait", armed: "go", pressed: "check", first: "star", late: "late", missed: "late", out: "lock", tie: "tie", win: "star", lose: "late",
  nobody: "tie",
};
/** The limit below which times are shown in thousandths of a second; ms. */
const SHORT = 100;
/** The largest number of rows that are shown in full size. */
const MANY = 8;

const seconds = (milliseconds) => word("seconds", { s: (milliseconds / 1000).toFixed(milliseconds < SHORT ? 3 : 2) });
const signed = (number) => `${number < 0 ? "−" : "+"}${Math.abs(number)}`;

/** Returns the text below the word, such as the player's time, the lead or lag, or the winner's name. */
function detail({ state, round, press, winnerName }) {
  const winner = winnerName || (round?.winner ? word("player", { player: round.winner }) : "");
  const margin = round?.margin ?? null;
  const texts = {
    pressed: () => (press?.reaction == null ? word("sent") : word("round", { ms: Math.round(press.reaction) })),
    first: () => (margin === null ? "" : word("ahead", { time: seconds(margin) })),
    late: () => `+${seconds(margin)}`,
    missed: () => word("wasFirst", { name: winner }),
    out: () => word("outText"),
    tie: () => (margin ? word("round", { ms: margin.toFixed(1) }) : ""),
    win: () => (margin === null ? "" : word("ahead", { time: seconds(margin) })),
    lose: () => word("wasFirst", { name: winner }) + (margin === null ? "" : ` · +${seconds(margin)}`),
  };
  return texts[state]?.() ?? "";
}

/** The buzzer, for which the player may press any button. */
export class Buzzer extends LayoutMode {
  #quiz = null;
  #signals = null;
  #shown = null;

  constructor(page, scene) {
    super("buzzer", page, scene, "buzzer", REST.axes, {
      net: (kind, what) => this.#hear(kind, what),
      button: (edge) => this.#press(edge),
    });
  }

  get isKeen() { return this.#quiz?.round?.phase === "armed"; }

  entered(signal) {
    const { seat, heard, comfort } = this.page;
    this.#quiz = new Quiz(seat.player);
    this.#signals = new Signals(comfort);
    this.#shown = null;
    if (heard.quiz) this.#quiz.count(heard.quiz);
    if (heard.round) this.#quiz.hear(heard.round, performance.now());
    super.entered(signal);
    this.#draw();
  }

  left() {
    super.left();
    delete document.body.dataset.quiz;
    // The old report on the round is removed, as the host sends the round again in the next quiz.
    delete this.page.heard.round;
    this.#quiz = null;
  }

  #hear(kind, what) {
    // A page that was away may have come back into another slot.
    this.#quiz.me = this.page.seat.player;
    if (kind === "round" && !this.#quiz.hear(what, performance.now())) return;
    if (kind === "quiz") this.#quiz.count(what);
    this.#draw();
  }

  #press({ isPress, number, time }) {
    if (!isPress) return;
    const round = this.#quiz.buzz(time);
    if (round === null) return;
    this.page.stream.buzz(round, number, time);
    this.#draw();
  }

  #draw() {
    const { state, round } = this.#quiz;
    const isResult = round?.phase === "result";
    document.body.dataset.quiz = state;
    const text = detail(this.#quiz);
    const inside = [icon(ICONS[state], "modes/icons.svg"), make("h2", "", {}, word(state)), make("p", "detail", {}, text)];
    this.scene.show("buzzer", ...inside, ...(isResult ? this.#result() : []));
    this.scene.element.classList.toggle("whole", isResult);
    this.#signals.show(state, this.#shown === null);
    if (state !== this.#shown) announce([word(state), text, isResult ? this.#pointsText() : ""].filter(Boolean).join(". "));
    this.#shown = state;
  }

  #pointsText() {
    const { points, gained } = this.#quiz;
    return points === null ? "" : `${word("points", { points })}${gained ? `, ${signed(gained)}` : ""}`;
  }

  /** Lists the player's points, everyone's, and the teams'. */
  #result() {
    const { points, gained, scores, teams, me } = this.#quiz;
    const own = points === null ? [] : [make("p", "own", {}, make("b", "", {}, word("points", { points })), gained ? make("span", "", {}, ` ${signed(gained)}`) : "")];
    const players = ranked(scores).map(({ player, name, team, points: theirs }) => {
      const who = make("th", "", { scope: "row" });
      drawBadge(who, player, name ?? "");
      return make("tr", "", player === me ? { "aria-current": "true" } : {}, who, make("td", "", {}, teamBadge(team)), number(theirs));
    });
    const sums = ranked(teams).map(({ team, points: theirs }) =>
      make("tr", "", {}, make("th", "", { scope: "row" }, teamBadge(team), ` ${teamName(team)}`), number(theirs)));
    return [...own, ...table("scores", players), ...table("teams", sums)];
  }
}

const ranked = (scores) => [...scores].sort((a, b) => b.points - a.points || (a.player ?? a.team) - (b.player ?? b.team));
const number = (points) => make("td", "", {}, String(points));

function table(name, rows) {
  const className = rows.length > MANY ? "many" : "";
  return rows.length ? [make("table", className, { "aria-label": word(name) }, make("tbody", "", {}, ...rows))] : [];
}
