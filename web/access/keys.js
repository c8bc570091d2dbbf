// Levers and crosses by keyboard. Each arrow key moves the focused one a step further; Space or Home releases it. It stays held while another control
// has the focus, so that two levers can be used at once. Escape, or leaving the controls, releases everything.

import { DIRECTIONS, further, Hands } from "./hands.js";

const hands = new Hands();
const steps = new Map();
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const pad = document.getElementById("pad");
const letGo = () => hands.letGo();
const millimetre = () => parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--scale")) * 6;

for (const type of ["blur", "pagehide", "freeze"]) addEventListener(type, letGo);
document.addEventListener("visibilitychange", letGo);
addEventListener("keydown", ({ key }) => key === "Escape" && letGo());
pad.addEventListener("focusout", ({ relatedTarget }) => pad.contains(relatedTarget) || letGo());

/** Handles a key on a lever or a cross. */
export function steer({ key, target }) {
  const element = target.closest(".lever, .cross");
  if (key === " " || key === "Home") return hands.drop(element);
  if (!(key in ARROWS)) return;
  const [name] = Object.entries(DIRECTIONS).find(([, way]) => way.join() === ARROWS[key].join());
  further(hands, steps, element, element, name, millimetre());
}
