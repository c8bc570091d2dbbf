// What the page says to the player: a card for each stage that is not play, with at most one thing to do, and hints over the controls.

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

/** How long a hint stays that nothing takes away, ms. */
const STAY = 4000;

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

/** At most one hint at a time. */
export class Hints {
  #said = null;
  #timer = 0;

  /** Shows the hint `key` for a while, and says `more` with it to whoever listens. */
  say(key, more) {
    this.#said = key;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => { this.#said = null; }, STAY);
    announce(`${word(key)} ${more ? word(more) : ""}`);
  }

  /** The hint of this moment, by how the phone is held and what is played; null when there is none. */
  of(game) {
    if ((window.visualViewport?.scale ?? 1) > 1.01) return "pinch";
    if (this.#said) return this.#said;
    const wanted = game.layout?.orientation;
    const is = innerHeight > innerWidth ? "portrait" : "landscape";
    if (wanted && wanted !== "any" && wanted !== is) return "rotate";
    return game.isFlat ? "lift" : null;
  }
}

/** Puts the words of the language on everything that stands in the page itself. */
export function translate() {
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  for (const [id, key] of [["zero", "zero"], ["open-menu", "menu"]]) at(id).setAttribute("aria-label", word(key));
}
