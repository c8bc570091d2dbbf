// The settings that dashboards can change. Most controls try a value for a minute, and the host undoes it unless the user keeps it.
// The others ask first, and then keep it.

import { hasWord, learn, word } from "../language.js";
import { at, make, set, write } from "./dom.js";
import { KNOBS } from "./knobs.js";
import { called } from "./table.js";

/** The shortest time between two orders of one control, ms. The host accepts 20 texts a second from a page. */
const PACE = 120;
/** The time after an order for which a control ignores the host's answers, ms, as a moving control is ahead of them. */
const AHEAD = 500;
/** The origins of values, by their numbers. */
const ORIGINS = ["common", "kept", "fixed", "tried"];
/** The factor and the sign of each unit. */
const UNITS = { degrees: [1, "°"], part: [100, " %"], hertz: [1, " Hz"], milliseconds: [1, " ms"], seconds: [1, " s"], speed: [1, "°/s"] };

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
const shown = (text) => (hasWord(`choice_${text}`) ? word(`choice_${text}`) : text);

/** Returns a value as text. */
function textOf([, , first, , places, unit, never], value) {
  if (value === null) return word("ownValue");
  if (Array.isArray(first)) return shown(first[value]);
  if (value < 0) return shown(never);
  const [factor, sign] = UNITS[unit] ?? [1, ""];
  return `${Number(((value / 10 ** places) * factor).toFixed(3))}${sign}`;
}

/** Loads the words and the styles of the panel; returns its class. */
export async function load() {
  if (!document.getElementById("knob-looks")) {
    document.head.append(make("link", { id: "knob-looks", rel: "stylesheet", href: "/web/dashboard/tuning.css" }));
  }
  await learn("knobs");
  return Tuning;
}

/** The panel of settings. `order(type, members)` gives an order. */
class Tuning {
  #order;
  #slot = 0;
  #states = new Map();
  #locks = new Map();
  #rows;
  #listed = "";
  #ends = 0;
  /** The setting that is kept only after the user has confirmed it: [row, value]. */
  #asked = null;

  constructor(order) {
    this.#order = (action, members) => order("setting", { do: action, slot: this.#slot, ...members });
    this.#rows = KNOBS.map((knob, index) => this.#row(knob, index));
    at("knob-list").append(...this.#rows.map(({ element }) => element));
    at("knob-who").addEventListener("change", () => this.#choose(Number(at("knob-who").value)));
    at("knob-undo").addEventListener("click", () => this.#order("undo"));
    at("knob-keep").addEventListener("click", () => this.#order("keep"));
    at("knob-sure").addEventListener("close", () => this.#settle(at("knob-sure").returnValue === "keep"));
    setInterval(() => this.#count(), 250);
    this.follow();
    this.#draw();
  }

  /** Asks the host to send the settings, now and after each change. When the connection ends, the host ends the trials, and no longer sends the
   * settings. */
  follow() {
    // The remaining seconds of a trial are counted from the host's answer.
    this.#ends = 0;
    this.#order("follow", { slot: 0 });
  }

  /** Receives the host's settings, or the file and line that fix a setting. */
  hear(said) {
    if (said.type === "lock") this.#locks.set(`${said.key} ${said.slot}`, `${said.file}:${said.line}`);
    else if (Array.isArray(said.values) && said.values.length === KNOBS.length) this.#states.set(said.slot, said);
    if (said.slot === this.#slot && said.type === "settings") this.#ends = performance.now() + 1000 * said.seconds;
    // The host sends the settings of everybody and of sixteen slots together. A lock that applies to everybody concerns each player.
    if ([0, this.#slot].includes(said.slot)) this.#draw();
  }

  /** Shows the result of an order. After a refusal, the controls return to the host's values. */
  answered({ do: action, key }, result) {
    const isDone = result === "done";
    if (action === "keep" || !isDone) write(at("knob-said"), isDone ? word("knobKept") : word(result));
    if (!isDone) for (const row of this.#rows) if (!key || row.key === key) row.value = undefined;
    this.#draw();
  }

  /** Offers the players of the room to choose from, in the current language. */
  show({ players }) {
    const options = [[0, word("everybody")], ...[...players].map(([slot, player]) => [slot, called(player)])];
    if (!options.some(([slot]) => slot === this.#slot)) options.push([this.#slot, word("player", { slot: this.#slot })]);
    const listed = JSON.stringify(options);
    if (listed === this.#listed) return;
    at("knob-who").replaceChildren(...options.map(([slot, text]) => new Option(text, slot, false, slot === this.#slot)));
    this.#listed = listed;
    this.#draw();
  }

  /** Shows the settings of the player in `slot`, or those of everybody if `slot` is 0. */
  #choose(slot) {
    this.#slot = slot;
    for (const row of this.#rows) row.value = undefined;
    write(at("knob-said"), "");
    this.follow();
    this.#draw();
  }

  #row(knob, index) {
    const [key, scope, first, last] = knob;
    const isChoice = Array.isArray(first);
    const control = isChoice ? make("select", { id: `knob-${key}` }, ...first.map((text, value) => new Option(shown(text), value)))
      : make("input", { id: `knob-${key}`, type: "range", min: knob[6] ? -1 : first, max: last, step: 1 });
    const row = {
      key, scope, knob, index, control, value: undefined, sent: -Infinity, later: 0, ahead: 0,
      label: make("label", { for: `knob-${key}`, "data-word": `knob_${key}` }), output: make("output", { for: `knob-${key}` }),
      back: make("button", { type: "button" }, "↺"), note: make("span", { id: `knob-note-${key}`, class: "note" }),
    };
    control.setAttribute("aria-describedby", row.note.id);
    control.addEventListener(isChoice ? "change" : "input", () => this.#turn(row));
    if (!isChoice && scope !== "feel") control.addEventListener("change", () => this.#ask(row));
    row.back.addEventListener("click", () => this.#order("clear", { key }));
    row.element = make("li", { "data-key": key }, row.label, control, row.output, row.back, row.note);
    return row;
  }

  /** Tries the value of a control, at most once in each PACE. For a setting that cannot be tried, asks the user. */
  #turn(row) {
    write(row.output, textOf(row.knob, Number(row.control.value)));
    if (row.scope !== "feel") {
      if (row.control.localName === "select") this.#ask(row);
      return;
    }
    clearTimeout(row.later);
    const give = () => {
      [row.sent, row.value] = [performance.now(), Number(row.control.value)];
      this.#order("try", { key: row.key, value: row.value });
      clearTimeout(row.ahead);
      row.ahead = setTimeout(() => { row.ahead = 0; this.#draw(); }, AHEAD);
    };
    const wait = row.sent + PACE - performance.now();
    if (wait > 0) row.later = setTimeout(give, wait);
    else give();
  }

  #ask(row) {
    const value = Number(row.control.value);
    this.#asked = [row, value];
    write(at("knob-sure-text"), word("knobSure", { name: word(`knob_${row.key}`), value: textOf(row.knob, value) }));
    at("knob-sure").returnValue = "";
    at("knob-sure").showModal();
  }

  #settle(isSure) {
    const [row, value] = this.#asked;
    this.#asked = null;
    if (isSure) this.#order("keep", { key: row.key, value });
    row.value = undefined;
    this.#draw();
  }

  #count() {
    const left = Math.max(0, Math.ceil((this.#ends - performance.now()) / 1000));
    write(at("knob-left"), left ? word("trialLeft", { time: clock(left) }) : "");
    for (const id of ["knob-undo", "knob-keep"]) at(id).disabled = !left;
  }

  #draw() {
    const state = this.#states.get(this.#slot);
    write(at("knob-state"), state?.off ? word("knobsOff") : state?.edited ? word("knobsEdited") : "");
    for (const row of this.#rows) this.#fill(row, state);
    this.#count();
  }

  #fill(row, state) {
    row.element.hidden = row.scope === "host" && this.#slot > 0;
    const [value, origin] = [state?.values[row.index] ?? null, ORIGINS[state?.origins[row.index]] ?? "common"];
    const isFixed = origin === "fixed" || state === undefined || state.off;
    set(row.element, "data-origin", origin);
    row.control.disabled = isFixed;
    row.back.hidden = origin !== "kept" || isFixed;
    set(row.back, "aria-label", `${word("knobBack")}: ${word(`knob_${row.key}`)}`);
    const place = this.#locks.get(`${row.key} ${this.#slot}`) ?? this.#locks.get(`${row.key} 0`);
    write(row.note, origin === "fixed" ? word("knobFixed", { place: place ?? "" }) : origin === "common" ? "" : word(`origin_${origin}`));
    write(row.label, word(`knob_${row.key}`));
    if (row.control.localName === "select") for (const option of row.control.options) write(option, shown(row.knob[2][option.value]));
    if (row.ahead || this.#asked?.[0] === row || row.value === value && String(value) === row.control.value) return;
    row.value = value;
    row.control.value = value === null ? "" : String(value);
    write(row.output, textOf(row.knob, value));
    if (row.control.type === "range") set(row.control, "aria-valuetext", row.output.textContent);
  }
}
