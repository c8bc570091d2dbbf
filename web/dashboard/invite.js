// The code and the PIN with which others join: the QR code with its remaining time, and the PIN for apps.

import { word } from "../language.js";
import { at, set, write } from "./dom.js";
import { drawCode, isCode } from "./qr.js";

const text = (value) => (typeof value === "string" ? value : "");

/** Formats a number of seconds as m:ss. */
export const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Splits digits into two halves, which are easier to read out. */
export const halves = (digits) => (digits.length < 6 ? digits : `${digits.slice(0, digits.length / 2)} ${digits.slice(digits.length / 2)}`);

/** A value that is valid for a limited time. */
class Limited {
  value = null;
  #until = 0;

  set(value, seconds, now) { [this.value, this.#until] = [value, now + (Number(seconds) || 0) * 1000]; }

  /** Returns the whole seconds left at `now`; 0 without a value. */
  left(now) { return this.value ? Math.max(0, Math.ceil((this.#until - now) / 1000)) : 0; }
}

/** The host's latest code and PIN. */
export class Invite {
  #ticket = new Limited();
  #pin = new Limited();
  #drawn = null;
  #isCheck = false;

  /** Sets the ticket; an empty `url` clears it. `check` is the code with which the ticket opens a phone's check. */
  setTicket({ url, rows, seconds, check }, now) {
    const known = text(check?.url) && isCode(check.rows) ? check : null;
    this.#ticket.set(text(url) && isCode(rows) ? { url, rows, check: known } : null, seconds, now);
  }

  /** Switches between the code to play and the code of the phone's check. */
  turn() { this.#isCheck = !this.#isCheck; }

  /** Sets the PIN. */
  setPIN({ pin, seconds }, now) { this.#pin.set(text(pin) || null, seconds, now); }

  /** Shows the code that sets up a pad in DroidPad; shows none if DroidPad is off. */
  showDroidPad({ rows }) {
    drawCode(at("droidpad-code"), rows);
    set(at("droidpad-code"), "aria-label", word("droidPadCode"));
    if (isCode(rows) && !at("droidpad").open) at("droidpad").showModal();
  }

  /** Forgets the code and the PIN, which may be invalid after the connection is lost. */
  clear() { this.#ticket.value = this.#pin.value = null; }

  /** Returns the rows of the code that is valid at `now`; undefined if there is none. */
  rows(now) { return this.#ticket.left(now) ? this.#ticket.value.rows : undefined; }

  /** Returns whether a countdown runs at `now`, or a code is drawn. */
  isCounting(now) { return this.#ticket.left(now) > 0 || this.#pin.left(now) > 0 || this.#drawn !== null; }

  /** Draws the code that is valid at `now`, if any; returns its URL. */
  drawCode(svg, now) {
    const ticket = this.#ticket.left(now) ? this.#ticket.value : null;
    const shown = (this.#isCheck && ticket?.check) || ticket;
    if (shown !== this.#drawn) drawCode(svg, shown?.rows);
    this.#drawn = shown;
    set(svg, "aria-label", word(shown && shown === ticket?.check ? "checkCode" : "code"));
    return shown?.url ?? "";
  }

  /** Shows the code, the PIN and their countdowns on the desk. */
  show(now) {
    const url = this.drawCode(at("qr"), now);
    at("no-code").hidden = Boolean(url);
    write(at("url"), url);
    at("check-phone").hidden = !this.#ticket.value?.check;
    set(at("check-phone"), "aria-pressed", `${this.#isCheck}`);
    at("check-text").hidden = !this.#isCheck;
    const left = this.#ticket.left(now);
    write(at("code-left"), left ? word("left", { time: clock(left) }) : "");
    const pinLeft = this.#pin.left(now);
    at("pin").hidden = !pinLeft;
    write(at("pin-digits"), pinLeft ? halves(this.#pin.value) : "");
    write(at("pin-left"), pinLeft ? word("left", { time: clock(pinLeft) }) : "");
  }
}
