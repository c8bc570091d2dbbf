// Levers and the slider. The base of a floating lever appears under the thumb; its knob follows and stays within the circle.

/** The dead zone, as a share of the travel; the rest is stretched to the whole range. */
export const REST = 0.06;
/** The step of an arrow key on the slider. */
const STEP = 0.25;
const STEPS = { ArrowLeft: -STEP, ArrowDown: -STEP, ArrowRight: STEP, ArrowUp: STEP };

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

/** Returns the position of a lever's knob, and its values, −1…1 each, for a thumb at (dx, dy) from the base. */
export function deflect(dx, dy, radius, rest = REST) {
  const distance = Math.hypot(dx, dy);
  if (distance === 0) return { x: 0, y: 0, knobX: 0, knobY: 0 };
  const reach = Math.min(distance, radius);
  const strength = clamp((reach / radius - rest) / (1 - rest), 0, 1);
  const [ux, uy] = [dx / distance, dy / distance];
  return { x: ux * strength, y: uy * strength, knobX: ux * reach, knobY: uy * reach };
}

/** A lever in `zone`. `told(x, y)` gets the lever's position on each move, with null for a released axis. */
export class Lever {
  #zone;
  #base;
  #knob;
  #radius;
  #spring;
  #axes;
  #told;
  #finger = null;
  #origin = { x: 0, y: 0 };
  #kept = { x: 0, y: 0 };

  /** The lever moves along `axes`: "x", "y" or "xy". An axis without `spring` stays where the thumb leaves it. */
  constructor(zone, { radius, axes = "xy", spring = { x: true, y: true }, isFloating = true }, told) {
    this.#zone = zone;
    this.#radius = radius;
    this.#axes = axes;
    this.#spring = spring;
    this.#told = told;
    this.#base = zone.appendChild(part("base"));
    this.#knob = this.#base.appendChild(part("knob"));
    zone.classList.toggle("floats", isFloating);
    this.isFloating = isFloating;
  }

  /** True if a thumb is on the lever. */
  get isHeld() { return this.#finger !== null; }

  begin(finger) {
    if (this.isHeld) return;
    this.#finger = finger.id;
    this.#origin = { x: finger.x - this.#kept.x * this.#radius, y: finger.y - this.#kept.y * this.#radius };
    this.#zone.classList.add("held");
    this.move(finger);
  }

  move(finger) {
    if (finger.id !== this.#finger) return;
    this.#place();
    const dx = this.#axes.includes("x") ? finger.x - this.#origin.x : 0;
    const dy = this.#axes.includes("y") ? finger.y - this.#origin.y : 0;
    const { x, y, knobX, knobY } = deflect(dx, dy, this.#radius);
    this.#kept = { x: this.#spring.x ? 0 : x, y: this.#spring.y ? 0 : y };
    this.#draw(knobX, knobY);
    this.#zone.classList.toggle("full", Math.hypot(x, y) >= 0.98);
    this.#told(x, y);
  }

  end(finger) {
    if (finger.id !== this.#finger) return;
    this.#finger = null;
    this.#zone.classList.remove("held", "full");
    this.#draw(this.#kept.x * this.#radius, this.#kept.y * this.#radius);
    this.#told(this.#spring.x ? null : this.#kept.x, this.#spring.y ? null : this.#kept.y);
  }

  /** Returns all axes to rest, even those without a spring. */
  rest() {
    this.#finger = null;
    this.#kept = { x: 0, y: 0 };
    this.#zone.classList.remove("held", "full");
    this.#draw(0, 0);
    this.#told(null, null);
  }

  /** Draws a floating base at its position, and measures a fixed one, as the zone may have moved. */
  #place() {
    const { left, top, width, height } = this.#zone.getBoundingClientRect();
    if (!this.isFloating) this.#origin = { x: left + width / 2, y: top + height / 2 };
    else Object.assign(this.#base.style, { left: `${this.#origin.x - left}px`, top: `${this.#origin.y - top}px` });
  }

  #draw(x, y) { this.#knob.style.transform = `translate(${x}px, ${y}px)`; }
}

function part(name) {
  const element = document.createElement("div");
  element.className = name;
  return element;
}

/** A slider called `name`, which steers: the wheel follows the finger, and is straight when released. `told(value)`
 * gets −1…1, null on release. */
export class Slider {
  #told;
  #finger = null;
  #value = 0;

  constructor(name, told) {
    this.#told = told;
    this.element = document.createElement("div");
    this.element.className = "slider";
    const attributes = { role: "slider", tabindex: "0", "aria-label": name, "aria-valuemin": "-1", "aria-valuemax": "1" };
    for (const [key, value] of Object.entries(attributes)) this.element.setAttribute(key, value);
    this.element.append(document.createElement("i"));
    this.element.addEventListener("keydown", (event) => this.#step(event));
    this.element.addEventListener("blur", () => this.rest());
    this.#show(0);
  }

  begin(finger) {
    this.#finger ??= finger.id;
    this.move(finger);
  }

  move(finger) {
    if (finger.id !== this.#finger) return;
    const { left, width } = this.element.getBoundingClientRect();
    this.#set(clamp(((finger.x - left) / width) * 2 - 1, -1, 1));
  }

  end(finger) { if (finger.id === this.#finger) this.rest(); }

  rest() {
    this.#finger = null;
    this.#show(0);
    this.#told(null);
  }

  #step(event) {
    const isCentre = event.key === "Home" || event.key === " ";
    if (!(event.key in STEPS) && !isCentre) return;
    event.preventDefault();
    event.stopPropagation();
    if (isCentre) this.rest();
    else this.#set(clamp(this.#value + STEPS[event.key], -1, 1));
  }

  #set(value) {
    this.#show(value);
    this.#told(value);
  }

  #show(value) {
    this.#value = value;
    this.element.setAttribute("aria-valuenow", value.toFixed(2));
    this.element.style.setProperty("--share", value.toFixed(3));
  }
}
