// What a person chooses for switches, a resting pointer, a screen reader and keys: kept on the phone, apart from the page's settings.

import { keep, load } from "../settings.js";

const KEY = "tiltpad.access";

/** The ways to play; "off" is touch. */
export const WAYS = ["off", "auto", "one", "two", "dwell"];

/** The number options: [default, least, most, step, the ways that use it or null for all]. `loops` is a count, names in _ms are ms, the others s. */
export const NUMBERS = {
  step: [1, 0.3, 5, 0.1, ["auto"]],
  first: [1, 0, 5, 0.5, ["auto"]],
  loops: [3, 1, 10, 1, ["auto"]],
  rest: [1.5, 0.5, 5, 0.1, ["one"]],
  dwell: [1, 0.3, 5, 0.1, ["dwell"]],
  press_ms: [150, 50, 2000, 50, null],
  accept: [0, 0, 2, 0.1, ["auto", "one", "two"]],
  ignore: [0, 0, 2, 0.1, ["auto", "one", "two"]],
  release: [0, 0, 60, 5, null],
};

/** The options that are on or off, each with its default. */
export const FLAGS = { groups: true, screen: true, pads: true, speak: false, direct: false };

/** The options for the two switches' keys; an empty one is any key or, for the second, Enter. */
export const SWITCHES = ["key1", "key2"];

/** Returns `value` within the range of the number `name`; its default if `value` is no number. */
export function within(name, value) {
  const [usual, least, most] = NUMBERS[name];
  return Number.isFinite(value) ? Math.min(Math.max(value, least), most) : usual;
}

/** Returns the stored options, with defaults for missing ones, and `keys`, the outputs of keys by their codes. */
export function stored() {
  const saved = load("localStorage", KEY);
  const options = { way: WAYS.includes(saved.way) ? saved.way : "off", keys: {} };
  for (const name of Object.keys(NUMBERS)) options[name] = within(name, saved[name]);
  for (const [name, usual] of Object.entries(FLAGS)) options[name] = typeof saved[name] === "boolean" ? saved[name] : usual;
  for (const name of SWITCHES) options[name] = typeof saved[name] === "string" ? saved[name] : "";
  for (const [code, out] of Object.entries(saved.keys ?? {})) if (typeof out === "string") options.keys[code] = out;
  return options;
}

/** Stores all; `isOn` tells the page whether it has to load this code at once. */
export const store = (options) => keep("localStorage", KEY, { ...options, isOn: options.way !== "off" || options.direct });
