// The players and the host. Successive records become players with a history, and events.

import { colourFor } from "./dom.js";
import { DropWatch } from "./drops.js";
import { Delays, Rate, Stalls, Strip } from "./history.js";
import { SILENCES } from "./tables.js";

/** A player, with the newest record and the history. */
export class Player {
  /** The player's name; "" until it is known. */
  name = "";
  /** The player's seat on the stage, with the mode, the team and the points; null until it is known. */
  part = null;
  rate = new Rate();
  delays = new Delays();
  handling = new Delays();
  strip = new Strip();
  stalls = new Stalls();
  #chosen = null;
  #absence = 0;

  constructor(record) {
    this.slot = record.slot;
    this.record = record;
  }

  /** The player's colour: the chosen one, or else that of the slot. */
  get colour() { return colourFor(this.slot, this.#chosen); }
  set colour(value) { this.#chosen = value; }

  /** The state: "away" without a connection, otherwise the name of the stage of the controller's silence (SILENCES). */
  get state() { return this.record.isConnected ? SILENCES[this.record.stage] : "away"; }

  /** Applies the next record at `now`, and returns the events. */
  apply(record, now) {
    const before = this.record;
    if (record.received < before.received) for (const past of [this.delays, this.handling]) past.clear();
    this.record = record;
    this.rate.add(record.received, now);
    this.delays.add(record.delays, now);
    this.handling.add(record.handling, now);
    this.stalls.add(record.silence);
    if (record.raw !== null) this.strip.add(record.raw, record.smoothed, now);
    return this.#absent(before.isConnected && !record.isConnected);
  }

  #absent(isLeaving) {
    if (this.state !== "live") {
      this.#absence = Math.max(this.#absence, this.record.silence, 1);
      return isLeaving ? [{ kind: "away", player: this }] : [];
    }
    const seconds = this.#absence / 1000;
    this.#absence = 0;
    return seconds ? [{ kind: "back", player: this, seconds }] : [];
  }
}

/** The room: all players, and the host's records. */
export class Room {
  /** A map from slot to player, in the order of the slots. */
  players = new Map();
  /** The newest record of the host; null before the first. */
  host = null;
  /** The last known stage; null before the first. */
  stage = null;
  #names = new Map();
  #drops = new DropWatch();

  /** Applies a batch at `now`, and returns the events: a list of {kind, player, …}. */
  apply({ host, players, stage }, now) {
    const events = [...this.#comeAndGo(players, now), ...this.#drops.apply(host, now)];
    if (this.host && this.host.policy !== host.policy) events.push({ kind: "policy", policy: host.policy });
    if (stage && this.stage && stage.mode !== this.stage.mode) events.push({ kind: "mode", mode: stage.mode, app: stage.apps.get(stage.mode) });
    this.host = host;
    this.stage = stage ?? this.stage;
    for (const player of this.players.values()) Object.assign(player, { part: this.stage?.parts.get(player.slot) ?? null, apps: this.stage?.apps });
    return events;
  }

  /** Sets the names of the players, a map from slot to {name, colour}. */
  call(names) {
    this.#names = names;
    for (const player of this.players.values()) this.#call(player);
  }

  #call(player) {
    const { name, colour } = this.#names.get(player.slot) ?? {};
    if (name) player.name = name;
    if (colour !== undefined) player.colour = colour;
  }

  #comeAndGo(records, now) {
    const gone = [...this.players.values()].filter(({ slot }) => !records.has(slot)).map((player) => ({ kind: "left", player }));
    const events = [...gone];
    const players = new Map();
    for (const slot of [...records.keys()].sort((a, b) => a - b)) {
      const known = this.players.get(slot);
      const player = known ?? new Player(records.get(slot));
      players.set(slot, player);
      if (!known) this.#call(player);
      // A player in the very first batch has not just joined.
      if (!known && this.host) events.push({ kind: "joined", player });
      events.push(...player.apply(records.get(slot), now));
    }
    this.players = players;
    return events;
  }
}
