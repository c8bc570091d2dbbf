// The extras of controls (docs/layouts.md, "Form 2"): toggle, turbo and double tap, which end in ordinary presses and releases, and gates for
// the phone's motion. This file loads with the first layout that has any of them.

/** The usual maximum time between the beginnings of a double tap's two touches, ms. */
const WITHIN = 300;
/** The maximum distance between the two touches of a double tap, mm. */
const NEAR_mm = 10;
/** The delay of a timer, ms, above which a turbo omits the presses that it missed. */
const LATE = 200;
/** The least excess of half a turbo period over the host's minimum press, ms; without it, presses would queue at the host. */
const MARGIN = 8;

/** Returns half the period of a turbo with `rate` presses a second, ms, at a host whose minimum press is `press` ms, 0 if unknown. */
export const halfPeriod = (rate, press) => Math.max(500 / rate, press ? press + MARGIN : 0);

/** Returns the function that a button calls with (isPress, time), with the extras of `control` applied. `hold` holds the button's
 * outputs, and `holdTwice` that of its double tap; both are called in the same way. Extras that may have to be released later are added
 * to `parts`. `press` is the host's minimum press, ms. */
export function presser(control, element, hold, holdTwice, parts, press) {
  let told = hold;
  if (control.turbo) told = join(new Turbo(halfPeriod(control.turbo, press), told), parts);
  if (control.toggle) told = join(new Toggle(element, told), parts);
  if (!control.doubleTap) return told;
  const tap = new DoubleTap(control.doubleTap, Infinity, holdTwice);
  return (isPress, time) => {
    told(isPress, time);
    if (isPress) tap.begin({ x: 0, y: 0, time });
    else tap.rest(time);
  };
}

function join(part, parts) {
  parts.push(part);
  return (isPress, time) => part.press(isPress, time);
}

/** A lever with a double tap, which calls `holdTwice`; `millimetre` is px per mm. */
export class TappedLever {
  #lever;
  #tap;
  #finger = null;

  constructor(lever, doubleTap, millimetre, holdTwice) {
    this.#lever = lever;
    this.#tap = new DoubleTap(doubleTap, NEAR_mm * millimetre, holdTwice);
  }

  begin(finger) {
    if (this.#finger === null) this.#tap.begin(finger);
    this.#finger ??= finger.id;
    this.#lever.begin(finger);
  }

  move(finger) { this.#lever.move(finger); }

  end(finger) {
    this.#lever.end(finger);
    if (finger.id !== this.#finger) return;
    this.#finger = null;
    this.#tap.rest(finger.time);
  }
}

/** A button that is down or up; each change calls `told(isDown, time)`. */
class Switch {
  isDown = false;
  #told;

  constructor(told) { this.#told = told; }

  /** Presses or releases the button at `time`. */
  set(isDown, time) {
    this.isDown = isDown;
    this.#told(isDown, time);
  }

  /** Releases the button at `time`, if it is down. */
  rest(time) { if (this.isDown) this.set(false, time); }
}

/** A button that one touch presses, and the next touch releases. */
export class Toggle extends Switch {
  #element;

  constructor(element, told) {
    super(told);
    this.#element = element;
  }

  press(isPress, time) {
    if (isPress) this.set(!this.isDown, time);
    this.#show();
  }

  rest(time) {
    super.rest(time);
    this.#show();
  }

  #show() { this.#element.setAttribute("aria-pressed", String(this.isDown)); }
}

/** A button that, while it is held, is pressed and released in turn, each for `half` ms, first immediately. */
export class Turbo extends Switch {
  #half;
  #timer = 0;
  #next = 0;
  #last = 0;

  constructor(half, told) {
    super(told);
    this.#half = half;
  }

  press(isPress, time) {
    if (!isPress) return this.rest(time);
    this.set(true, time);
    this.#next = time + this.#half;
    this.#wait(performance.now());
  }

  set(isDown, time) {
    this.#last = time;
    super.set(isDown, time);
  }

  /** Ends the presses at `time`, or at the last press if that is later, as a timer may run before an earlier lift is reported. */
  rest(time) {
    clearTimeout(this.#timer);
    super.rest(Math.max(time, this.#last));
  }

  /** Presses or releases for each half period that has begun, with the time of its beginning, since timers run late. */
  #turn() {
    const now = performance.now();
    if (now - this.#next > LATE) this.#next = now;
    for (; this.#next <= now; this.#next += this.#half) this.set(!this.isDown, this.#next);
    this.#wait(now);
  }

  #wait(now) { this.#timer = setTimeout(() => this.#turn(), this.#next - now); }
}

/** Two touches that are close in time and place; the second one holds an output. */
export class DoubleTap extends Switch {
  #within;
  #reach;
  #first = null;

  constructor({ within = WITHIN }, reach, told) {
    super(told);
    [this.#within, this.#reach] = [within, reach];
  }

  begin({ x, y, time }) {
    const first = this.#first;
    const isSecond = first !== null && time - first.time <= this.#within && Math.hypot(x - first.x, y - first.y) <= this.#reach;
    this.#first = isSecond ? null : { x, y, time };
    if (isSecond) this.set(true, time);
  }
}

/** The gates of one layout. */
export class Gates {
  #all = [];

  /** True unless the gates block the motion: at least one of the gates to be held must be held, if there are any, and all others must be
   * open. */
  get areOpen() {
    const holds = this.#all.filter(({ isHold }) => isHold);
    return (!holds.length || holds.some(({ isOpen }) => isOpen)) && this.#all.every(({ isHold, isOpen }) => isHold || isOpen);
  }

  /** Adds a gate with the given mode; returns the function that its button `element` calls with isPress. */
  add(mode, element) {
    const gate = { isHold: mode === "hold", isOpen: mode !== "hold" };
    this.#all.push(gate);
    const show = () => element.setAttribute("aria-pressed", String(gate.isOpen));
    show();
    return (isPress) => {
      if (mode !== "switch") gate.isOpen = isPress === gate.isHold;
      else if (isPress) gate.isOpen = !gate.isOpen;
      show();
    };
  }
}
