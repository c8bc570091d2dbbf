// Functions that make and change elements. A change to the same value is skipped, since each change costs a layout of the page.

import { colourOf, COLOURS } from "../badge.js";

export { make } from "../element.js";

const SVG = "http://www.w3.org/2000/svg";

export const at = (id) => document.getElementById(id);

/** Makes an element of a drawing. */
export function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}

/** Makes a picture from the sprite. */
export const icon = (name) => draw("svg", { "aria-hidden": "true" }, draw("use", { href: `/web/sprite.svg#${name}` }));

const shown = new WeakMap();

/** Fills an element with the results of `child(value)` for all values. Does nothing if the element already shows these values. */
export function fill(element, values, child) {
  const key = values.join();
  if (shown.get(element) === key) return;
  shown.set(element, key);
  element.replaceChildren(...values.map(child));
}

/** Sets an element's text, if that differs. */
export function write(element, text) { if (element.textContent !== text) element.textContent = text; }

/** Sets an attribute, if that differs. */
export function set(element, name, value) { if (element.getAttribute(name) !== value) element.setAttribute(name, value); }

/** Returns a player's colour: the chosen colour if phones offer it, otherwise that of the slot. People with any colour vision can tell all
 * these colours apart. */
export const colourFor = (slot, chosen) => COLOURS.find((colour) => colour === String(chosen).toUpperCase()) ?? colourOf(slot);

/** Sets an element's colour to a player's, and gives its text a readable colour. */
export function paint(element, colour) {
  if (element.dataset.colour === colour) return;
  element.dataset.colour = colour;
  element.style.setProperty("--me", colour);
  // Black is readable on all colours but blue.
  element.style.setProperty("--on-me", colour === "#0072B2" ? "#FFF" : "#000");
}
