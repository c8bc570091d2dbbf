// A row of buttons, one of which is pressed.

import { fill, make, set, write } from "./dom.js";

/** Fills `place` with a button for each value, which calls `press(value)`; does nothing if it has these values. */
export function fillSwitch(place, values, press) {
  fill(place, values, (value) => {
    const button = make("button", { type: "button", "data-value": value });
    button.addEventListener("click", () => press(value));
    return button;
  });
}

/** Shows the current value; `text(value)` returns a button's text. */
export function showSwitch(place, value, text) {
  for (const button of place.children) {
    write(button, text(button.dataset.value));
    set(button, "aria-pressed", String(button.dataset.value === value));
  }
}
