// A steering slider: the wheel follows the finger; released, it is straight.

/** The step of an arrow key. */
const STEP = 0.25;
const STEPS = { ArrowLeft: -STEP, ArrowDown: -STEP, ArrowRight: STEP, ArrowUp: STEP };

const clamp = (value) => Math.min(Math.max(value, -1), 1);

/** A slider called `name`; `told(value)` gets −1…1, and null on release. */
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
    this.#set(clamp(((finger.x - left) / width) * 2 - 1));
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
    else this.#set(clamp(this.#value + STEPS[event.key]));
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
