// Measures how fast a game turns the view. The player holds the right stick at its end until the view has turned once around.

import { announce } from "./cards.js";
import { button, make } from "./element.js";
import { word } from "./language.js";

/** The range of `turn_rate` in a host's profile, °/s. */
const [SLOWEST, FASTEST] = [30, 3600];
const PLACE = "position: absolute; left: 50%; bottom: 8px; translate: -50% 0; z-index: 2; width: min(460px, 94%); padding: 8px 14px; border-radius: 16px; background: #FFF; color: #000; text-align: center";
const KEY = "min-height: 54px; padding: 0 20px; margin: 6px 6px 0; border: 2px solid #000; border-radius: 12px; touch-action: none; user-select: none; -webkit-user-select: none";

/** Returns the speed of a view that turns once around in `time` ms, °/s; null if out of range. */
export function rateOf(time) {
  const rate = Math.round(360_000 / time);
  return rate >= SLOWEST && rate <= FASTEST ? rate : null;
}

/** Shows the measurement over the controls of `game`, until it is closed. */
export function measureTurn(game) {
  document.getElementById("turn")?.remove();
  const said = make("output", {}, word("turnHow"));
  const place = make("section", { id: "turn", "aria-label": word("measureTurn") });
  let began = null;
  const press = ({ timeStamp }) => {
    began ??= timeStamp;
    game.push("rx", 1);
  };
  const release = ({ timeStamp }) => {
    game.push("rx", null);
    if (began === null) return;
    const rate = rateOf(timeStamp - began);
    began = null;
    said.textContent = rate ? word("turnIs", { rate }) : word("turnAgain");
    announce(said.textContent);
  };
  const end = () => { game.push("rx", null); place.remove(); };
  const hold = button(word("turnHold"), () => {}, {
    pointerdown: (event) => { hold.setPointerCapture(event.pointerId); press(event); }, lostpointercapture: release,
    keydown: (event) => event.key === " " && press(event), keyup: (event) => event.key === " " && release(event), blur: release,
  });
  hold.dataset.turn = "hold";
  const close = button(word("close"), end, { "data-turn": "close" });
  hold.style.cssText = `${KEY}; background: #000; color: #FFF; font-weight: 800`;
  close.style.cssText = `${KEY}; background: none; color: #000`;
  place.style.cssText = PLACE;
  place.append(said, make("br"), hold, close);
  document.querySelector("main").append(place);
}
