// The editor of layouts (docs/layouts.md). It covers the page, and meanwhile the host receives a pad at rest.

import { announce } from "../cards.js";
import { ask, button, make } from "../element.js";
import { REST } from "../game.js";
import { current, learn, word } from "../language.js";
import { fetchLayout, prepare } from "../layout.js";
import { read } from "../rules.js";
import { draft, drop, keep, keepDraft, kept, own } from "../shelf.js";
import { title } from "../titles.js";
import { discard, save } from "../upload.js";
import { check, isGood } from "./checks.js";
import { Field } from "./field.js";
import { boxesOf, newID, renewed, write } from "./file.js";
import { commandOf, Hand } from "./hand.js";
import { Model, perform } from "./model.js";
import { Sheet } from "./sheet.js";

/** The time for which a message stays, ms. */
const STAY = 3000;

/** Returns in words why the host does not keep a layout. */
export const reason = ({ why, faults }) => word(`host_${why}`, { faults: faults?.join?.(", ") ?? "" });

/** Returns `name` with `text` in the current language, or `text` if `name` has no languages. */
const renamed = (name, text) => (name !== null && typeof name === "object" ? { ...name, [current()]: text } : text);

/** Returns what the editor opens with: {layout, base, saved, first}. `base` is the id of the original layout, `saved` the stored text, `first` the
 * text with which a draft began. */
async function start(page, isCopy) {
  const kept = draft();
  const found = kept && read(kept.text);
  if (found?.layout && (await ask("draftFound", ["continueDraft", "discardDraft"])).answer !== "discardDraft") return { ...kept, layout: found.layout };
  keepDraft(null);
  const layout = await fetchLayout(page.choice.id);
  if (!layout) return null;
  const mine = own().get(layout.id);
  if (mine && !isCopy) return { layout: renewed(layout), base: mine.base, saved: write(renewed(layout)) };
  const name = [...word(isCopy ? "copyOf" : "mineOf", { name: title(layout) })].slice(0, 40).join("");
  return { layout: renewed({ ...layout, id: newID(title(layout)), name: renamed(layout.name, name) }), base: mine?.base ?? layout.id, saved: null };
}

/** Loads the editor's styles. The editor is shown only after that. */
function paint() {
  if (document.getElementById("edit-look")) return Promise.resolve();
  return new Promise((done) => document.head.append(make("link", { id: "edit-look", rel: "stylesheet", href: "/web/edit/edit.css", load: done, error: done })));
}

/** Opens the editor of `page` with the chosen layout, or with a copy of it. */
export async function open(page, isCopy) {
  if (page.editor) return;
  await Promise.all([learn("edit"), paint()]);
  const first = await start(page, isCopy);
  if (first && !page.editor) page.editor = new Editor(page, first);
}

/** The editor, while it is open. */
class Editor {
  selected = null;
  /** The layout with which the editor opened. */
  first;
  page;
  model;
  field;
  #base;
  #saved;
  /** The text with which the draft began, for when nothing is stored yet. */
  #first;
  #use;
  #root = make("section", { id: "editor", "aria-label": word("editor") });
  #back = button(word("backToEditor"), () => this.#edit(), { id: "edit-back", hidden: true });
  #message = make("p", { id: "edit-message", hidden: true });
  #timer = 0;
  sheet;

  constructor(page, { layout, base, saved, first }) {
    [this.page, this.#base, this.#saved, this.#use] = [page, base, saved ?? null, page.use];
    this.model = new Model(layout);
    [this.#first, this.first] = [first ?? write(layout), layout];
    this.field = new Field(page, (cell) => this.select(cell));
    this.sheet = new Sheet(this);
    this.#root.append(this.sheet.bar, this.field.element, this.sheet.element, this.#message);
    document.body.append(this.#root, this.#back);
    new Hand(this.field, this);
    this.#root.addEventListener("keydown", (event) => this.#key(event));
    addEventListener("resize", this.#redraw);
    this.#edit();
  }

  get layout() { return this.model.layout; }
  /** True if a change is not stored. */
  get isChanged() { return write(this.layout) !== (this.#saved ?? this.#first); }
  /** The findings about the layout. */
  get checks() { return check(this.layout, { scale: this.page.settings.size / 100, press: this.page.seat?.press }); }

  /** Receives the kind of a host's message; closes if another mode needs the screen. */
  hear(kind) { if (kind === "mode" && this.page.heard.mode !== "play") this.close(); }

  /** Selects a control; null selects none. */
  select(cell) {
    if (cell === this.selected) return;
    this.selected = cell;
    this.field.mark(cell);
    this.sheet.draw();
    this.#tell();
  }

  /** Carries out a step, or shows why it is refused. Returns whether it was carried out. */
  apply(step) {
    const { why } = this.model.apply(step);
    if (why) this.say(why);
    else this.#changed(step.to);
    return !why;
  }

  /** Carries out the first of several steps that is not refused. */
  applyAny(...steps) {
    const good = steps.find((step) => !perform(this.layout, step).why);
    return this.apply(good ?? steps[0]);
  }

  /** Returns whether a control would fit into a box. */
  fits(cell, { row, column, rows, columns }) { return !perform(this.layout, { kind: "size", cell, row, column, rows, columns }).why; }

  undo() { if (this.model.undo()) this.#changed(); }
  redo() { if (this.model.redo()) this.#changed(); }

  /** Moves the selected control by columns and rows, as the player sees them. */
  nudge(across, down) {
    const box = this.#box;
    if (!box) return;
    const { row, column } = this.field.seen({ ...box, row: box.row + down, column: box.column + across });
    this.apply({ kind: "move", cell: this.selected, row, column });
  }

  /** Makes the selected control larger or smaller at its right or lower edge, or at the other edge if there is no room. */
  grow(across, down) {
    const box = this.#box;
    if (!box) return;
    const larger = { ...box, rows: box.rows + down, columns: box.columns + across };
    const steps = [larger, { ...larger, row: box.row - down, column: box.column - across }];
    this.applyAny(...steps.map((each) => ({ kind: "size", cell: this.selected, ...this.field.seen(each) })));
  }

  remove() { if (this.selected) this.apply({ kind: "remove", cell: this.selected }); }

  /** Shows a message for a while. */
  say(key, values) {
    this.#message.textContent = word(key, values).trim();
    this.#message.hidden = false;
    announce(this.#message.textContent);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => { this.#message.hidden = true; }, STAY);
  }

  /** Plays with the layout until the player goes back to the editor. */
  async attempt() {
    if (!isGood(this.layout)) return this.say("errorsFirst");
    await prepare(this.layout);
    this.#root.hidden = true;
    this.#back.hidden = false;
    this.page.game.rest(REST.nothing);
    this.#back.focus();
    const refused = await this.#use({ ...this.layout });
    if (!refused) return;
    this.#edit();
    this.say(...refused);
  }

  /** Stores the layout here if this is a phone, and on a host that keeps layouts. Returns whether it is stored. */
  async save() {
    if (!isGood(this.layout)) { this.say("errorsFirst"); return false; }
    const [id, text] = [this.layout.id, write(this.layout)];
    const { isDesk, seat } = this.page;
    if (!isDesk && !keep(id, text, this.#base)) { this.say("fullHere"); return false; }
    const keepsAll = seat?.saves === true;
    if (!isDesk) this.#note(text);
    const refused = keepsAll ? await save(this.page, id, text) : null;
    if (isDesk && !refused) this.#note(text);
    const [good, bad] = isDesk ? ["savedOnlyOnHost", "notSaved"] : [keepsAll ? "savedOnHost" : "savedHere", "savedHere"];
    this.say(refused ? bad : good, { reason: refused ? reason(refused) : "" });
    return !(isDesk && refused);
  }

  /** Stores the layout under another name. */
  async saveAs() {
    const { answer, text } = await ask("saveAsName", ["save", "keepEditing"], title(this.layout));
    if (answer !== "save") return false;
    if (!this.apply({ kind: "name", text, language: current() })) return false;
    this.model.rename(newID(text));
    return this.save();
  }

  /** Replaces the layout by that of a file's text, or shows its faults. */
  paste(text) {
    const { layout, faults } = read(text);
    if (!layout || faults.length) {
      return this.say("faultyFile", { faults: faults.slice(0, 4).map(({ cell, fault }) => (cell === null ? fault : `${cell}: ${fault}`)).join(", ") });
    }
    this.apply({ kind: "paste", layout });
  }

  /** Replaces the layout by the stored one, or by the layout from which it was made. */
  async revert(isToSaved) {
    const layout = isToSaved ? read(this.#saved ?? this.#first).layout : await fetchLayout(this.#base);
    if (layout) this.apply({ kind: "paste", layout });
    else this.say("notThere");
  }

  /** Removes the layout from phone and host, and leaves. */
  async erase() {
    if ((await ask("eraseAsk", ["erase", "keepEditing"])).answer !== "erase") return;
    const { id } = this.layout;
    const refused = kept(this.page).some((each) => each.id === id && each.own) ? await discard(this.page, id) : null;
    if (refused) return this.say("notErased", { reason: reason(refused) });
    drop(id);
    keepDraft(null);
    this.close();
    this.page.choose(this.#base);
  }

  /** Leaves, after asking what becomes of changes. */
  async leave() {
    const answer = this.isChanged ? (await ask("leaveAsk", ["save", "saveAs", "discard", "keepEditing"])).answer : "discard";
    const isDone = { save: () => this.save(), saveAs: () => this.saveAs(), discard: () => true }[answer];
    if (!isDone || !await isDone()) return;
    keepDraft(null);
    const { id } = this.layout;
    this.close();
    if (own().has(id)) this.page.choose(id);
  }

  /** Closes the editor. A draft is kept for the next time. */
  close() {
    removeEventListener("resize", this.#redraw);
    this.#root.remove();
    this.#back.remove();
    const page = this.page;
    delete document.body.dataset.editing;
    Object.assign(page, { editor: null, use: this.#use });
    if (page.heard.mode && page.heard.mode !== "play") return;
    page.game.rest(REST.nothing);
    if (page.choice) page.use(page.choice);
  }

  get #box() {
    const box = this.selected && boxesOf(this.layout).get(this.selected);
    return box ? this.field.seen(box) : null;
  }

  /** Shows the editor; the page ignores layouts meanwhile. */
  #edit() {
    const page = this.page;
    page.game.rest(REST.everything);
    page.link.flush();
    page.use = () => {};
    document.body.dataset.editing = "";
    [this.#root.hidden, this.#back.hidden] = [false, true];
    this.#changed();
  }

  /** Records that `text` is stored. */
  #note(text) {
    this.#saved = text;
    this.#changed();
  }

  #redraw = () => { if (!this.#root.hidden) this.#show(); };

  /** Follows a change of the layout; `renamed` is the new name of the selected control. */
  #changed(renamed) {
    const { controls } = this.layout;
    if (this.selected && !Object.hasOwn(controls, this.selected)) this.selected = renamed && Object.hasOwn(controls, renamed) ? renamed : null;
    keepDraft(this.isChanged ? { text: write(this.layout), base: this.#base, saved: this.#saved, first: this.#first } : null);
    this.#show().then(() => this.#tell());
  }

  /** Says where the selected control is. */
  #tell() { if (this.selected && this.field.at(this.selected)) announce(this.field.describe(this.selected)); }

  async #show() {
    const { layout } = this;
    await prepare(layout);
    if (layout !== this.layout) return;
    this.field.draw(layout, this.selected);
    this.sheet.draw();
  }

  #key(event) {
    const act = commandOf(event, this.field.marks.contains(event.target));
    if (!act) return;
    event.preventDefault();
    act(this);
  }
}

