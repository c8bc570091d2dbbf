// Fingers. A finger belongs to the control that it touched first, until it is lifted, cancelled or taken away.
//
// A control that takes fingers has `begin(finger)`, `move(finger)` and `end(finger)`; a finger has id, x, y and time.

/** Routes the fingers on `root` to the controls on it. */
export class Pointers {
  #root;
  #controls = new Map();
  #fingers = new Map();
  #stop = new AbortController();

  /** With `isQuick`, reports single movements, if the browser can, instead of one per frame of the screen. */
  constructor(root, isQuick = false) {
    this.#root = root;
    const options = { signal: this.#stop.signal };
    const on = (names, take) => names.split(" ").forEach((name) => root.addEventListener(name, take, options));
    on("pointerdown", (event) => this.#begin(event));
    on(isQuick && "onpointerrawupdate" in window ? "pointerrawupdate" : "pointermove", (event) => this.#move(event));
    // Any of these lifts a finger: each browser leaves out some.
    on("pointerup pointercancel", (event) => this.#end(event.pointerId, event.timeStamp));
    on("lostpointercapture", (event) => this.#lose(event));
    on("touchend touchcancel", (event) => event.touches.length || this.release(event.timeStamp, "touch"));
    // Not on pointerdown: Firefox would then lose the second of two fingers that come down together.
    root.addEventListener("touchstart", (event) => event.preventDefault(), { ...options, passive: false });
    on("contextmenu selectstart dragstart gesturestart", (event) => event.preventDefault());
  }

  /** The number of fingers down. */
  get count() { return this.#fingers.size; }

  /** Gives `control` the fingers that touch `element`. */
  add(element, control) { this.#controls.set(element, control); }

  /** Lifts all fingers, or those of one kind, at `time`. */
  release(time, kind) {
    for (const [id, finger] of [...this.#fingers]) if (!kind || finger.kind === kind) this.#end(id, time);
  }

  /** Lifts all fingers, and stops listening. */
  stop() {
    this.release(performance.now());
    this.#stop.abort();
  }

  #begin(event) {
    if (event.button > 0 || this.#fingers.has(event.pointerId)) return;
    let element = event.target;
    while (element && element !== this.#root && !this.#controls.has(element)) element = element.parentElement;
    const control = this.#controls.get(element);
    if (!control) return;
    try {
      element.setPointerCapture(event.pointerId);
    } catch { /* The finger is up again; its pointerup is on the way. */ }
    const finger = { id: event.pointerId, kind: event.pointerType, element, control };
    this.#fingers.set(finger.id, place(finger, event));
    control.begin(finger);
  }

  #move(event) {
    const finger = this.#fingers.get(event.pointerId);
    if (finger) finger.control.move(place(finger, event));
  }

  /** Lifts a finger if its control has lost the capture; the event may also come from a picture in the control, which lost it to the
   * control. */
  #lose({ pointerId, timeStamp }) {
    if (!this.#fingers.get(pointerId)?.element.hasPointerCapture(pointerId)) this.#end(pointerId, timeStamp);
  }

  #end(id, time) {
    const finger = this.#fingers.get(id);
    if (!finger) return;
    this.#fingers.delete(id);
    finger.time = time;
    finger.control.end(finger);
  }
}

/** Calls `press` on each click of an element without a pointer before it, as screen readers click. */
export function onClick(element, press) {
  let isTouched = false;
  element.addEventListener("pointerdown", () => { isTouched = true; });
  element.addEventListener("lostpointercapture", () => setTimeout(() => { isTouched = false; }));
  element.addEventListener("click", ({ detail }) => (detail && isTouched) || press());
}

function place(finger, event) {
  return Object.assign(finger, { x: event.clientX, y: event.clientY, time: event.timeStamp });
}
