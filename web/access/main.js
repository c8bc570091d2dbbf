// The code for people who play with switches, a resting pointer or a screen reader. It loads once a player needs it.

import { announce } from "../cards.js";
import { learn, word } from "../language.js";
import { change } from "../settings.js";
import { further, Hands, STEPS } from "./hands.js";
import { entries, nameOf, scope } from "./items.js";
import { Look } from "./look.js";
import { store, stored } from "./options.js";
import { Scan } from "./scan.js";
import { Steady, Switches } from "./switches.js";

/** The events that release everything, as the player may be away. */
const LOST = ["pagehide", "blur", "freeze", "orientationchange"];

let access = null;

/** Loads the words; returns the one Access. */
export async function begin(page) {
  await learn("access");
  access ??= new Access(page);
  return access;
}

/** Opens the settings. */
export async function open(page) {
  const own = await begin(page);
  const { openPanel } = await import("./panel.js");
  openPanel(own);
}

class Access {
  /** The stored options. They take effect when the settings close, so that a person can close them in the way they were opened. */
  options = stored();
  #used = this.options;
  #page;
  #hands;
  #steps = new Map();
  #look = new Look();
  #scan = null;
  #steady = null;
  #switches = null;
  #dwell = null;
  #pointer = null;
  #isArmed = false;
  #isPaused = false;
  #heldAt = 0;
  /** The state of the screen when the scan began. */
  #seen = [];

  constructor(page) {
    this.#page = page;
    this.#hands = new Hands(() => { this.#heldAt = performance.now(); });
    for (const type of LOST) addEventListener(type, () => this.#letGo());
    document.addEventListener("visibilitychange", () => this.#letGo());
    addEventListener("pointermove", ({ isTrusted, pointerType, clientX: x, clientY: y }) => {
      if (isTrusted && pointerType !== "touch") this.#pointer = { x, y };
    }, { capture: true });
    document.documentElement.addEventListener("mouseleave", () => { this.#pointer = null; });
    this.apply();
    const frame = (now) => { this.#tick(now); requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
  }

  get settings() { return this.#page.settings; }

  /** Changes an option, and stores all; `apply` follows when the settings close. */
  set(name, value) {
    const wasOff = this.options.way === "off";
    this.options[name] = value;
    store(this.options);
    if (name !== "way" || !wasOff || value === "off" || !this.settings.tilting) return;
    // A phone on a table or stand cannot be tilted; players who can tilt it turn this on again.
    change(this.settings, "tilting", false);
    this.#page.game.show();
    this.#page.refresh();
  }

  /** Pauses or resumes switches and pointer; returns whether they were paused. */
  pause(isPaused) {
    const was = this.#isPaused;
    this.#isPaused = isPaused;
    return was;
  }

  /** Puts the options into effect. */
  apply() {
    this.#used = { ...this.options };
    const { way, dwell } = this.#used;
    this.#letGo();
    this.#switches?.stop();
    const scans = ["auto", "one", "two"].includes(way);
    this.#scan = scans ? new Scan(this.#used, {
      root: () => entries(this.#hand), lit: (entry) => this.#show(entry), acted: (entry) => this.#tell(entry),
    }) : null;
    this.#steady = scans ? new Steady(this.#used, (which, now) => this.#press(which, now)) : null;
    this.#switches = scans ? new Switches(this.#used, {
      down: (which, now) => this.#steady.down(which, now), up: (which) => this.#steady.up(which),
      help: () => this.#help(), isPaused: () => this.#isPaused,
    }) : null;
    const { game } = this.#page;
    // The button that chose another way may still be down.
    if (game.arePadsSwitches) game.release(performance.now());
    game.arePadsSwitches = scans && this.#used.pads;
    this.#dwell = null;
    if (way === "dwell") this.#beginToRest(dwell);
    this.#look.clear();
    this.#seen = [];
    this.#touchDirectly();
    if (scans) this.#scan.begin(performance.now());
  }

  async #beginToRest(seconds) {
    const code = await import("./dwell.js").catch(() => null);
    if (code && this.#used.way === "dwell") this.#dwell = new code.Dwell(seconds, this.#page.game.millimetre);
  }

  get #hand() {
    return {
      options: this.#used, letGo: () => this.#letGo(),
      arm: () => { this.#isArmed = !this.#isArmed; },
      press: (element) => this.#hit(element),
      step: (element, direction) => further(this.#hands, this.#steps, element, element, direction, this.#page.game.millimetre),
      click: (element) => { element.focus(); element.click(); },
    };
  }

  /** Presses a control; after "hold the next" it stays pressed until it is chosen again. */
  #hit(element) {
    if (this.#hands.has(element)) this.#hands.drop(element);
    else if (this.#isArmed) this.#hands.hold(element, element);
    else this.#hands.press(element, this.#used.press_ms);
    this.#isArmed = false;
  }

  #letGo() {
    this.#hands.letGo();
    this.#isArmed = false;
  }

  #press(which, now) {
    if (which === 1) this.#scan.press(now);
    else if (this.#used.way === "two") this.#scan.choose(now);
    else this.#letGo();
  }

  #help() {
    this.#isPaused = true;
    open(this.#page);
  }

  #tick(now) {
    this.#watch(now);
    const { release } = this.#used;
    if (release && this.#hands.count && now - this.#heldAt >= 1000 * release) this.#letGo();
    if (this.#scan) {
      this.#switches.poll(now);
      if (!this.#isPaused) { this.#steady.tick(now); this.#scan.tick(now); }
    }
    if (this.#dwell) this.#rest(now);
    this.#look.follow();
  }

  /** Starts the scan again when the screen has changed; a new stage, mode, layout or dialog also releases everything. An armed quiz lights only A. */
  #watch(now) {
    const { stage, mode, quiz } = document.body.dataset;
    const pad = document.getElementById("pad");
    const isArmed = quiz === "armed" && mode === "buzzer" && stage === "play";
    // A layout or a setting makes new controls, and the menu is filled after it opens.
    const place = scope();
    const seen = [stage, mode, pad.inert, pad.firstElementChild, place, document.getElementById("settings").firstElementChild, isArmed];
    const isSame = seen.map((each, index) => each === this.#seen[index]);
    if (isSame.every(Boolean)) return;
    if (!isSame.slice(0, 5).every(Boolean)) this.#letGo();
    this.#seen = seen;
    const button = isArmed && document.querySelector("#pad [data-out~=A]");
    if (!this.#scan) return;
    if (button && place.matches("main")) this.#scan.wait({ name: nameOf(button), elements: [button], act: () => this.#hit(button) });
    else this.#scan.renew(now);
  }

  /** Lets the pointer choose what it rests on: a lever goes where the pointer is, and stays there. */
  #rest(now) {
    this.#dwell.move(this.#isPaused ? null : this.#pointer, now);
    this.#look.ring(this.#dwell.at(now));
    const place = this.#dwell.tick(now);
    const target = place && document.elementFromPoint(place.x, place.y);
    const lever = target?.closest("#pad .lever, #pad .cross, #pad .slider, #pad .rim");
    const key = target?.closest("#pad .key");
    if (lever) this.#hold(lever, place);
    else if (key) this.#hit(key);
    else target?.closest("button, a, summary, input, select, label")?.click();
  }

  #hold(lever, to) {
    const { left, top, width, height } = lever.getBoundingClientRect();
    if (this.#hands.has(lever)) this.#hands.drop(lever);
    else this.#hands.hold(lever, lever, { from: { x: left + width / 2, y: top + height / 2 }, to });
  }

  #show(entry) {
    this.#look.light(entry, this.#isArmed ? word("holdNext") : "");
    if (entry && this.#used.speak) speak(entry.name);
  }

  /** Announces the result of a choice, which the player may not see. */
  #tell({ name, elements: [element], direction }) {
    const step = direction && this.#hands.has(element) ? this.#steps.get(element).step : 0;
    const state = direction ? word(step ? "stepOf" : "released", { step, of: STEPS }) : "";
    this.#look.say([name, state].filter(Boolean).join(" · "));
    announce(`${name} ${state}`);
  }

  /** Asks a screen reader to pass touches on, if `direct` is on. */
  #touchDirectly() {
    const pad = document.getElementById("pad");
    if (!this.#used.direct) return pad.removeAttribute("role");
    pad.setAttribute("role", "application");
    pad.setAttribute("aria-description", word("directHint"));
    announce(word("directHint"));
  }
}

function speak(text) {
  if (!window.speechSynthesis) return;
  speechSynthesis.cancel();
  speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(text), { lang: document.documentElement.lang }));
}
