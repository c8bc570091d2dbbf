// Functions that make elements and ask questions.

import { word } from "./language.js";

/** Makes an element with attributes and content. A function attribute listens to the event of its name. */
export function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...inside);
  return element;
}

/** Makes a button with a text that calls `click`. */
export const button = (text, click, attributes = {}) => make("button", { type: "button", click, ...attributes }, text);

/** Makes a field with its name. */
export const row = (key, ...inside) => make("label", { class: "line" }, make("span", {}, word(key)), ...inside);

/** Makes a list to choose from, of [value, text]. */
export const select = (values, selected, changed, attributes = {}) => make("select", { change: ({ target }) => changed(target.value), ...attributes },
  ...values.map(([value, text]) => new Option(text, value, false, value === selected)));

/** Makes a button that is pressed or not. */
export const chip = (text, isPressed, click, attributes = {}) => button(text, click, { class: "chip", "aria-pressed": String(isPressed), ...attributes });

/** Asks a question with these answers, which are keys of words. Resolves with
 * {answer, text}: the chosen one or null, and a text of at most `most` characters. */
export function ask(key, answers, text = null, most = 40) {
  const field = text === null ? "" : make("input", { type: "text", maxlength: most, value: text, "aria-label": word("layoutName") });
  const dialog = make("dialog", { class: "ask", "aria-label": word(key) }, make("form", { method: "dialog" }, make("p", {}, word(key)), field,
    make("div", { class: "answers" }, ...answers.map((answer, index) => make("button", { value: answer, class: index ? "key" : "action" }, word(answer))))));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue ? { answer: dialog.returnValue, text: field.value } : { answer: null });
    });
  });
}
