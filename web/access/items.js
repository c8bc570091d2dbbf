// What can be chosen on the screen, as entries for a scan (scan.js): the controls of a layout, or what a dialog, a card or the editor has.

import { word } from "../language.js";
import { DIRECTIONS } from "./hands.js";
import { rows } from "./scan.js";

const FOCUSABLE = "button, a[href], input, select, summary, [role=slider]";
const [STRAIGHT, DIAGONAL] = [Object.keys(DIRECTIONS).slice(0, 4), Object.keys(DIRECTIONS).slice(4)];
/** The characters with which a name is written. */
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz0123456789 "];

const isShown = (element) => !element.disabled && !element.closest("[inert], [hidden]") && element.getClientRects().length > 0
  && getComputedStyle(element).visibility !== "hidden";

/** Returns the part of the screen that can be used now: the newest dialog, the editor, the card, or the play area. */
export function scope() {
  const dialogs = [...document.querySelectorAll("dialog[open]")];
  const card = document.getElementById("card");
  return dialogs.at(-1) ?? document.getElementById("editor") ?? (card.hidden ? card.parentElement : card);
}

/** Returns an element's name for people. */
export function nameOf(element) {
  const label = element.closest("label")?.querySelector("span")?.textContent ?? element.labels?.[0]?.textContent;
  return (element.getAttribute("aria-label") || label || element.textContent || "").trim();
}

/** Returns the first list: "let go", then all in `scope`; `hand` is {letGo, arm, press, step, click, options}. */
export function entries(hand) {
  const place = scope();
  const isPlaying = place.matches("main");
  const first = [{ name: word("letGo"), elements: [], act: hand.letGo }];
  const own = isPlaying ? [{ name: word("holdNext"), elements: [], act: hand.arm }, ...controls(hand)] : [];
  const places = isPlaying ? [...document.querySelectorAll("#scene, #bar")] : [place];
  const rest = places.flatMap((each) => generic(each, hand));
  const all = [...own, ...rest];
  return [...first, ...(hand.options.groups ? rows(all, (names) => names.join(", ")).map((entry) => withReturn(entry, first)) : all.flatMap(flat))];
}

/** Lets a row begin with "let go". */
const withReturn = (entry, first) => (entry.inside ? { ...entry, inside: () => [...first, ...entry.inside()] } : entry);

const flat = (entry) => (entry.inside && !entry.isDeep ? entry.inside() : [entry]);

/** Returns the controls of the layout, in the order of reading. */
function controls(hand) {
  const places = new Map([...document.querySelectorAll("#pad .key, #pad .lever, #pad .cross, #pad .slider, #pad .rim")].filter(isShown)
    .map((element) => [element, element.getBoundingClientRect()]));
  const inOrder = [...places].sort(([, a], [, b]) => (Math.abs(a.top - b.top) > Math.min(a.height, b.height) / 2 ? a.top - b.top : a.left - b.left));
  return inOrder.flatMap(([element]) => (element.matches(".key")
    ? [{ name: nameOf(element), elements: [element], act: () => hand.press(element) }] : steering(element, hand)));
}

/** Returns the directions of a lever, cross, slider or rim: a row of the straight ones, and a row of any diagonal ones. */
function steering(element, hand) {
  const name = nameOf(element.closest("[aria-label]"));
  const axes = element.matches(".slider, .rim") ? "x" : element.dataset.axes ?? "xy";
  const fits = (direction) => DIRECTIONS[direction].every((way, index) => !way || axes.includes("xy"[index]));
  return [STRAIGHT, DIAGONAL].map((all) => all.filter(fits)).filter((all) => all.length).map((all) => ({
    name: `${name}: ${all.map((direction) => word(`to_${direction}`)).join(", ")}`, elements: [element],
    inside: () => all.map((direction) => ({ name: `${name}: ${word(`to_${direction}`)}`, elements: [element], direction, act: () => hand.step(element, direction) })),
  }));
}

/** Returns buttons and fields in the order of the document. */
function generic(place, hand) {
  return [...place.querySelectorAll(FOCUSABLE)].filter(isShown).map((element) => {
    const entry = { name: nameOf(element), elements: [element] };
    const inside = FIELDS[Object.keys(FIELDS).find((kind) => element.matches(kind))]?.(element);
    return inside ? { ...entry, isDeep: true, inside: () => inside(entry) } : { ...entry, act: () => hand.click(element) };
  });
}

/** For each kind of field, the entries that change it. */
const FIELDS = {
  select: (field) => () => rows([...field.options].map(({ value, text }) => ({ name: text, elements: [field], act: () => change(field, value) })), joined),
  "[type=range], [type=number]": (field) => ({ name }) => [["stepLess", "stepDown"], ["stepMore", "stepUp"]].map(([key, step]) => ({
    name: `${name}: ${word(key)}`, elements: [field], act: () => { field[step](); change(field, field.value); },
  })),
  "input:not([type]), [type=text]": (field) => () => rows([...LETTERS.map((letter) => [letter === " " ? word("spaceLetter") : letter, (text) => text + letter]),
    [word("eraseLetter"), (text) => text.slice(0, -1)]].map(([name, edit]) => ({ name, elements: [field], act: () => change(field, edit(field.value)) })), joined),
};

const joined = (names) => names.join(", ");

function change(field, value) {
  field.value = value;
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}
