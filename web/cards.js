// One card for each stage that is not play: an icon, a few words, and at most one thing to do.

import { word } from "./words.js";

// Of each stage: icon, title, text, and the action: its word and the event that it leads to.
const CARDS = {
  join: { icon: "phone", title: "title", text: "joinText" },
  scan: { icon: "code", title: "scan", text: "scanText" },
  connecting: { icon: "phone", title: "connecting" },
  waiting: { icon: "phone", title: "waiting", text: "waitingText", action: ["leave", "leave"] },
  full: { icon: "phone", title: "full", text: "fullText", action: ["leave", "leave"] },
  denied: { icon: "cross", title: "denied", action: ["again", "play"] },
  takeover: { icon: "phone", title: "takeover", text: "takeoverText", action: ["takeOver", "play"] },
  version: { icon: "phone", title: "version", text: "versionText", action: ["reload", "reload"] },
  left: { icon: "phone", title: "left", text: "leftText", action: ["play", "play"] },
  lost: { icon: "phone", title: "lost", text: "lostText", action: ["again", "hurry"] },
  calibrate: { icon: "zero", title: "calibrate", text: "calibrateText" },
};

const at = (id) => document.getElementById(id);

/** Shows the card of `stage`, or none; `values` are {text, place}. `act(event)` hears what the player wants. */
export function showCard(stage, values, act) {
  const card = CARDS[stage];
  at("card").hidden = !card;
  if (!card) return announce("");
  const isNew = at("card").dataset.stage && at("card").dataset.stage !== stage;
  at("card").dataset.stage = stage;
  const text = values.text ?? card.text;
  at("card-icon").firstElementChild.setAttribute("href", `/web/sprite.svg#${card.icon}`);
  at("card-title").textContent = word(card.title);
  at("card-text").textContent = text ? word(text, values) : "";
  at("join").hidden = stage !== "join";
  const action = at("action");
  action.hidden = !card.action;
  if (card.action) {
    action.textContent = word(card.action[0]);
    action.onclick = () => act(card.action[1]);
  }
  // Who comes by keyboard or screen reader goes on from here, and not from a button that is gone.
  if (isNew) at("card-title").focus({ preventScroll: true });
  announce(`${word(card.title)}. ${at("card-text").textContent}`);
}

/** Says `text` to whoever listens instead of looking. */
export function announce(text) {
  if (at("live").textContent !== text) at("live").textContent = text;
}

/** Shows a hint over the controls, or none. */
export function showHint(key) {
  const hint = at("hint");
  const text = key ? word(key) : "";
  hint.hidden = !key;
  if (hint.textContent !== text) hint.textContent = text;
}

/** Puts the words of the language on everything that stands in the page itself. */
export function translate() {
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  for (const [id, key] of [["zero", "zero"], ["open-menu", "menu"]]) at(id).setAttribute("aria-label", word(key));
}
