// The thumbs and keys of a voter.

import { deflect } from "../lever.js";
import { onClick, Pointers } from "../pointers.js";

/** The keys of a keyboard, each with the number of the key on the page. */
const LETTERS = { KeyA: 0, KeyB: 1, KeyX: 2, KeyY: 3, KeyL: 4, KeyR: 5 };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The stick under a thumb. Its middle is the middle of the well in which it is drawn. */
class Stick {
  #well;
  #vote;
  #finger = null;

  constructor(well, vote) { [this.#well, this.#vote] = [well, vote]; }

  begin(finger) {
    this.#finger ??= finger.id;
    this.move(finger);
  }

  move(finger) {
    if (finger.id !== this.#finger) return;
    const { left, top, width, height } = this.#well.getBoundingClientRect();
    const { x, y } = deflect(finger.x - left - width / 2, finger.y - top - height / 2, width * 0.4);
    this.#vote.steer(x, y);
  }

  end(finger) {
    if (finger.id !== this.#finger) return;
    this.#finger = null;
    this.#vote.steer(0, 0, false);
  }
}

/** Lets thumbs and keys make `vote`; calls `changed` after each change. */
export function listen(vote, changed) {
  const root = document.getElementById("pad");
  const pointers = new Pointers(root);
  const told = (act) => (...all) => { act(...all); changed(); };
  const stick = new Stick(document.getElementById("stick"), vote);
  pointers.add(document.getElementById("stick"), { begin: told((finger) => stick.begin(finger)), move: told((finger) => stick.move(finger)), end: told((finger) => stick.end(finger)) });
  for (const element of root.querySelectorAll("[data-key]")) {
    const key = Number(element.dataset.key);
    const press = told((isDown) => vote.press(key, isDown, performance.now()));
    pointers.add(element, { begin: () => press(true), move: () => {}, end: () => press(false) });
    onClick(element, () => { press(true); press(false); });
  }
  listenToKeys(vote, told);
  const release = told(() => { pointers.release(performance.now()); vote.release(); });
  addEventListener("blur", release);
  document.addEventListener("visibilitychange", () => document.hidden && release());
}

function listenToKeys(vote, told) {
  const held = new Set();
  const steer = (isHeld) => {
    const [x, y] = Object.entries(ARROWS).filter(([code]) => held.has(code)).reduce(([a, b], [, [dx, dy]]) => [a + dx, b + dy], [0, 0]);
    const length = Math.hypot(x, y) || 1;
    vote.steer(x / length, y / length, isHeld);
  };
  const change = told((event, isDown) => {
    if (isDown) held.add(event.code);
    else held.delete(event.code);
    if (event.code in LETTERS) vote.press(LETTERS[event.code], isDown, performance.now());
    else steer(Object.keys(ARROWS).some((code) => held.has(code)));
  });
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !(event.code in LETTERS || event.code in ARROWS)) return;
    event.preventDefault();
    if (!event.repeat) change(event, true);
  });
  addEventListener("keyup", (event) => held.has(event.code) && change(event, false));
  addEventListener("blur", () => held.clear());
}
