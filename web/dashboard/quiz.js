// The quiz for its host: the round, its outcome, the presses, and the points.

import { word } from "../language.js";
import { at, make, paint, set, write } from "./dom.js";
import { Presses } from "./presses.js";
import { Scores } from "./scores.js";
import { isAnybodyIn } from "./stage.js";
import { namesOf, verdict } from "./verdict.js";

// The host's actions: the key of each, and the condition under which it is possible.
const LEADS = {
  arm: { key: " ", shown: "␣", when: ({ phase }) => phase === "idle" || phase === "result" },
  right: { key: "r", shown: "R", when: ({ phase, tie }) => phase === "locked" && !tie },
  wrong: { key: "w", shown: "W", when: ({ phase, tie }) => phase === "locked" && !tie },
  clear: { when: ({ phase }) => phase !== "idle" },
  undo: { key: "u", shown: "U", when: () => true },
};
const PHASES = { idle: "phaseIdle", armed: "phaseArmed", locked: "phaseLocked", result: "phaseResult" };
const CHOICES = ["shared", "again", "midpoint"];
const COURSES = ["automatic", "manual"];
// The marks that players can have besides their presses. Each is the name of a set of players in the stage.
const MARKS = ["unheard", "falseStarts", "out"];

/** The panel of the quiz; `order(type, members)` gives an order. */
export class Quiz {
  #order;
  #presses = new Presses(at("presses"), at("presses-ends"));
  #scores;
  #buttons;
  #stage = null;

  constructor(order) {
    this.#order = order;
    this.#scores = new Scores(at("scores"), at("team-scores"), order);
    this.#buttons = Object.entries(LEADS).map(([name, { shown }]) => this.#button(name, shown));
    at("leads").append(...this.#buttons);
    at("choices").append(...CHOICES.map((name) => this.#button(name)));
    at("courses").append(...COURSES.map((name) => this.#button(name)));
    at("new-quiz").addEventListener("click", () => at("reset").showModal());
    at("reset-sure").addEventListener("click", () => this.#lead("reset"));
    addEventListener("keydown", (event) => this.#press(event));
  }

  /** Shows the round if the room or a player is in the quiz. Shows the points also in the lobby, or if there are any. */
  show(room) {
    this.#stage = room.stage;
    const isOn = Boolean(room.stage) && isAnybodyIn(room.stage, "buzzer");
    at("quiz").hidden = !isOn;
    at("score-board").hidden = !room.stage || !(isOn || isAnybodyIn(room.stage, "lobby") || [...room.stage.parts.values()].some(({ points }) => points));
    if (!at("score-board").hidden) this.#scores.show(room);
    if (isOn) this.#lay(room);
  }

  #lay(room) {
    const { stage } = room;
    const { kind, slot, text, more } = verdict(room);
    set(at("verdict"), "data-kind", kind);
    paint(at("verdict"), room.players.get(slot)?.colour ?? "#FFFFFF");
    write(at("verdict-text"), text);
    write(at("verdict-more"), more);
    write(at("round"), stage.round ? word("round", { round: stage.round }) : "");
    set(at("phase"), "data-phase", stage.phase);
    write(at("phase"), word(PHASES[stage.phase]));
    at("choices").hidden = !stage.tie;
    this.#label(stage);
    this.#presses.show(room);
    const marks = MARKS.filter((name) => stage[name].length).map((name) => [name, word(name, { names: namesOf(room, stage[name]) })]);
    const written = JSON.stringify(marks);
    if (at("marks").dataset.written !== written) at("marks").replaceChildren(...marks.map(([name, line]) => make("li", { "data-mark": name }, line)));
    at("marks").dataset.written = written;
  }

  #label(stage) {
    for (const button of [...this.#buttons, ...at("choices").children, ...at("courses").children]) write(button.firstChild, word(button.dataset.do));
    for (const button of this.#buttons) button.disabled = !LEADS[button.dataset.do].when(stage);
    for (const button of at("courses").children) set(button, "aria-pressed", String((button.dataset.do === "automatic") === stage.automatic));
  }

  #button(name, key) {
    const button = make("button", { type: "button", "data-do": name }, make("span"), ...(key ? [make("kbd", {}, key)] : []));
    button.addEventListener("click", () => this.#lead(name));
    return button;
  }

  #lead(name) { this.#order("buzzer", { do: name }); }

  /** Handles a keyboard key as a press of the corresponding button, unless another element uses the key. */
  #press(event) {
    const { key, target, repeat } = event;
    const [name, lead] = Object.entries(LEADS).find(([, each]) => each.key === key.toLowerCase()) ?? [];
    const isElsewhere = document.querySelector("dialog[open]") || target.closest("select, input, textarea") || (key === " " && target.closest("button, summary, a"));
    if (!lead || repeat || event.ctrlKey || event.altKey || event.metaKey || isElsewhere || at("quiz").hidden || !lead.when(this.#stage)) return;
    event.preventDefault();
    this.#lead(name);
  }
}
