// Asks whether the page may use the phone's motion, once a layout needs it. A browser that asks the player itself does so only after a tap.

import { announce } from "./cards.js";
import { button, make } from "./element.js";
import { learn, word } from "./language.js";
import { askForSensors } from "./sensor.js";

/** The time for which the page explains, after a refusal, how to allow motion, ms. */
const STAY = 8000;
const PLACE = "position: absolute; left: 50%; top: 8px; translate: -50% 0; z-index: 2; width: max-content; max-width: 94%; padding: 8px 14px; border-radius: 16px; background: #FFF; color: #000; text-align: center";
const KEY = "min-height: 48px; padding: 0 20px; margin: 6px 6px 0; border: 2px solid #000; border-radius: 12px; touch-action: manipulation; background: none; color: #000";

/** True once the player has declined to be asked. */
let isDeclined = false;

const needsTap = () => [window.DeviceOrientationEvent, window.DeviceMotionEvent].some((kind) => kind?.requestPermission);

/** Asks the player first if the browser wants a tap, and calls `done(isAllowed)` with its answer. Does neither after the player has declined. */
export async function offer(done) {
  if (!needsTap()) return done(await askForSensors());
  if (isDeclined) return;
  await learn("menu");
  document.getElementById("allow")?.remove();
  const question = make("section", { id: "allow", role: "dialog", "aria-label": word("needsMotion") });
  const key = (name, act, more = "") => {
    const made = button(word(name), act, { "data-allow": name });
    made.style.cssText = `${KEY}${more}`;
    return made;
  };
  const allow = async () => {
    const isAllowed = await askForSensors();
    question.remove();
    done(isAllowed);
    if (!isAllowed) tell("howToAllow");
  };
  question.style.cssText = PLACE;
  question.append(make("span", {}, word("needsMotion")), make("br"), key("allowMotion", allow, "; background: #000; color: #FFF; font-weight: 800"),
    key("withoutMotion", () => { isDeclined = true; question.remove(); }));
  document.querySelector("main").append(question);
  announce(word("needsMotion"));
}

/** Shows a text over the controls for a while. */
function tell(name) {
  const said = make("p", { id: "allow" }, word(name));
  said.style.cssText = `${PLACE}; pointer-events: none; margin: 0`;
  document.querySelector("main").append(said);
  announce(said.textContent);
  setTimeout(() => said.remove(), STAY);
}
