// The two switches: the screen, keys, and the buttons A and B of gamepads. The first chooses, or goes on. The second chooses in the way "two", and
// otherwise releases everything.

const [A, B] = [0, 1];
/** Keys that are never switches, since browsers and screen readers need them. */
const THEIRS = ["Tab", "Meta", "Control", "Alt", "AltGraph", "Shift", "CapsLock", "Escape"];
/** The default key of the second switch. */
const SECOND = "Enter";
/** The time, ms, after which two fingers open the settings for a helper. */
export const HELP = 2000;

/** Filters the presses of trembling hands: a press counts once it has been held for `accept` s; presses that begin in the next `ignore` s
 * do not. Calls `told(which, now)` for each that counts. */
export class Steady {
  #options;
  #told;
  #down = new Map();
  #quiet = -Infinity;

  constructor(options, told) { [this.#options, this.#told] = [options, told]; }

  down(which, now) {
    if (this.#down.has(which)) return;
    this.#down.set(which, { since: now, isDone: false });
    this.tick(now);
  }

  up(which) { this.#down.delete(which); }

  /** Counts the presses that are long enough at `now`. */
  tick(now) {
    for (const [which, press] of this.#down) {
      if (press.isDone || now - press.since < 1000 * this.#options.accept) continue;
      press.isDone = true;
      if (press.since < this.#quiet) continue;
      this.#quiet = now + 1000 * this.#options.ignore;
      this.#told(which, now);
    }
  }
}

/** Listens to all switches before anything else does; `on` has down(which, now), up(which), help() and isPaused(). */
export class Switches {
  #options;
  #on;
  #pads = new Map();
  #fingers = new Set();
  #help = 0;
  #stop = new AbortController();

  constructor(options, on) {
    [this.#options, this.#on] = [options, on];
    const listen = (names, take) => names.split(" ").forEach((name) =>
      addEventListener(name, (event) => event.isTrusted && take(event), { capture: true, passive: false, signal: this.#stop.signal }));
    listen("keydown keyup", (event) => this.#key(event));
    listen("pointerdown pointerup pointercancel touchstart touchend click", (event) => this.#touch(event));
  }

  stop() { this.#stop.abort(); }

  /** True if touches are a switch, and no control gets them. */
  get #takesScreen() { return this.#options.screen && !this.#on.isPaused(); }

  #key(event) {
    const { code, type, repeat, target } = event;
    const which = this.#which(event);
    const isTyping = target.matches?.("input:not([type]), [type=text], [data-learns]") && code !== this.#options.key1;
    if (which === null || isTyping || this.#on.isPaused() || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (type === "keyup") this.#on.up(which);
    else if (!repeat) this.#on.down(which, performance.now());
  }

  /** Returns the switch, 1 or 2, of a key; null if it has none. */
  #which({ code, key }) {
    const { key1, key2 } = this.#options;
    if (code === (key2 || SECOND)) return 2;
    if (key1) return code === key1 ? 1 : null;
    return THEIRS.includes(key) ? null : 1;
  }

  #touch(event) {
    const { type, pointerId } = event;
    if (type === "pointerdown") this.#fingers.add(pointerId);
    else if (type === "pointerup" || type === "pointercancel") this.#fingers.delete(pointerId);
    this.#askForHelp();
    // A click with detail 0 comes from a keyboard.
    if (!this.#takesScreen || (type === "click" && event.detail === 0)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (type === "pointerdown") this.#on.down(1, performance.now());
    if ((type === "pointerup" || type === "pointercancel") && !this.#fingers.size) this.#on.up(1);
  }

  /** Two resting fingers ask for help. */
  #askForHelp() {
    if (this.#fingers.size === 2) this.#help ||= setTimeout(() => this.#on.help(), HELP);
    else this.#help = clearTimeout(this.#help) ?? 0;
  }

  /** Reads the gamepads, which send no events; called with each frame. */
  poll(now) {
    for (const pad of this.#options.pads ? navigator.getGamepads?.() ?? [] : []) {
      for (const [which, button] of [[1, A], [2, B]]) {
        const [key, isDown] = [`${pad?.index} ${which}`, Boolean(pad?.buttons[button]?.pressed)];
        if (isDown === (this.#pads.get(key) ?? false)) continue;
        this.#pads.set(key, isDown);
        if (isDown) this.#on.down(which, now);
        else this.#on.up(which);
      }
    }
  }
}
