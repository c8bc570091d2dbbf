// The editor's bar, and the sheet of sections below the field, or above it if the selected control is in the lower half.

import { button, chip, make, row, select } from "../element.js";
import { current, named, word } from "../language.js";
import { fetchLayout } from "../layout.js";
import { LONGEST, MOST_OUTPUTS, types } from "../rules.js";
import { kept, own } from "../shelf.js";
import { BUTTONS } from "../tables.js";
import { title } from "../titles.js";
import { isGood } from "./checks.js";
import { nameOf } from "./field.js";
import { boxesOf, gridSize, write } from "./file.js";
import { allMembers, mayHaveSeveral, outputsFor } from "./model.js";

/** The sizes of grids that are offered besides the layout's own, as [rows, columns]. */
const GRIDS = [[6, 12], [8, 16], [12, 24]];
/** The states a second that a layout may ask for. */
const RATE = { least: 10, most: 250, usual: 60 };

/** The values of options: "switch", "spring", a list, a range with its default, or an output with the members in `first`. */
export const OPTIONS = new Map(Object.entries({
  shared: "switch", toggle: "switch", digital: "switch", shape: [undefined, "round"], float: [undefined, false], mode: ["hold", "off-while-held", "switch"],
  click: [undefined, "tap", "press", "none"],
  turbo: { least: 2, most: 15, usual: 10 }, haptic: { least: 0, most: 20, usual: 12 }, lock: { least: 5, most: 180, usual: 45 },
  doubleTap: { first: {} }, edgeAction: { first: { at: 0.98 } }, spring: "spring",
}));

/** The orientation of a layout's partner for the turned phone. */
const TURNED = { landscape: "portrait", portrait: "landscape" };

/** Makes a text field, which calls `changed` with the text when the focus leaves. */
const field = (key, value, most, changed) => row(key, make("input", { "data-key": key, maxlength: most, value, change: ({ target }) => changed(target.value) }));

function output(editor, cell, control) {
  const { type, out } = control;
  const chosen = [out].flat();
  const isPair = Array.isArray(outputsFor(type)[0]);
  const all = outputsFor(type);
  if (!all.length) return [make("p", {}, word("noOutput"))];
  const bind = (next) => editor.apply({ kind: "bind", cell, out: next });
  if (isPair) {
    return all.map((pair) => chip(pair.map((one) => one ?? "–").join(" "), pair.join() === chosen.join(), () => bind(pair), { "data-key": pair.join() }));
  }
  const flip = (name) => {
    const next = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name].slice(-MOST_OUTPUTS);
    if (next.length) bind(next.length > 1 ? next : next[0]);
  };
  const list = (className, change, marked) => make("div", { class: `chips ${className}` },
    ...all.map((name) => chip(name, marked(name), () => change(name), { "data-key": className + name })));
  return [list("one", bind, (name) => chosen.length === 1 && chosen[0] === name),
    ...(mayHaveSeveral(type) ? [make("details", { open: chosen.length > 1 }, make("summary", {}, word("several")), list("several", flip, (name) => chosen.includes(name)))] : [])];
}

function label(editor, cell, control) {
  return [
    field("labelText", named(control.label), LONGEST.label, (text) => editor.apply({ kind: "label", cell, text, language: current() })),
    field("cellName", cell, 16, (to) => to !== cell && editor.apply({ kind: "rename", cell, to })),
  ];
}

/** Makes a list to choose from, called `name`. */
const choice = (key, name, values, selected, changed) => row(name, select(values, selected, changed, { "data-key": key }));

/** Makes a number field, which calls `put` with the number; undefined if empty. */
const numberField = (key, name, { least, most, usual }, value, put) => row(name, make("input", { type: "number", min: least, max: most, placeholder: usual,
  "data-key": key, value: value ?? "", inputmode: "numeric", change: ({ target }) => put(target.value === "" ? undefined : Number(target.value)) }));

/** The fields for the value of an option, by its kind; each calls `put` with the new value. */
const FIELDS = {
  switch: (member, name, value, put) => {
    const box = make("input", { type: "checkbox", "data-key": member, checked: value === true, change: ({ target }) => put(target.checked || undefined) });
    return row(name, box);
  },
  spring: (member, name, value, put) => choice(member, name, ["xy", "y", "x", ""].map((axes) => [axes, word(`spring_${axes || "none"}`)]),
    ["x", "y"].filter((axis) => value?.[axis] !== false).join(""),
    (axes) => put(axes === "xy" ? undefined : Object.fromEntries(["x", "y"].filter((axis) => !axes.includes(axis)).map((axis) => [axis, false])))),
};

function option(editor, cell, member, value) {
  const kind = OPTIONS.get(member);
  const put = (next) => editor.apply({ kind: "option", cell, member, value: next });
  const name = `option_${member}`;
  if (kind.first) {
    return choice(member, name, [["", word("none")], ...Object.keys(BUTTONS).map((each) => [each, each])], value?.out ?? "",
      (out) => put(out ? { ...kind.first, ...value, out } : undefined));
  }
  if (Array.isArray(kind)) {
    const values = kind.map((each, index) => [`${index}`, word(each === undefined ? "usual" : `${member}_${each}`)]);
    return choice(member, name, values, `${kind.indexOf(value)}`, (index) => put(kind[index]));
  }
  return (FIELDS[kind] ?? numberField)(member, name, ...(FIELDS[kind] ? [] : [kind]), value, put);
}

function more(editor, cell, { type, ...control }) {
  const { controls } = editor.layout;
  const members = allMembers(type).filter((member) => OPTIONS.has(member));
  const others = Object.entries(controls).filter(([other]) => other !== cell).map(([other, one]) => [other, nameOf(one)]);
  return [choice("type", "typeOf", types().map((each) => [each, word(`type_${each}`)]), type, (to) => editor.apply({ kind: "retype", cell, type: to })),
    ...members.map((member) => option(editor, cell, member, control[member])),
    choice("swap", "swap", [["", "–"], ...others], "", (other) => other && editor.apply({ kind: "swap", cell, other }))];
}

function add(editor) {
  const added = (step) => {
    const before = new Set(Object.keys(editor.layout.controls));
    if (editor.apply({ kind: "add", ...step })) editor.select(Object.keys(editor.layout.controls).find((cell) => !before.has(cell)));
  };
  const { tray } = editor.model;
  return [
    make("div", { class: "chips" }, ...types().map((type) => button(word(`type_${type}`), () => added({ type }), { class: "chip", "data-key": type }))),
    ...(tray.length ? [make("p", {}, word("tray")), make("div", { class: "chips tray" },
      ...tray.map((each) => button(nameOf(each.control), () => added(each), { class: "chip", "data-key": `tray ${each.cell}` })))] : []),
  ];
}

const SIGNS = { error: "⛔", warning: "⚠", hint: "ⓘ" };

function checks(editor) {
  const found = editor.checks;
  if (!found.length) return [make("p", {}, word("allGood"))];
  const larger = (cell) => { editor.select(cell); editor.grow(1, 1); };
  return found.map(({ level, cell, what, values }) => {
    const { controls } = editor.layout;
    const name = cell === null ? "" : nameOf(controls[cell]);
    if (values?.other) values.other = nameOf(controls[values.other]);
    return make("div", { class: `line ${level}` },
      button(`${SIGNS[level]} ${name ? `${name}: ` : ""}${word(`check_${what}`, values)}`, () => cell !== null && editor.select(cell), { "data-key": `${what} ${cell}` }),
      ...(what === "small" ? [button(word("makeLarger"), () => larger(cell), { class: "chip" })] : []));
  });
}

/** Returns the layouts that can be shown when the phone is turned, each as [id, name]: those that ship, and the player's own. */
async function findPartners({ page, layout: { id, orientation } }) {
  const ids = new Set([...page.seat?.layouts ?? [], ...kept(page).filter((each) => each.own).map((each) => each.id), ...own().keys()]);
  const found = await Promise.all([...ids].map((each) => fetchLayout(each)));
  return found.filter((each) => each && each.orientation === TURNED[orientation] && [undefined, id].includes(each.turned))
    .map((each) => [each.id, named(each.name) || each.id]);
}

/** Gives the layout to the browser as a file. */
function download({ layout }) {
  const link = make("a", { href: URL.createObjectURL(new Blob([write(layout)], { type: "application/json" })), download: `${layout.id}.tiltpad.json` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}

/** Makes the fields to import a file. */
function importer(editor) {
  const text = make("textarea", { rows: 3, "data-key": "pasted", "aria-label": word("pasteHere"), placeholder: word("pasteHere") });
  const file = make("input", { type: "file", accept: ".json,application/json", "data-key": "file",
    change: async ({ target }) => { if (target.files[0]) editor.paste(await target.files[0].text()); } });
  return [row("importFile", file), text, button(word("importText"), () => editor.paste(text.value), { class: "chip", "data-key": "import" })];
}

function layout(editor) {
  const { layout: shown } = editor;
  const { rows, columns } = gridSize(shown);
  const first = gridSize(editor.first);
  const grids = [[first.rows, first.columns], ...GRIDS.map((pair) => (shown.orientation === "portrait" ? [pair[1], pair[0]] : pair))];
  const grid = ([high, wide], index) => chip(index ? `${wide}×${high}` : `${word("ownGrid")} ${wide}×${high}`, high === rows && wide === columns,
    () => editor.apply({ kind: "regrid", rows: high, columns: wide }), { "data-key": `grid ${index}` });
  const put = (member) => (value) => editor.apply({ kind: "member", member, value });
  const act = (key, click) => button(word(key), click, { class: "chip", "data-key": key });
  const isStored = own().has(shown.id) || kept(editor.page).some(({ id, own: isOwn }) => id === shown.id && isOwn);
  return [
    field("layoutName", named(shown.name), LONGEST.name, (text) => editor.apply({ kind: "name", text, language: current() })),
    choice("orientation", "orientation", ["landscape", "portrait", "any"].map((each) => [each, word(`held_${each}`)]), shown.orientation ?? "any", put("orientation")),
    choice("turned", "turned", [["", word("none")], ...editor.sheet.partners], shown.turned ?? "", (id) => put("turned")(id || undefined)),
    make("div", { class: "chips" }, ...grids.map(grid)),
    make("div", { class: "chips" }, act("mirrorAll", () => editor.apply({ kind: "mirror" })), act("saveAs", () => editor.saveAs()),
      act("backToSaved", () => editor.revert(true)), act("backToShipped", () => editor.revert(false)), act("exportFile", () => download(editor)),
      ...(isStored ? [act("erase", () => editor.erase())] : [])),
    numberField("stateRate", "stateRate", RATE, shown.rate, put("rate")),
    ...importer(editor),
  ];
}

/** The sections: `fill(editor, cell, control)` returns the elements; `isOfControl` needs a control. */
const SECTIONS = new Map(Object.entries({
  output: { fill: output, isOfControl: true }, label: { fill: label, isOfControl: true }, more: { fill: more, isOfControl: true },
  add: { fill: add }, checks: { fill: checks }, layout: { fill: layout },
}));

/** Returns the outputs of a control as a text. */
const outputsIn = ({ out = [] }) => [out].flat().map((one) => one ?? "–").join(" ");

/** The bar and the sheet of `editor`. */
export class Sheet {
  bar = make("header", { id: "edit-bar" });
  element = make("div", { id: "edit-sheet" });
  /** The layouts that can be shown when the phone is turned, each as [id, name]. */
  partners = [];
  #editor;
  /** The open section; null while the sheet is folded. */
  #section = null;
  #line = make("div", { class: "tools" });
  #place = make("div", { class: "section", hidden: true });
  #parts;

  constructor(editor) {
    this.#editor = editor;
    const parts = {
      leave: button(`‹ ${word("leaveEditor")}`, () => editor.leave()),
      undo: button("↶", () => editor.undo(), { "aria-label": word("undoStep") }),
      redo: button("↷", () => editor.redo(), { "aria-label": word("redo") }),
      name: button("", () => this.open("layout"), { class: "name" }),
      checks: button("", () => this.open("checks")),
      attempt: button(`▶ ${word("attempt")}`, () => editor.attempt()),
      add: button(`+ ${word("add")}`, () => this.open("add")),
      save: button(word("save"), () => editor.save(), { class: "strong" }),
    };
    for (const [name, part] of Object.entries(parts)) part.dataset.do = name;
    this.#parts = parts;
    this.bar.append(...Object.values(parts));
    this.element.append(this.#line, this.#place);
  }

  /** Opens a section; if it is open, folds the sheet. */
  open(name) {
    this.#section = this.#section === name ? null : name;
    this.draw();
    if (this.#section === "layout") this.#seek();
  }

  async #seek() {
    this.partners = await findPartners(this.#editor);
    this.draw();
  }

  /** Draws everything again; the focus stays where it was. */
  draw() {
    const { layout, selected, model, checks } = this.#editor;
    const control = selected ? layout.controls[selected] : null;
    this.#drawBar(layout, model, checks);
    this.#drawLine(control);
    this.#move(layout, selected);
    const section = SECTIONS.get(this.#section);
    if (section?.isOfControl && !control) this.#section = null;
    this.#place.hidden = !this.#section;
    if (!this.#section) return this.#place.replaceChildren();
    const scrolled = this.#place.scrollTop;
    const focused = this.#place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.#place.replaceChildren(...section.fill(this.#editor, selected, control));
    this.#place.scrollTop = scrolled;
    if (focused) this.#place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  #drawBar(layout, model, checks) {
    const { undo, redo, name, checks: found, attempt, save } = this.#parts;
    [undo.disabled, redo.disabled] = [!model.mayUndo, !model.mayRedo];
    name.textContent = title(layout);
    const count = checks.filter(({ level }) => level !== "hint").length;
    found.textContent = count ? `⚠ ${count}` : "✓";
    found.setAttribute("aria-label", word("checksCount", { count }));
    found.classList.toggle("bad", !isGood(layout));
    for (const part of [attempt, save]) part.setAttribute("aria-disabled", String(!isGood(layout)));
  }

  #drawLine(control) {
    const { activeElement } = document;
    const focused = this.#line.contains(activeElement) ? activeElement.dataset.do : null;
    this.#line.replaceChildren(...(control ? this.#tools(control) : [make("span", { class: "what" }, word("tapOne"))]), this.#fold());
    if (focused) this.#line.querySelector(`[data-do="${focused}"]`)?.focus({ preventScroll: true });
  }

  #tools(control) {
    const editor = this.#editor;
    const tool = (text, name, click) => button(text, click, { "data-do": name, "aria-label": word(name) });
    const section = (name) => button(word(`section_${name}`), () => this.open(name), { "data-do": name, "aria-expanded": String(this.#section === name) });
    const out = outputsIn(control);
    return [
      make("span", { class: "what" }, ["", nameOf(control)].includes(out) ? nameOf(control) : `${nameOf(control)} → ${out}`),
      tool("◀", "toLeft", () => editor.nudge(-1, 0)), tool("▲", "up", () => editor.nudge(0, -1)),
      tool("▼", "down", () => editor.nudge(0, 1)), tool("▶", "toRight", () => editor.nudge(1, 0)),
      tool("↔−", "narrower", () => editor.grow(-1, 0)), tool("↔+", "wider", () => editor.grow(1, 0)),
      tool("↕−", "lower", () => editor.grow(0, -1)), tool("↕+", "higher", () => editor.grow(0, 1)),
      ...["output", "label", "more"].map(section), tool("✕", "removeControl", () => editor.remove()),
    ];
  }

  #fold() {
    const isOpen = this.#section !== null;
    return button(isOpen ? "˅" : "˄", () => this.open(this.#section ?? (this.#editor.selected ? "more" : "layout")),
      { class: "fold", "data-do": "fold", "aria-label": word(isOpen ? "fold" : "unfold"), "aria-expanded": String(isOpen) });
  }

  /** Puts the sheet above the field if the selected control is in its lower half. */
  #move(layout, selected) {
    const box = selected && boxesOf(layout).get(selected);
    const isBelow = box && box.row - 1 + box.rows / 2 > gridSize(layout).rows / 2;
    this.element.classList.toggle("above", Boolean(isBelow));
  }
}
