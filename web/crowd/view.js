// The display of the crowd's actions and of the voter's own vote, and their announcements to screen readers.

import { word } from "../language.js";
import { LONG } from "./vote.js";

const at = (id) => document.getElementById(id);
/** The greatest deflection of a stick, and the smallest deflection that is named as a direction. */
const [FULL, ACTIVE] = [32767, 3277];
/** The bits of A, B, X and Y in a vote. */
const BITS = [1, 2, 8, 16];
/** The names of all keys, by the numbers of the keys. */
const NAMES = ["A", "B", "X", "Y", "LT", "RT"];
/** The keys of the words for directions, in three rows of three. */
const DIRECTIONS = ["crowdUpLeft", "crowdUp", "crowdUpRight", "crowdLeft", "crowdRest", "crowdRight", "crowdDownLeft", "crowdDown", "crowdDownRight"];
/** The shortest time between two announcements while windows are short, ms. */
const QUIET = 5000;

let spokenAt = -Infinity;

const isHeld = (vote, key) => (key < 4 ? (vote[4] & BITS[key]) !== 0 : vote[key - 2] > 0);

/** Returns a vote in words. */
export function inWords(vote) {
  const step = (value) => (Math.abs(value) < ACTIVE ? 0 : Math.sign(value));
  const held = NAMES.filter((_, key) => isHeld(vote, key));
  const direction = DIRECTIONS[3 * (step(vote[1]) + 1) + step(vote[0]) + 1];
  return direction === "crowdRest" && held.length ? held.join(", ") : [word(direction), ...held].join(", ");
}

/** Moves the knob in a well to the position of a stick, −32767…32767. */
function move(well, [x, y]) {
  const knob = well.querySelector(".knob");
  knob.style.left = `${50 + 32 * x / FULL}%`;
  knob.style.top = `${50 + 32 * y / FULL}%`;
  well.classList.toggle("moved", Math.hypot(x, y) > ACTIVE);
}

/** Shows the voter's own vote. */
export function showOwn(vote) {
  move(at("stick"), vote);
  for (const key of document.querySelectorAll("[data-key]")) {
    const isDown = String(isHeld(vote, Number(key.dataset.key)));
    if (key.ariaPressed !== isDown) key.ariaPressed = isDown;
  }
}

/** Returns the sentence about how many people vote, and how many of them agree with the voter. */
function share({ agree, of, voters }) {
  const votes = agree ? word("crowdLike", { agree, of }) : word("crowdVotes", { of });
  return `${votes} · ${word("crowdHere", { voters })}`;
}

/** Shows the actions of the crowd. They are announced at the end of each long window; while windows are short, only at intervals. */
export function show(said, now) {
  move(document.querySelector(".pad .well"), said.shown);
  for (const key of document.querySelectorAll("[data-held]")) key.classList.toggle("on", isHeld(said.shown, Number(key.dataset.held)));
  at("votes").textContent = share(said);
  at("rule").textContent = word(`crowd_${said.preset}`);
  const text = word("crowdSaid", { what: inWords(said.result) });
  if (said.of && at("spoken").dataset.said !== text && now - spokenAt > (said.window > LONG ? 0 : QUIET)) {
    spokenAt = now;
    at("spoken").dataset.said = text;
    at("spoken").textContent = `${text} ${share(said)}`;
  }
}

/** Shows the remaining time of a long window, of which `left` ms remain; shows nothing if `left` is null. */
export function showTime(left, window) {
  at("window").hidden = left === null;
  at("next").textContent = left === null ? "" : word("crowdNext", { left: Math.ceil(left / 1000) });
  if (left !== null) at("window").value = 1 - left / window;
}

/** Shows the state of the page, with the word `key`. With `isOver`, offers another attempt. */
export function tell(state, key, values = {}, isOver = false) {
  document.body.dataset.state = state;
  const text = word(key, values);
  if (at("state").textContent !== text) at("state").textContent = text;
  at("again").hidden = !isOver;
}

/** Translates the texts of the page itself. */
export function translate() {
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  document.title = word("crowdTitle");
  at("stick").ariaLabel = word("crowdStick");
  at("window").ariaLabel = word("crowdWindow");
}
