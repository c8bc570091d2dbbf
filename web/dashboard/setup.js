// The first visit to the dashboard: the questions of `tiltpad setup`, then the code for the first phone.

import { word } from "../language.js";
import { at, make, write } from "./dom.js";
import { drawCode } from "./qr.js";

/**
 * The questions and their answers as keys of words, with the default answer first. The answer "" stands for an address that the user enters. A
 * test compares the questions with those in the terminal.
 */
const QUESTIONS = [
  ["join", "setupJoin", [["open", "setupJoinOpen"], ["ask", "setupJoinAsk"]]],
  ["browser", "setupBrowser", [["no", "setupBrowserNo"], ["yes", "setupBrowserYes"]]],
  ["steam", "setupSteam", [["no", "setupSteamNo"], ["yes", "setupSteamYes"]]],
  ["gyro", "setupGyro", [["no", "setupGyroNo"], ["yes", "setupGyroYes"]]],
  ["page", "setupPage", [["own", "setupPageOwn"], ["", "setupPageElse"]]],
];
/** The results of an order after which the answers are stored. */
const KEPT = ["done", "overruled"];

/** The card with the questions of the first visit; `order(type, members)` gives an order. */
export class Setup {
  #order;
  #result = "";
  #drawn;

  constructor(order) {
    this.#order = order;
    at("setup-questions").append(...QUESTIONS.map((question) => this.#fieldset(...question)));
    at("setup-form").addEventListener("submit", (event) => { event.preventDefault(); this.#answer(); });
    at("setup-form").addEventListener("change", () => this.#showAddress());
    at("setup-later").addEventListener("click", () => order("noSetup"));
    at("setup-close").addEventListener("click", () => this.#close());
    this.#showAddress();
  }

  /** Records the host's answer to an order. */
  answered({ type }, result) {
    if (type === "setup" && KEPT.includes(result)) this.#result = result;
  }

  /** Shows the questions while they are open, and then the code until someone plays. */
  show({ isSetupOpen, invite, room }) {
    if (room.players.size > 0) this.#result = "";
    const isDone = this.#result !== "";
    at("setup").hidden = !isDone && !isSetupOpen;
    at("setup-form").hidden = isDone;
    at("setup-done").hidden = !isDone;
    write(at("setup-result"), isDone ? word(this.#result === "done" ? "setupDone" : "overruled") : "");
    const rows = isDone ? invite.rows(performance.now()) : undefined;
    if (rows !== this.#drawn) drawCode(at("setup-qr"), rows);
    this.#drawn = rows;
  }

  #close() {
    this.#result = "";
    at("setup").hidden = true;
  }

  #fieldset(question, text, answers) {
    const labels = answers.map(([value, answer], index) => make("label", {},
      make("input", { type: "radio", name: question, value, ...(index ? {} : { checked: "" }) }), make("span", { "data-word": answer })));
    const address = make("input", { type: "url", id: "setup-address", name: "address", maxlength: "160", pattern: "https://[!-~]+",
      placeholder: "https://", "data-label": "setupPageElse" });
    return make("fieldset", {}, make("legend", { "data-word": text }), ...labels, ...(question === "page" ? [address] : []));
  }

  #chosen() { return new FormData(at("setup-form")); }

  #showAddress() {
    const isWanted = this.#chosen().get("page") === "";
    at("setup-address").hidden = !isWanted;
    // A hidden field must not block the form.
    at("setup-address").disabled = !isWanted;
    at("setup-address").required = isWanted;
  }

  #answer() {
    const chosen = this.#chosen();
    const answers = Object.fromEntries(QUESTIONS.map(([question]) => [question, chosen.get(question)]));
    this.#order("setup", { ...answers, page: answers.page || chosen.get("address") });
  }
}
