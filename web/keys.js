// The keyboard as a controller: for laptops, and for players with switches.

const BUTTONS = {
  Space: "A", KeyJ: "B", KeyK: "X", KeyL: "Y", KeyQ: "LB", KeyE: "RB", Enter: "START", Backspace: "BACK",
  ArrowUp: "UP", ArrowDown: "DOWN", ArrowLeft: "LEFT", ArrowRight: "RIGHT",
};
const AXES = { KeyA: ["lx", -1], KeyD: ["lx", 1], KeyW: ["ly", -1], KeyS: ["ly", 1] };
const TRIGGERS = { KeyZ: "LT", KeyC: "RT" };

/** Reads the keyboard while `isOn()`, but leaves a form or a button its keys. */
export class Keys {
  #outputs;
  #isOn;
  #held = new Set();

  constructor(outputs, isOn) {
    this.#outputs = outputs;
    this.#isOn = isOn;
    addEventListener("keydown", (event) => this.#apply(event, true));
    addEventListener("keyup", (event) => this.#apply(event, false));
  }

  /** Releases all keys at `time`. */
  release(time) {
    for (const code of [...this.#held]) this.#set(code, false, time);
  }

  #apply(event, isDown) {
    const { code, key, target, repeat } = event;
    // While the key ⌘ is held, macOS reports no release of another key.
    if (key === "Meta" && !isDown) return this.release(event.timeStamp);
    const isOurs = code in BUTTONS || code in AXES || code in TRIGGERS;
    const isTheirs = event.ctrlKey || event.metaKey || event.altKey || target.closest?.("button, input, select, [role=slider]");
    if (!isOurs || repeat || (isDown && (!this.#isOn() || isTheirs))) return;
    if (!isDown && !this.#held.has(code)) return;
    event.preventDefault();
    this.#set(code, isDown, event.timeStamp);
  }

  #set(code, isDown, time) {
    if (isDown) this.#held.add(code);
    else this.#held.delete(code);
    if (code in BUTTONS) this.#outputs.press("keys", BUTTONS[code], isDown, time);
    if (code in TRIGGERS) this.#outputs.move("keys", TRIGGERS[code], isDown ? 1 : null);
    if (!(code in AXES)) return;
    const [axis] = AXES[code];
    const both = [...this.#held].filter((other) => AXES[other]?.[0] === axis);
    this.#outputs.move("keys", axis, both.length ? both.reduce((sum, other) => sum + AXES[other][1], 0) : null);
  }
}
