// The presses of a round: a row for each, with the interval in which the press happened as a bar. All bars share one axis.

import { drawBadge } from "../badge.js";
import { word } from "../language.js";
import { draw, make, paint, set, write } from "./dom.js";
import { middle, pressed, reach } from "./stage.js";
import { nameOf, tenth } from "./verdict.js";

/** The width of the drawing, in its own units. */
const WIDTH = 1000;
/** The margins at both ends of the time axis, in units of the drawing. */
const MARGIN = 30;
/** The minimum length of the time axis, ms. */
const SHORTEST = 4;
/** The width of the thinnest bar, in units. */
const THIN = 4;

/** Returns the axis for these presses: {from, to} in ms, and at(time), which returns a position in units of the drawing. */
export function axis(presses) {
  const from = Math.min(...presses.map(({ earliest }) => earliest));
  const length = Math.max(SHORTEST, Math.max(...presses.map(({ latest }) => latest)) - from);
  return { from, to: from + length, at: (time) => MARGIN + ((time - from) / length) * (WIDTH - 2 * MARGIN) };
}

/** The rows of presses in `list`, and the ends of the axis in `ends`. */
export class Presses {
  #list;
  #ends;
  #rows = [];

  constructor(list, ends) { [this.#list, this.#ends] = [list, ends]; }

  /** Shows the presses of the current round. */
  show(room) {
    const found = pressed(room.stage);
    while (this.#rows.length > found.length) this.#rows.pop().element.remove();
    while (this.#rows.length < found.length) this.#add();
    this.#ends.hidden = found.length === 0;
    if (!found.length) return;
    const scale = axis(found.map(([, press]) => press));
    found.forEach(([slot, press], place) => this.#fill(this.#rows[place], room, slot, press, found[0][1], scale));
    write(this.#ends.firstChild, word("afterArming", { time: tenth(scale.from) }));
    write(this.#ends.lastChild, word("afterArming", { time: tenth(scale.to) }));
  }

  #add() {
    const bar = draw("rect", { class: "interval", y: 3, height: 14, rx: 2 });
    const mark = draw("path", { class: "mark" });
    const svg = draw("svg", { class: "axis", viewBox: `0 0 ${WIDTH} 20`, preserveAspectRatio: "none", "aria-hidden": "true" }, bar, mark);
    const row = { badge: make("span", { class: "badge" }), bar, mark, time: make("span", { class: "time" }), doubts: make("span", { class: "doubts" }) };
    row.element = make("li", {}, row.badge, svg, row.time, row.doubts);
    this.#rows.push(row);
    this.#list.append(row.element);
  }

  #fill(row, room, slot, press, best, scale) {
    const name = nameOf(room, slot);
    paint(row.element, room.players.get(slot)?.colour ?? "#FFFFFF");
    set(row.element, "data-slot", String(slot));
    set(row.element, "data-winner", String(slot === room.stage.winner || room.stage.winners.includes(slot)));
    if (row.badge.dataset.name !== `${slot} ${name}`) drawBadge(row.badge, slot, name);
    row.badge.dataset.name = `${slot} ${name}`;
    const width = Math.max(THIN, scale.at(press.latest) - scale.at(press.earliest));
    set(row.bar, "x", (scale.at(middle(press)) - width / 2).toFixed(1));
    set(row.bar, "width", width.toFixed(1));
    set(row.mark, "d", `M${scale.at(middle(press)).toFixed(1)} 0v20`);
    const behind = middle(press) - middle(best);
    write(row.time, press === best
      ? word("firstAt", { time: tenth(middle(press)), uncertainty: tenth(reach(press)) })
      : word("laterBy", { time: tenth(behind), uncertainty: tenth(reach(press) + reach(best)) }));
    write(row.doubts, press.doubts.map((doubt) => word(doubt)).join(word("comma")));
  }
}
