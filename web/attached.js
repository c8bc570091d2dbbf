// Gamepads and a keyboard attached to the phone, played along with the controls on the screen.

import { load } from "./settings.js";
import { AXES, BUTTONS, TRIGGERS } from "./tables.js";

// The standard mapping of the Gamepad API: the page's button or trigger by its index.
const STANDARD = ["A", "B", "X", "Y", "LB", "RB", "LT", "RT", "BACK", "START", "LS", "RS", "UP", "DOWN", "LEFT", "RIGHT", "GUIDE"];
/** The dead zone of a stick. */
const REST = 0.08;

/** The default outputs of keys: buttons, triggers, and axes with their signs. */
const USUAL = {
  Space: "A", KeyJ: "B", KeyK: "X", KeyL: "Y", KeyQ: "LB", KeyE: "RB", Enter: "START", Backspace: "BACK",
  ArrowUp: "UP", ArrowDown: "DOWN", ArrowLeft: "LEFT", ArrowRight: "RIGHT",
  KeyA: "lx-", KeyD: "lx+", KeyW: "ly-", KeyS: "ly+", KeyZ: "LT", KeyC: "RT",
};
let outputs;

/** Gives keys the outputs that a player has chosen, by their codes, and all others the usual ones. */
export const bind = (keys) => { outputs = new Map(Object.entries({ ...USUAL, ...keys })); };


/** Moves a lever or a cross that has the focus: each arrow key is a step. */
function steer(event) {
  if (!event.repeat && event.target.closest?.(LEVERS)) import("./access/keys.js").then(({ steer: move }) => move(event)).catch(() => {});
}

/** The controls that take the arrow keys while one of them has the focus. */
const LEVERS = "#pad .lever, #pad .cross";

/** A disconnected gamepad. */
const GONE = { buttons: [], axes: [] };

/** Reads the attached gamepads into `outputs`. Each gamepad is a separate source, so that one at rest does not hide another. */
export class Attached {
  #outputs;
  /** The keys of #pads at the last poll. */
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

  /** Reads the gamepads, which send no events; unless `may` is true, they are as good as gone. It is called with each frame. */
  poll(now, may) {
    const pads = may ? this.#pads : new Map();
    // A gamepad that is gone releases everything. One that is new needs no reset: a page sees it only from its first press.
    for (const source of this.#there) if (!pads.has(source)) this.#follow(source, GONE, now);
    for (const [source, pad] of pads) this.#follow(source, pad, now);
    this.#there = [...pads.keys()];
  }

  /** Plays a game's force feedback. */
  rumble({ strong, weak, duration }) {
    if (!this.isThere) return;
    const effect = { duration: Math.min(duration, 500), strongMagnitude: strong, weakMagnitude: weak };
    for (const pad of this.#pads.values()) pad.vibrationActuator?.playEffect?.("dual-rumble", effect).catch(() => {});
  }

  /** Applies the state of every button and axis; those that the gamepad lacks count as released. */
  #follow(source, { buttons, axes }, now) {
    STANDARD.forEach((name, index) => {
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
    bind(load("localStorage", "tiltpad.access").keys);
    addEventListener("keydown", steer);
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
    const isOurs = outputs.has(code);
    const isTheirs = event.ctrlKey || event.metaKey || event.altKey || target.closest?.(`button, input, select, [role=slider], ${LEVERS}`);
    if (!isOurs || repeat || (isDown && (!this.#isOn() || isTheirs))) return;
    if (!isDown && !this.#held.has(code)) return;
    event.preventDefault();
    this.#set(code, isDown, event.timeStamp);
  }

  #set(code, isDown, time) {
    if (isDown) this.#held.add(code);
    else this.#held.delete(code);
    const name = outputs.get(code);
    const holds = (wanted) => [...this.#held].some((other) => outputs.get(other) === wanted);
    const axis = name.slice(0, 2);
    if (TRIGGERS.includes(name)) this.#outputs.move("keys", name, holds(name) ? 1 : null);
    else if (name in BUTTONS) this.#outputs.press("keys", name, holds(name), time);
    else if (AXES.includes(axis)) {
      const [less, more] = [holds(`${axis}-`), holds(`${axis}+`)];
      this.#outputs.move("keys", axis, less || more ? more - less : null);
    }
  }
}
