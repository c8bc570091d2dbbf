// The screen of the check: one task at a time, and the report at the end.

import { word } from "../language.js";

const at = (id) => document.getElementById(id);
const MARKS = { good: "✓", bad: "!", open: "–" };

function button(key, act, isFirst) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: word(key), className: isFirst ? "action" : "" });
  made.dataset.choice = key;
  made.addEventListener("click", act);
  return made;
}

/** Shows a step: the words `key` and `keyText`, a picture of the phone in a pose or the field for touches, and buttons.
 *
 * `choices` has a function for each button, by the key of the button's word; the function is called within the tap. Returns {chosen, signal,
 * end}. `chosen` is a promise of what the function of the chosen button returned. `signal` is aborted when the step ends. `end()` ends it
 * without a choice. */
export function show(key, { pose = null, hasField = false, choices = {}, values = {} } = {}) {
  document.body.dataset.step = key;
  at("title").textContent = word(key, values);
  at("text").textContent = word(`${key}Text`, values);
  at("stage").hidden = pose === null;
  if (pose) at("phone").dataset.pose = pose;
  at("field").hidden = !hasField;
  tell("");
  const stop = new AbortController();
  const chosen = new Promise((done) => {
    stop.signal.addEventListener("abort", () => done(null));
    const buttons = Object.entries(choices).map(([choice, act], index) => button(choice, () => { done(act()); stop.abort(); }, index === 0 && choice !== "checkSkip"));
    at("buttons").replaceChildren(...buttons);
  });
  at("title").focus();
  return { chosen, signal: stop.signal, end: () => stop.abort() };
}

/** Shows the progress of the present step as a text. */
export const tell = (text) => { if (at("news").textContent !== text) at("news").textContent = text; };

/** Shows the progress of the whole check, as a share 0…1. */
export function progress(share) {
  at("progress").hidden = false;
  at("progress").value = share;
}

/** The field for touches. */
export const field = () => at("field");

function item({ mark, key, values, todo }) {
  const made = document.createElement("li");
  const sign = Object.assign(document.createElement("b"), { textContent: MARKS[mark], ariaHidden: "true" });
  const named = Array.isArray(values.poses) ? { ...values, poses: values.poses.map((pose) => word(`checkPose_${pose}`)).join(", ") } : values;
  const parts = [sign, Object.assign(document.createElement("span"), { textContent: word(key, named) })];
  if (todo) parts.push(Object.assign(document.createElement("small"), { textContent: word(todo, named) }));
  made.className = mark;
  made.dataset.finding = key;
  made.append(...parts);
  return made;
}

/** Shows the report: the sentences, the row, and the buttons for the row. `acts` has the functions of the buttons. */
export function report(sentences, row, acts) {
  document.body.dataset.step = "report";
  at("step").hidden = true;
  at("progress").hidden = true;
  at("report").hidden = false;
  at("findings").replaceChildren(...sentences.map(item));
  at("row").textContent = row;
  for (const [id, act] of Object.entries(acts)) at(id).addEventListener("click", act);
  at("report-title").focus();
}

/** Shows whether the host accepted the row. */
export const tellSent = (key) => { at("sent").textContent = word(key); };

/** Selects the row, for browsers in which a page can copy only a selection. */
export const selectRow = () => getSelection().selectAllChildren(at("row"));

/** Translates the texts of the page itself. */
export function translate() {
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  document.title = at("progress").ariaLabel = word("checkTitle");
}
