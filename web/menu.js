// The menu: what a player may change, each with its word and its kind.

import { change } from "./settings.js";
import { LANGUAGES, word } from "./words.js";

/** The layouts that a player may choose. */
export const LAYOUTS = ["wheel", "pad", "tank", "buzzer"];

const SWITCHES = [
  ["tilting", "tilting"], ["flip", "flip"], ["mirror", "mirror"], ["contrast", "contrast"], ["buzzing", "buzzing"],
  ["sound", "sound"], ["digital", "digital"], ["mixing", "mixing"], ["fullScreen", "fullScreen"],
];

function row(key, input) {
  const label = document.createElement("label");
  const text = document.createElement("span");
  text.textContent = word(key);
  input.dataset.setting = key;
  label.append(text, input);
  return label;
}

function input(type, attributes) {
  return Object.assign(document.createElement("input"), { type, ...attributes });
}

function choice(values, selected) {
  const select = document.createElement("select");
  for (const [value, text] of values) select.append(new Option(text, value, false, value === selected));
  return select;
}

/** Fills `place` with the settings; `changed(name, value)` hears of each change after it is kept. */
export function fillMenu(place, settings, layout, layoutNames, changed) {
  const set = (name, value) => {
    if (name in settings) change(settings, name, value);
    changed(name, value);
  };
  const size = input("range", { min: 80, max: 140, step: 10, value: settings.size });
  size.addEventListener("change", () => set("size", Number(size.value)));
  const language = choice(Object.entries(LANGUAGES), document.documentElement.lang.slice(0, 2));
  language.addEventListener("change", () => set("language", language.value));
  const layouts = choice(layoutNames, layout);
  layouts.addEventListener("change", () => set("layout", layouts.value));
  const switches = SWITCHES.map(([name, key]) => {
    const box = input("checkbox", { checked: settings[name] });
    box.addEventListener("change", () => set(name, box.checked));
    return row(key, box);
  });
  place.replaceChildren(row("layout", layouts), row("language", language), row("size", size), ...switches);
}
