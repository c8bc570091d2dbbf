// Gamepads and a keyboard attached to the phone, played along with the controls on the screen.

import { AXES, TRIGGERS } from "./tables.js";

// The standard mapping of the Gamepad API: the page's button or trigger by its index.
const BUTTONS = ["A", "B", "X", "Y", "LB", "RB", "LT", "RT", "BACK", "START", "LS", "RS", "UP", "DOWN", "LEFT", "RIGHT", "GUIDE"];
/** The dead zone of a stick. */
const REST = 0.08;

const BUTTON_KEYS = {
  Space: "A", KeyJ: "B", KeyK: "X", KeyL: "Y", KeyQ: "LB", KeyE: "RB", Enter: "START", Backspace: "BACK",
  ArrowUp: "UP", ArrowDown: "DOWN", ArrowLeft: "LEFT", ArrowRight: "RIGHT",
};
const AXIS_KEYS = { KeyA: ["lx", -1], KeyD: ["lx", 1], KeyW: ["ly", -1], KeyS: ["ly", 1] };
const TRIGGER_KEYS = { KeyZ: "LT", KeyC: "RT" };

/** A disconnected gamepad. */
const GONE = { buttons: [], axes: [] };

/** Reads the attached gamepads into `outputs`; each is a separate source, so that one at rest does not hide
 * another. */
export class Attached {
  #outputs;
  /** The names of the last read gamepads. */
  #there = [];
  /** The buttons ignored until their release, by gamepad and index. */
  #stale = new Set();

  constructor(outputs) { this.#outputs = outputs; }

  /** True if a gamepad is attached. */
  get isThere() { return this.#there.length > 0; }

  /** The gamepads by index and model: another model at the same index is another source. */
  get #pads() {
    const all = [...(navigator.getGamepads?.() ?? [])].map((pad, index) => [`pad ${index} ${pad?.id} `, pad]);
    return new Map(all.filter(([, pad]) => pad?.connected && pad.mapping === "standard"));
  }

  /** Ignores each held button until its release. */
  forget() {
    this.#stale.clear();
    for (const [source, { buttons }] of this.#pads) buttons.forEach(({ pressed }, index) => pressed && this.#stale.add(source + index));
  }

  /** Reads the gamepads, which send no events; called with each frame. */
  poll(now) {
    const pads = this.#pads;
    // A gamepad that is gone releases everything. One that is new needs no reset: a page sees it only from its first press.
    for (const source of this.#there) if (!pads.has(source)) this.#follow(source, GONE, now);
    for (const [source, pad] of pads) this.#follow(source, pad, now);
    this.#there = [...pads.keys()];
  }

  /** Passes a game's force feedback on. */
  rumble({ strong, weak, duration }) {
    if (!this.isThere) return;
    const effect = { duration: Math.min(duration, 500), strongMagnitude: strong, weakMagnitude: weak };
    for (const pad of this.#pads.values()) pad.vibrationActuator?.playEffect?.("dual-rumble", effect).catch(() => {});
  }

  /** Applies the state of every button and axis; those that the gamepad lacks count as released. */
  #follow(source, { buttons, axes }, now) {
    BUTTONS.forEach((name, index) => {
      const { pressed = false, value } = buttons[index] ?? {};
      if (!pressed) this.#stale.delete(source + index);
      if (this.#stale.has(source + index)) return;
      if (TRIGGERS.includes(name)) this.#outputs.move(source, name, value > 0 ? value : null);
      else this.#outputs.press(source, name, pressed, now);
    });
    AXES.forEach((name, index) => this.#outputs.move(source, name, Math.abs(axes[index]) > REST ? axes[index] : null));
  }
}

/** Reads the keyboard, for laptops and players with switches, while `isOn()`; ignores keys for forms and buttons. */
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
    const isOurs = code in BUTTON_KEYS || code in AXIS_KEYS || code in TRIGGER_KEYS;
    const isTheirs = event.ctrlKey || event.metaKey || event.altKey || target.closest?.("button, input, select, [role=slider]");
    if (!isOurs || repeat || (isDown && (!this.#isOn() || isTheirs))) return;
    if (!isDown && !this.#held.has(code)) return;
    event.preventDefault();
    this.#set(code, isDown, event.timeStamp);
  }

  #set(code, isDown, time) {
    if (isDown) this.#held.add(code);
    else this.#held.delete(code);
    if (code in BUTTON_KEYS) this.#outputs.press("keys", BUTTON_KEYS[code], isDown, time);
    if (code in TRIGGER_KEYS) this.#outputs.move("keys", TRIGGER_KEYS[code], isDown ? 1 : null);
    if (!(code in AXIS_KEYS)) return;
    const [axis] = AXIS_KEYS[code];
    const both = [...this.#held].filter((other) => AXIS_KEYS[other]?.[0] === axis);
    this.#outputs.move("keys", axis, both.length ? both.reduce((sum, other) => sum + AXIS_KEYS[other][1], 0) : null);
  }
}
