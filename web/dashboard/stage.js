// The stage, read from the frames ROOM, ROUND, PRESSES, APPS and SHARES of docs/protocol.md ("Status frames"), and values derived from it.

import { MODES, PHASES, TEAMS } from "../tables.js";
import { FIRST_APP, PRESETS, SLOTS } from "./tables.js";

/** The value in place of the winner's slot if a round is too close to call. */
export const TOO_CLOSE = 255;

const NOBODY = 255;
const NONE = 0xffffffff;
const NAME_SIZE = 16;
const NAME = /^[a-z][a-z0-9-]{0,14}$/;
const FLAGS = ["automatic", "tie", "midpoint", "shared"];
const DOUBTS = ["doubtClock", "doubtTime", "doubtWay"];
const SETS = ["contestants", "tied", "out", "falseStarts", "unheard", "winners"];

const bits = (value, names) => names.filter((_, index) => (value >> index) & 1);
const slots = (mask) => Array.from({ length: SLOTS }, (_, index) => index + 1).filter((slot) => (mask >> (slot - 1)) & 1);
/** Returns the mode with this number: Tiltpad's own by name, that of a third-party app as "mode130". */
const modeOf = (number) => (number >= FIRST_APP && number !== NOBODY ? `mode${number}` : MODES[number]);
const isSlot = (number) => number >= 1 && number <= SLOTS;
const milliseconds = (value) => value / 1000;

/** Reads a round; null if malformed. */
function readRound(body) {
  const [phase, flags, round, winner, reserved] = [PHASES[body.u8()], body.u8(), body.u16(), body.u8(), body.u8()];
  if (!phase || flags >> FLAGS.length || reserved) return null;
  const sets = body.list(SETS.length, (each) => slots(each.u16()));
  const [lead, uncertainty] = [body.u32(), body.u32()];
  return {
    phase, round, winner, lead: lead === NONE ? null : milliseconds(lead), uncertainty: milliseconds(uncertainty),
    ...Object.fromEntries(FLAGS.map((name, index) => [name, Boolean((flags >> index) & 1)])),
    ...Object.fromEntries(SETS.map((name, index) => [name, sets[index]])),
  };
}

/** Reads the presses: a map from slots to presses, with times in ms since the round was armed. */
function readPresses(body) {
  const presses = body?.rest((cursor) => {
    const [slot, doubts] = [cursor.u8(), bits(cursor.u8(), DOUBTS)];
    const [earliest, latest, received] = cursor.list(3, (each) => milliseconds(each.i32()));
    return [slot, { earliest, latest, received, doubts }];
  });
  return new Map(presses ?? []);
}

/** Reads the names of third-party apps: a map from modes to names; null if malformed. */
function readApps(body) {
  const apps = (body?.rest((cursor) => [cursor.u8(), String.fromCharCode(...cursor.list(NAME_SIZE, (each) => each.u8()))]) ?? [])
    .map(([number, name]) => [number, name.replace(/\0+$/, "")]);
  const isRight = ([number, name]) => number >= FIRST_APP && modeOf(number) && NAME.test(name);
  return apps.every(isRight) ? new Map(apps.map(([number, name]) => [modeOf(number), name])) : null;
}

/** Reads the shared pads: {main, preset, members, steering}, with players by their slots; null if malformed. */
function readShares(body) {
  const shares = body?.rest((cursor) => {
    const [main, preset] = [cursor.u8(), PRESETS[cursor.u8() - 1]];
    const [members, steering] = [slots(cursor.u16()), slots(cursor.u16())];
    cursor.skip(2);
    return { main, preset, members, steering };
  }) ?? [];
  const isRight = ({ main, preset, members, steering }) => preset && [main, ...steering].every((slot) => members.includes(slot));
  return shares.length <= SLOTS / 2 && shares.every(isRight) ? shares : null;
}

/** Reads the stage from the frames of a HOST record; null if there is none, undefined if it is malformed.
 *
 * Times are in ms. `parts` maps slots to players, `apps` maps the modes of third-party apps to their names, `shares` are the shared pads. */
export function readStage(frames) {
  const [body, roundBody] = [frames.get("room"), frames.get("round")];
  if (!body && !roundBody) return null;
  if (!body || !roundBody) return undefined;
  const [mode, round, presses] = [modeOf(body.u8()), readRound(roundBody), readPresses(frames.get("presses"))];
  const [apps, shares] = [readApps(frames.get("apps")), readShares(frames.get("shares"))];
  const seats = body.rest((cursor) => ({ slot: cursor.u8(), mode: cursor.u8(), team: cursor.u8(), points: cursor.i32() }));
  const isWrong = ({ slot, mode: own, team }) => !isSlot(slot) || (own !== NOBODY && !modeOf(own)) || team > TEAMS;
  if (!mode || !round || !apps || !shares || seats.some(isWrong) || ![...presses.keys()].every(isSlot)) return undefined;
  const parts = seats.filter((seat) => seat.mode !== NOBODY).map((seat) => [
    seat.slot, { mode: modeOf(seat.mode), team: seat.team, points: seat.points, press: presses.get(seat.slot) ?? null },
  ]);
  return { mode, ...round, parts: new Map(parts), apps, shares };
}

/** Returns the midpoint of a press's interval, ms. */
export const middle = ({ earliest, latest }) => (earliest + latest) / 2;
/** Returns the maximum error of the midpoint of a press's interval, ms. */
export const reach = ({ earliest, latest }) => (latest - earliest) / 2;

/** Returns the presses, ordered by their midpoints: [slot, press]. */
export function pressed({ parts }) {
  const found = [...parts].filter(([, { press }]) => press).map(([slot, { press }]) => [slot, press]);
  return found.sort(([, a], [, b]) => middle(a) - middle(b));
}

/** Returns whether the room, or anybody, is in `mode`. */
export const isAnybodyIn = (stage, mode) => stage.mode === mode || [...stage.parts.values()].some((part) => part.mode === mode);

/** Returns the points of each team that has players, each as [team, points], in the order of the teams. */
export function teams({ parts }) {
  const sums = new Map();
  for (const { team, points } of parts.values()) if (team) sums.set(team, (sums.get(team) ?? 0) + points);
  return [...sums].sort(([a], [b]) => a - b);
}
