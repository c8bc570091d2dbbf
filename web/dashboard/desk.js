// The host's desk: the complete view of the host, with controls that give orders.

import { word } from "../language.js";
import { Door } from "./door.js";
import { showDetail } from "./detail.js";
import { at, write } from "./dom.js";
import { Journal } from "./journal.js";
import { PlayerTable } from "./table.js";
import { Quiz } from "./quiz.js";
import { Setup } from "./setup.js";
import { Shelf } from "./shelf.js";
import { Top } from "./top.js";

/** The buttons that give an order directly: the id of each, with the order and its members. */
const BUTTONS = [["new-code", "ticket"], ["new-pin", "pin"], ["new-droidpad", "droidpad"], ["recentre-all", "recentre", { slot: 0 }]];

/** The host's dashboard; `order(type, members)` gives an order, `speak(language)` changes the language, `changed()` requests a redraw. */
export class Desk {
  #order;
  #changed;
  #selected = 0;
  /** The players as last drawn, by slot. */
  #players = new Map();
  /** The player whose removal has to be confirmed; null if none. */
  #asked = null;
  #top;
  #door;
  #table;
  #quiz;
  #journal;
  #setup;
  #shelf;
  /** The panel of shared pads; null until a player plays. */
  #shares = null;
  #isLoading = false;
  /** The panel of settings; null until it is opened. */
  #tuning = null;

  constructor({ order, speak, changed }) {
    [this.#order, this.#changed] = [order, changed];
    this.#top = new Top(order, speak);
    this.#door = new Door(order);
    this.#table = new PlayerTable(at("players"), (what, slot, members) => this.#act(what, slot, members));
    this.#quiz = new Quiz(order);
    this.#setup = new Setup(order);
    this.#shelf = new Shelf(order);
    this.#journal = new Journal(at("log").firstElementChild);
    for (const [id, type, members] of BUTTONS) at(id).addEventListener("click", () => order(type, members));
    at("open-knobs").addEventListener("click", () => this.#openSettings());
    at("kick-sure").addEventListener("click", () => order("kick", { slot: this.#asked.slot }));
  }

  /** Logs an event. */
  note(event) { this.#journal.note(event.kind === "layout" ? { ...event, names: this.#top.names } : event); }

  /** Receives the host's settings, the code for a helper, or an answer about a layout. */
  hear(said) {
    if (said.type === "settings" || said.type === "lock") this.#tuning?.hear(said);
    else if (said.type === "ticket") this.#shares?.showCode(said);
    else this.#shelf.hear(said);
  }

  /** Handles the answer to an order. */
  answered(order, result) {
    this.#setup.answered(order, result);
    this.#shelf.answered(order, result);
    this.#shares?.answered(order, result);
    if (order.type === "setting") this.#tuning?.answered(order, result);
  }

  /** Fetches the names of the host's layouts, and shows DroidPad's button if the host has DroidPad. */
  async welcome({ layouts, hasDroidPad }) {
    at("new-droidpad").hidden = !hasDroidPad;
    await this.#top.learn(layouts);
    // Events logged meanwhile show only the layouts' ids.
    this.#journal.translate();
    this.#changed();
  }

  /** Handles a new connection of this page, or of the gateway to the host. */
  renewed() { this.#tuning?.follow(); }

  /** Translates the log. */
  translate() { this.#journal.translate(); }

  /** Draws everything at `now`. Text is drawn only if `isReading`, so that it does not change too fast to be read. */
  draw(state, now, isReading) {
    const { players } = state.room;
    this.#players = players;
    // The slot may belong to another player by the time the user answers the question.
    if (at("kick").open && players.get(this.#asked.slot) !== this.#asked) at("kick").close();
    if (!players.has(this.#selected)) this.#selected = players.keys().next().value ?? 0;
    at("table").hidden = players.size === 0;
    at("nobody").hidden = players.size > 0 || !state.room.host;
    this.#table.show(players, this.#selected, isReading);
    showDetail(players.get(this.#selected), now, isReading);
    if (!isReading) return;
    this.#top.show(state);
    this.#quiz.show(state.room);
    this.#door.show(state.peers.waiting);
    this.#setup.show(state);
    this.#shelf.show(state);
    this.#showShares(state.room);
    if (!at("knobs").hidden) this.#tuning?.show(state.room);
    state.invite.show(now);
    write(at("fingerprint"), state.fingerprint);
  }

  /** Opens or closes the panel of settings, whose code is loaded when it is first opened. */
  async #openSettings() {
    const Tuning = await import("./tuning.js").then(({ load }) => load()).catch(() => null);
    if (!Tuning) return;
    at("knobs").hidden = !at("knobs").hidden;
    at("open-knobs").setAttribute("aria-expanded", String(!at("knobs").hidden));
    this.#tuning ??= new Tuning(this.#order);
    this.#changed();
  }

  /** Shows the shared pads. Their panel is loaded once a player plays. */
  async #showShares(room) {
    if (this.#shares) return this.#shares.show(room);
    if (!room.players.size || this.#isLoading) return;
    this.#isLoading = true;
    const Shares = await import("./shares.js").then(({ load }) => load()).catch(() => null);
    this.#isLoading = false;
    if (Shares) this.#shares = new Shares(this.#order);
    if (Shares) this.#changed();
  }

  #act(what, slot, members) {
    if (what === "recentre") this.#order("recentre", { slot });
    if (what === "mode") this.#order("mode", { ...members, slot });
    if (what === "kick") this.#ask(slot);
    if (what !== "select") return;
    this.#selected = slot;
    this.#changed();
  }

  /** Asks the user before a player is removed from the game. */
  #ask(slot) {
    const name = document.querySelector(`tr[data-slot="${slot}"] .select`).dataset.name;
    this.#asked = this.#players.get(slot);
    write(at("kick-text"), word("kickSure", { name }));
    at("kick").showModal();
  }
}
