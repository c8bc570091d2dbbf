// A floating lever: its base appears under the thumb, its knob follows and stays within the circle.

/** The dead zone, as a share of the way; the rest is stretched over the whole range. */
const REST = 0.06;

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

/** Returns the place of the knob of a lever of `radius` for a thumb (dx, dy) from the base, and its values, −1…1 each. */
export function deflect(dx, dy, radius, rest = REST) {
  const distance = Math.hypot(dx, dy);
  if (distance === 0) return { x: 0, y: 0, knobX: 0, knobY: 0 };
  const reach = Math.min(distance, radius);
  const strength = clamp((reach / radius - rest) / (1 - rest), 0, 1);
  const [ux, uy] = [dx / distance, dy / distance];
  return { x: ux * strength, y: uy * strength, knobX: ux * reach, knobY: uy * reach };
}

/** A lever in `zone`; `told(x, y)` gets its place on each move, and null for a released axis. */
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

  /** `axes` of "x", "y" or "xy" move; an axis without `spring` stays where the thumb leaves it. */
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
    const box = this.#zone.getBoundingClientRect();
    this.#finger = finger.id;
    this.#origin = this.isFloating
      ? { x: finger.x - this.#kept.x * this.#radius, y: finger.y - this.#kept.y * this.#radius }
      : { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    if (this.isFloating) {
      this.#base.style.left = `${this.#origin.x - box.left}px`;
      this.#base.style.top = `${this.#origin.y - box.top}px`;
    }
    this.#zone.classList.add("held");
    this.move(finger);
  }

  move(finger) {
    if (finger.id !== this.#finger) return;
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

  /** Returns all axes to rest, also those without a spring. */
  rest() {
    this.#finger = null;
    this.#kept = { x: 0, y: 0 };
    this.#zone.classList.remove("held", "full");
    this.#draw(0, 0);
    this.#told(null, null);
  }

  #draw(x, y) { this.#knob.style.transform = `translate(${x}px, ${y}px)`; }
}

function part(name) {
  const element = document.createElement("div");
  element.className = name;
  return element;
}
