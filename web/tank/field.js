// The field: tanks by their slots, and shells. The caller provides the time in ms, and the field advances in steps of TABLE.step.

import { BUTTONS } from "../tables.js";
import { driven, SCHEMES, start, TABLE } from "./drive.js";

const REST = { sticks: [0, 0, 0, 0], buttons: 0 };
/** The time for which a report remains valid, ms. */
const HOLD = 1000;
/** The longest time for which the field catches up, ms, so that a suspended tab does not jump ahead. */
const LONGEST = 2000;

/** Returns the players on the field: those in the tank mode or, if there are none, all players. Players who help on another player's pad are left
 * out. */
export function drivers({ players, stage }) {
  const helpers = new Set((stage?.shares ?? []).flatMap(({ main, members }) => members.filter((slot) => slot !== main)));
  const all = [...players.values()].filter(({ slot }) => !helpers.has(slot));
  const tanks = all.filter(({ part }) => part?.mode === "tank");
  return tanks.length ? tanks : all;
}

/** A tank, with its player's levers. */
export class Tank {
  slot;
  scheme;
  pose;
  turret = 0;
  /** The recoil of the barrel, 0…1. */
  recoil = 0;
  #wait = 0;
  #levers = REST;

  constructor(slot, scheme) {
    [this.slot, this.scheme, this.pose] = [slot, scheme, start(slot)];
  }

  /** True if any part may move. */
  get isBusy() {
    const { sticks, buttons } = this.#levers;
    return this.recoil > 0 || sticks.some(Boolean) || Boolean(buttons);
  }

  /** Adopts a report as the positions of the levers. BACK chooses the next scheme. */
  hold(report) {
    const isNew = (name) => (report.buttons & ~this.#levers.buttons) >> BUTTONS[name] & 1;
    if (isNew("BACK")) this.scheme = SCHEMES[(SCHEMES.indexOf(this.scheme) + 1) % SCHEMES.length];
    this.#levers = report;
  }

  /** Advances by one step; returns a fired shell, or null. */
  step() {
    this.pose = driven(this.pose, this.scheme, this.#levers.sticks);
    this.turret += TABLE.turretRate * TABLE.step * (this.#isDown("RB") - this.#isDown("LB"));
    this.recoil = Math.max(0, this.recoil - TABLE.step / TABLE.recoil);
    this.#wait = Math.max(0, this.#wait - TABLE.step);
    return this.#isDown("A") && !this.#wait ? this.#fire() : null;
  }

  /** Returns the pose `time` s after the last step; `time` is at most a step. */
  after(time) { return driven(this.pose, this.scheme, this.#levers.sticks, time); }

  #isDown(name) { return (this.#levers.buttons >>> BUTTONS[name]) & 1; }

  #fire() {
    [this.#wait, this.recoil] = [TABLE.reload, 1];
    const angle = this.pose.heading + this.turret;
    const [dx, dy] = [Math.sin(angle), -Math.cos(angle)];
    return { slot: this.slot, x: this.pose.x + TABLE.muzzle * dx, y: this.pose.y + TABLE.muzzle * dy, dx, dy };
  }
}

const isInside = ({ x, y }) => x > 0 && y > 0 && x < TABLE.width && y < TABLE.height;

/** The whole field with its tanks and shells. */
export class Field {
  /** A map from slot to tank. */
  tanks = new Map();
  /** The shells in flight: {slot, x, y, dx, dy}. */
  shells = [];
  #scheme;
  #now = null;
  #heard = -Infinity;

  /** Creates a field on which `scheme` steers each tank until its player chooses another. */
  constructor(scheme) { this.#scheme = scheme; }

  /** True if anything may move. */
  get isBusy() { return this.shells.length > 0 || [...this.tanks.values()].some((tank) => tank.isBusy); }

  /** Applies the drivers' newest records at `now`; the levers of an absent driver rest. */
  apply(players, now) {
    this.advance(now);
    this.#heard = now;
    const slots = new Set(players.map(({ slot }) => slot));
    for (const slot of this.tanks.keys()) if (!slots.has(slot)) this.tanks.delete(slot);
    for (const { slot, record } of players) {
      if (!this.tanks.has(slot)) this.tanks.set(slot, new Tank(slot, this.#scheme));
      this.tanks.get(slot).hold(record.isConnected ? record.report : REST);
    }
  }

  /** Stops all tanks, since the state of their players is no longer known. */
  rest(now) {
    this.advance(now);
    for (const tank of this.tanks.values()) tank.hold(REST);
  }

  /** Performs all steps up to `now`. */
  advance(now) {
    this.#now = Math.max(this.#now ?? now, now - LONGEST);
    if (now > this.#heard + HOLD && this.isBusy) {
      this.#run(this.#heard + HOLD);
      for (const tank of this.tanks.values()) tank.hold(REST);
    }
    this.#run(now);
  }

  #run(until) {
    const step = 1000 * TABLE.step;
    for (; until - this.#now >= step; this.#now += step) this.#step();
  }

  #step() {
    const length = TABLE.shellSpeed * TABLE.step;
    for (const shell of this.shells) [shell.x, shell.y] = [shell.x + length * shell.dx, shell.y + length * shell.dy];
    this.shells = this.shells.filter(isInside);
    for (const tank of this.tanks.values()) {
      const shell = tank.step();
      if (shell) this.shells.push(shell);
    }
  }

  /** Returns the pose of a tank at `now`, even between its steps. */
  pose(tank, now) {
    const time = (now - this.#now) / 1000;
    return time > 0 ? tank.after(Math.min(TABLE.step, time)) : tank.pose;
  }
}
