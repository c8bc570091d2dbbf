// The field as a drawing, which changes once per frame.

import { shape } from "../badge.js";
import { draw, paint, set } from "../dashboard/dom.js";
import { TABLE } from "./drive.js";

/** The most points in a trail, and the least distance between them, units. */
const POINTS = 160;
const APART = 8;
/** The length of the recoil, units. */
const BACK = 12;

const degrees = (angle) => ((angle * 180) / Math.PI).toFixed(2);
const rect = (name, x, y, width, height, rx) => draw("rect", { class: name, x, y, width, height, rx });

/** The drawing of one tank, with its trail. */
class Drawing {
  trail = draw("polyline", { class: "trail" });
  body = draw("g", { class: "tank" });
  mark = draw("g", { class: "mark" });
  #turret = draw("g", { class: "turret" });
  #barrel = rect("barrel", -4, -46, 8, 34, 3);
  #points = [];
  #text = draw("text", { y: 7, "text-anchor": "middle" });

  constructor(slot) {
    this.#turret.append(this.#barrel, draw("circle", { class: "dome", r: 15 }));
    this.body.append(rect("track", -30, -34, 13, 68, 5), rect("track", 17, -34, 13, 68, 5), rect("hull", -21, -30, 42, 60, 8),
      draw("path", { class: "nose", d: "M-9-20 0-28 9-20z" }), this.#turret);
    this.#text.textContent = slot;
    this.mark.append(draw("use", { href: `/web/sprite.svg#${shape(slot)}`, x: 20, y: -48, width: 18, height: 18 }), this.#text);
    for (const element of [this.trail, this.body, this.mark]) element.dataset.slot = slot;
  }

  get elements() { return [this.trail, this.body, this.mark]; }

  show(tank, { x, y, heading }, colour, isStill) {
    const place = `translate(${x.toFixed(2)} ${y.toFixed(2)})`;
    for (const element of this.elements) paint(element, colour);
    set(this.body, "transform", `${place} rotate(${degrees(heading)})`);
    set(this.mark, "transform", place);
    set(this.#turret, "transform", `rotate(${degrees(tank.turret)})`);
    set(this.#barrel, "transform", `translate(0 ${isStill ? 0 : (BACK * tank.recoil).toFixed(1)})`);
    if (!isStill) this.#follow(x, y);
  }

  #follow(x, y) {
    const [lastX, lastY] = this.#points.at(-1) ?? [Infinity, Infinity];
    if (Math.hypot(x - lastX, y - lastY) < APART) return;
    this.#points.push([x, y]);
    if (this.#points.length > POINTS) this.#points.shift();
    set(this.trail, "points", this.#points.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(" "));
  }
}

/** The drawing of the field, in the element `svg`. */
export class Picture {
  #layers;
  #tanks = new Map();
  #still = matchMedia("(prefers-reduced-motion: reduce)");

  constructor(svg) {
    set(svg, "viewBox", `0 0 ${TABLE.width} ${TABLE.height}`);
    this.#layers = ["trails", "tanks", "marks", "shells"].map((name) => draw("g", { class: name }));
    svg.append(rect("ground", 0, 0, TABLE.width, TABLE.height, 18), ...this.#layers);
  }

  /** Draws the field at `now`; `colours` maps slots to colours. */
  show(field, colours, now) {
    for (const [slot, drawing] of this.#tanks) if (!field.tanks.has(slot)) this.#remove(slot, drawing);
    for (const [slot, tank] of field.tanks) {
      if (!this.#tanks.has(slot)) this.#add(slot);
      this.#tanks.get(slot).show(tank, field.pose(tank, now), colours.get(slot) ?? "#FFFFFF", this.#still.matches);
    }
    this.#shoot(field.shells, colours);
  }

  #add(slot) {
    const drawing = new Drawing(slot);
    this.#tanks.set(slot, drawing);
    drawing.elements.forEach((element, index) => this.#layers[index].append(element));
  }

  #remove(slot, drawing) {
    this.#tanks.delete(slot);
    for (const element of drawing.elements) element.remove();
  }

  #shoot(shells, colours) {
    const layer = this.#layers.at(-1);
    while (layer.children.length > shells.length) layer.lastChild.remove();
    while (layer.children.length < shells.length) layer.append(draw("circle", { class: "shell", r: 5 }));
    shells.forEach(({ slot, x, y }, index) => {
      paint(layer.children[index], colours.get(slot) ?? "#FFFFFF");
      set(layer.children[index], "transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    });
  }
}
