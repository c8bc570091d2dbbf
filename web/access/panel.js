// The settings for switches, a resting pointer, a screen reader and keys, each with a sentence that says what it does.

import { word } from "../language.js";
import { make } from "../modes/scene.js";
import { AXES, BUTTONS, TRIGGERS } from "../tables.js";
import { FLAGS, NUMBERS, SWITCHES, WAYS } from "./options.js";

/** The outputs to choose for keys. */
const OUTPUTS = [...Object.keys(BUTTONS), ...TRIGGERS, ...AXES.flatMap((axis) => [`${axis}-`, `${axis}+`])];

/** The options that only some ways use; the others are for all of them. */
const ONLY = { groups: ["auto", "one", "two"], screen: ["auto", "one", "two"], pads: ["auto", "one", "two"], speak: ["auto", "one", "two"],
  key1: ["auto", "one", "two"], key2: ["auto", "one", "two"] };

document.head.append(make("link", "", { rel: "stylesheet", href: "/web/access/panel.css" }));

/** Opens the settings of `access` (main.js). When they close, changes take effect, and a pause ends. */
export function openPanel(access) {
  if (document.getElementById("access-panel")) return;
  const dialog = make("dialog", "#access-panel", { "aria-labelledby": "access-title" });
  const draw = () => fill(dialog, access, draw);
  draw();
  dialog.addEventListener("close", () => {
    dialog.remove();
    abandon();
    access.pause(false);
    access.apply();
  });
  document.body.append(dialog);
  dialog.showModal();
}

function fill(dialog, access, draw) {
  abandon();
  const { options } = access;
  const focused = document.activeElement?.dataset?.option;
  const fits = (ways) => !ways || ways.includes(options.way);
  const numbers = Object.keys(NUMBERS).filter((name) => fits(NUMBERS[name][4])).map((name) => number(access, name));
  const flags = Object.keys(FLAGS).filter((name) => fits(ONLY[name])).map((name) => flag(access, name));
  const switches = SWITCHES.filter((name) => fits(ONLY[name])).map((name) => learner(access, name, draw));
  const close = make("button", "action", { value: "close" }, word("close"));
  dialog.replaceChildren(make("form", "", { method: "dialog" },
    make("h2", "", { id: "access-title" }, word("access")), make("p", "", {}, word("accessText")),
    way(access, draw), ...switches, ...numbers, ...flags, ...keys(access, draw), make("div", "row", {}, close)));
  if (focused) dialog.querySelector(`[data-option=${focused}]`)?.focus();
}

/** Makes the line of an option: its name, its field (in `place`, if given) and its text. */
function line(name, field, place = field) {
  field.dataset.option = name;
  return make("label", "line", {}, make("span", "", {}, word(`access_${name}`)), place, make("small", "", {}, word(`access_${name}Text`)));
}

function way(access, draw) {
  const list = make("select", "");
  for (const name of WAYS) list.append(new Option(word(`way_${name}`), name, false, name === access.options.way));
  list.addEventListener("change", () => { access.set("way", list.value); draw(); });
  return line("way", list);
}

function number(access, name) {
  const [, min, max, step] = NUMBERS[name];
  const field = make("input", "", { type: "range", min, max, step });
  field.value = access.options[name];
  const unit = name.endsWith("_ms") ? "inMilliseconds" : name === "loops" ? "inTimes" : "inSeconds";
  const shown = make("output", "", {}, "");
  const show = () => {
    shown.textContent = field.value === "0" ? word("switchedOff") : word(unit, { n: Number(field.value) });
    field.setAttribute("aria-valuetext", shown.textContent);
  };
  show();
  field.addEventListener("input", show);
  field.addEventListener("change", () => access.set(name, Number(field.value)));
  return line(name, field, make("span", "value", {}, shown, field));
}

function flag(access, name) {
  const box = make("input", "", { type: "checkbox" });
  box.checked = access.options[name];
  box.addEventListener("change", () => access.set(name, box.checked));
  return line(name, box);
}

/** Makes a button that takes the next key as a switch, or clears a set one. */
function learner(access, name, draw) {
  const button = make("button", "key", { type: "button" }, access.options[name] || word(name === "key1" ? "anyKey" : "keyEnter"));
  button.addEventListener("click", () => {
    if (access.options[name]) { access.set(name, ""); return draw(); }
    learn(access, button, (code) => { access.set(name, code); draw(); });
  });
  return line(name, button);
}

/** Stops waiting for a key. */
let abandon = () => {};

/** Waits for a key, and calls `done` with its code. Escape, another wait, and the end of the settings abandon this. */
function learn(access, button, done) {
  abandon();
  const { textContent } = button;
  button.textContent = word("pressKey");
  const wasPaused = access.pause(true);
  const wait = new AbortController();
  abandon = () => {
    if (wait.signal.aborted) return;
    wait.abort();
    access.pause(wasPaused);
    button.textContent = textContent;
  };
  addEventListener("keydown", (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    abandon();
    if (event.key !== "Escape") done(event.code);
  }, { capture: true, signal: wait.signal });
}

/** Makes the part that gives keys outputs. */
function keys(access, draw) {
  const bound = { ...access.options.keys };
  const save = async () => {
    access.set("keys", bound);
    const { bind } = await import("../attached.js");
    bind(bound);
    draw();
  };
  const list = make("select", "");
  list.append(...OUTPUTS.map((name) => new Option(name, name)));
  const button = make("button", "key", { type: "button" }, word("bindKey"));
  button.addEventListener("click", () => learn(access, button, (code) => { bound[code] = list.value; save(); }));
  const all = Object.entries(bound).map(([code, out]) => {
    const remove = make("button", "key", { type: "button", "aria-label": word("unbind", { code, out }) }, `${code} → ${out} ✕`);
    remove.addEventListener("click", () => { delete bound[code]; save(); });
    return make("li", "", {}, remove);
  });
  return [make("h3", "", {}, word("accessKeys")), line("output", list), button, ...(all.length ? [make("ul", "", {}, ...all)] : [])];
}
