// The page's messages to the player: a card for each stage except play, with at most one action, and hints over the
// controls.

import { word } from "./language.js";

// For each stage: icon, title, text, and the word and the event of the action.
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

/** The time for which a hint stays, ms. */
const STAY = 4000;

const at = (id) => document.getElementById(id);

/** Shows the card of `stage`, if any; `values` are {text, place}. `act(event)` gets the player's choice. */
export function showCard(stage, values, act) {
  const card = CARDS[stage];
  at("card").hidden = !card;
  if (!card) return announce("");
  const isNew = at("card").dataset.stage && at("card").dataset.stage !== stage;
  at("card").dataset.stage = stage;
  const text = values.text ?? card.text;
  // The document has this icon itself; the others load only for their cards.
  at("card-icon").lastElementChild.setAttribute("href", `${card.icon === "phone" ? "" : "/web/sprite.svg"}#${card.icon}`);
  at("card-title").textContent = word(card.title);
  at("card-text").textContent = text ? word(text, values) : "";
  at("join").hidden = stage !== "join";
  const action = at("action");
  action.hidden = !card.action;
  if (card.action) {
    action.textContent = word(card.action[0]);
    action.onclick = () => act(card.action[1]);
  }
  // Keyboard and screen reader continue from here, not from a button that is gone.
  if (isNew) at("card-title").focus({ preventScroll: true });
  announce(`${word(card.title)}. ${at("card-text").textContent}`);
}

/** Announces `text` to users of screen readers. */
export function announce(text) {
  if (at("live").textContent !== text) at("live").textContent = text;
}

/** Shows a hint over the controls, or hides it. */
export function showHint(key) {
  const hint = at("hint");
  const text = key ? word(key) : "";
  hint.hidden = !key;
  if (hint.textContent !== text) hint.textContent = text;
}

/** The hints, at most one at a time. */
export class Hints {
  #said = null;
  #timer = 0;

  /** Shows the hint `key` for a while; announces it and `more` to screen readers. */
  say(key, more) {
    this.#said = key;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => { this.#said = null; }, STAY);
    announce(`${word(key)} ${more ? word(more) : ""}`);
  }

  /** Returns the hint to show during `game`; null if there is none. */
  of(game) {
    if ((window.visualViewport?.scale ?? 1) > 1.01) return "pinch";
    if (this.#said) return this.#said;
    const wanted = game.layout?.orientation;
    const is = innerHeight > innerWidth ? "portrait" : "landscape";
    if (wanted && wanted !== "any" && wanted !== is) return "rotate";
    return game.isFlat ? "lift" : null;
  }
}

/** Translates the page itself. */
export function translate() {
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  for (const [id, key] of [["zero", "zero"], ["open-menu", "menu"]]) at(id).setAttribute("aria-label", word(key));
}
