// The outcome of a round in words, for both the desk and the television.

import { word } from "../language.js";
import { pressed, TOO_CLOSE } from "./stage.js";
import { called } from "./table.js";

/** Formats milliseconds with one decimal. */
export const tenth = (value) => value.toFixed(1);

/** Returns the name of a slot's player, even after the player has left. */
export const nameOf = (room, slot) => (room.players.has(slot) ? called(room.players.get(slot)) : word("player", { slot }));

/** Joins the names of the players at these slots. */
export const namesOf = (room, slots) => slots.map((slot) => nameOf(room, slot)).join(word("comma"));

function tooClose({ lead, uncertainty }) {
  return lead === null ? word("tooCloseAlone") : word("tooClose", { lead: tenth(lead), uncertainty: tenth(uncertainty) });
}

function first(room) {
  const { winner, lead, uncertainty } = room.stage;
  const next = pressed(room.stage).find(([slot]) => slot !== winner);
  const name = nameOf(room, winner);
  if (lead === null || !next) return word("onlyOne", { name });
  return word("ahead", { name, lead: tenth(lead), uncertainty: tenth(uncertainty), next: nameOf(room, next[0]) });
}

/** Returns the reason for the outcome, and the players who win points. */
function more(room) {
  const { tie, tied, midpoint, shared, winners } = room.stage;
  const said = [];
  if (tie) said.push(word("between", { names: namesOf(room, tied) }));
  if (midpoint) said.push(word("byMidpoint"));
  if (shared) said.push(word("wasShared"));
  if (winners.length) said.push(word("pointsTo", { names: namesOf(room, winners) }));
  return said.join(" · ");
}

/** Returns the outcome of `room.stage`: {kind, slot, text, more}, where `kind` is idle, armed, first, close or nobody. */
export function verdict(room) {
  const { phase, winner } = room.stage;
  if (phase === "idle" || phase === "armed") return { kind: phase, slot: 0, text: word(phase === "idle" ? "quizIdle" : "quizArmed"), more: "" };
  if (winner === TOO_CLOSE) return { kind: "close", slot: 0, text: tooClose(room.stage), more: more(room) };
  if (!winner) return { kind: "nobody", slot: 0, text: word("nobodyPressed"), more: more(room) };
  return { kind: "first", slot: winner, text: first(room), more: more(room) };
}
