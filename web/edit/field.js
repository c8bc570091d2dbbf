// The field of the editor. It shows the controls as in play, but without effect, with a mark over each.

import { Controls, label } from "../controls.js";
import { button, make } from "../element.js";
import { Outputs } from "../game.js";
import { word } from "../language.js";
import { MILLIMETRE } from "../layout.js";
import { boxesOf, gridSize, mirrored } from "./file.js";

/** The corners that resize a control, and the direction in which each enlarges it. */
const CORNERS = [["top left", -1, -1], ["bottom right", 1, 1]];
/** The side of a corner's handle, mm. */
const HANDLE_mm = 9;

/** Returns the name of a control for people. */
export const nameOf = (control) => label(control).text || label(control).name || word(`type_${control.type}`);

const area = ({ row, column, rows, columns }) => `${row} / ${column} / span ${rows} / span ${columns}`;

/** The field of `page`; `select(cell)` is called when a mark gets the focus. */
export class Field {
  element = make("div", { id: "edit-field" });
  marks = make("div", { id: "edit-marks", dir: "ltr", tabindex: -1 });
  #pad = make("section", { id: "edit-pad", dir: "ltr", inert: true });
  #ghost = make("i", { class: "ghost", hidden: true });
  #page;
  #select;
  #controls = null;
  #layout;

  constructor(page, select) {
    this.#page = page;
    this.#select = select;
    this.element.append(page.dress?.(this.#pad) ?? this.#pad, this.marks);
  }

  /** The distance between two cells, px. */
  get step() {
    const { width, height } = this.marks.getBoundingClientRect();
    const { rows, columns } = gridSize(this.#layout);
    const gap = parseFloat(getComputedStyle(this.marks).columnGap) || 0;
    return { x: (width + gap) / columns, y: (height + gap) / rows };
  }

  /** Draws `layout`, with the control `selected` marked; keeps the focus on it. */
  draw(layout, selected) {
    const hadFocus = this.marks.contains(document.activeElement);
    this.#layout = layout;
    const { game, settings } = this.#page;
    this.#controls?.stop();
    const { mirror, digital, mixing } = settings;
    const options = { millimetre: game.millimetre, isMirrored: mirror, isDigital: digital, isMixed: mixing, hasTilt: game.mayTilt && settings.tilting };
    this.#controls = new Controls(this.#pad, layout, new Outputs(() => {}), options);
    const { rows, columns } = gridSize(layout);
    this.marks.style.gridTemplate = `repeat(${rows}, minmax(0, 1fr)) / repeat(${columns}, minmax(0, 1fr))`;
    this.#pad.style.setProperty("--rows", rows);
    this.#pad.style.setProperty("--columns", columns);
    this.marks.replaceChildren(this.#ghost, ...[...boxesOf(layout)].map(([cell, box]) => this.#mark(cell, box)));
    this.mark(selected);
    if (hadFocus) ((selected && this.at(selected)) ?? this.marks).focus({ preventScroll: true });
  }

  /** Marks the control `cell`, and gives it handles; null marks none. */
  mark(cell) {
    for (const mark of this.marks.querySelectorAll(".mark")) {
      const isSelected = mark.dataset.cell === cell;
      mark.setAttribute("aria-pressed", String(isSelected));
      mark.querySelectorAll(".corner").forEach((corner) => corner.remove());
      if (isSelected) this.#handles(mark);
    }
  }

  /** Returns the mark of a cell. */
  at(cell) { return this.marks.querySelector(`[data-cell="${CSS.escape(cell)}"]`); }

  /** Converts a box of the layout to the box that the player sees, or back: mirrored if the player mirrors controls. */
  seen(box) { return this.#page.settings.mirror ? mirrored(box, gridSize(this.#layout)) : box; }

  /** Shows a box where a control would be placed; null shows none. */
  show(box, isGood) {
    this.#ghost.hidden = !box;
    this.#ghost.classList.toggle("bad", !isGood);
    if (box) this.#ghost.style.gridArea = area(box);
  }

  /** Returns a control's name, place and approximate size in words. */
  describe(cell) {
    const { row, column, rows, columns } = this.seen(boxesOf(this.#layout).get(cell));
    const { width, height } = this.at(cell).getBoundingClientRect();
    return word("describe", { name: nameOf(this.#layout.controls[cell]), left: column, right: column + columns - 1, top: row, bottom: row + rows - 1,
      width: Math.round(width / MILLIMETRE), height: Math.round(height / MILLIMETRE) });
  }

  #mark(cell, box) {
    const mark = button("", () => {}, { class: "mark", "data-cell": cell, "aria-label": nameOf(this.#layout.controls[cell]), focus: () => this.#select(cell) });
    mark.style.gridArea = area(this.seen(box));
    return mark;
  }

  /** Adds handles to a mark, in the field: outside a small mark, and never over its middle. */
  #handles(mark) {
    const side = HANDLE_mm * MILLIMETRE;
    const [box, all] = [mark.getBoundingClientRect(), this.marks.getBoundingClientRect()];
    const out = Math.min(box.width, box.height) < 3 * side ? side : side / 2;
    for (const [name, across, down] of CORNERS) {
      const from = (least, most, direction, low, high) => Math.min(Math.max(direction < 0 ? least - out : most - side + out, low), high - side) - least;
      const [x, y] = [from(box.left, box.right, across, all.left, all.right), from(box.top, box.bottom, down, all.top, all.bottom)];
      const isOver = x < box.width / 2 && x + side > box.width / 2 && y < box.height / 2 && y + side > box.height / 2;
      if (isOver) continue;
      const corner = mark.appendChild(make("i", { class: `corner ${name}`, "data-across": across, "data-down": down }));
      Object.assign(corner.style, { left: `${x}px`, top: `${y}px` });
    }
  }
}
