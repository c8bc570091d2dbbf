// A row of buttons, of which one is pressed.

import { fill, make, set, write } from "./dom.js";

/** Fills `place` with a button for each value. A button calls `press(value)`. Does nothing if the buttons exist already. */
export function fillSwitch(place, values, press) {
  fill(place, values, (value) => {
    const button = make("button", { type: "button", "data-value": value });
    button.addEventListener("click", () => press(value));
    return button;
  });
}

/** Shows which value is the current one. `text(value)` returns a button's text. */
export function showSwitch(place, value, text) {
  for (const button of place.children) {
    write(button, text(button.dataset.value));
    set(button, "aria-pressed", String(button.dataset.value === value));
  }
}
