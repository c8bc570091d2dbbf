// The stage: the record STAGE of docs/protocol.md ("The local socket"), and values derived from it.

/** The modes and the phases of a round, in the order of their numbers. */
export const MODES = ["attract", "lobby", "play", "buzzer", "tank"];
export const PHASES = ["idle", "armed", "locked", "result"];
/** The highest number of a team. */
export const TEAMS = 8;
/** The least length of the record, bytes. */
export const STAGE_SIZE = 380;
/** The winner of a round that is too close to call. */
export const TOO_CLOSE = 255;

const SLOTS = 16;
const NOBODY = 255;
const NONE = 0xffffffff;
const FLAGS = ["automatic", "tie", "midpoint", "shared"];
const DOUBTS = ["doubtClock", "doubtTime", "doubtWay"];
const SETS = ["contestants", "tied", "out", "falseStarts", "unheard", "winners"];

const bits = (value, names) => names.filter((_, index) => (value >> index) & 1);
const slots = (mask) => Array.from({ length: SLOTS }, (_, index) => index + 1).filter((slot) => (mask >> (slot - 1)) & 1);
const milliseconds = (value) => value / 1000;

/** Reads a press: times in ms after the round was armed; null for none, undefined for a malformed one. */
function readPress(view, at) {
  const [has, doubts] = [view.getUint8(at + 12), view.getUint8(at + 13)];
  if (has > 1 || view.getUint16(at + 14, true)) return undefined;
  if (!has) return null;
  const [earliest, latest, received] = [0, 4, 8].map((place) => milliseconds(view.getInt32(at + place, true)));
  return { earliest, latest, received, doubts: bits(doubts, DOUBTS) };
}

/** Reads a player's part; null for nobody, undefined if malformed. */
function readPart(view, index) {
  const [mode, team, press] = [view.getUint8(28 + index), view.getUint8(44 + index), readPress(view, 124 + 16 * index)];
  if ((mode !== NOBODY && !MODES[mode]) || team > TEAMS || press === undefined) return undefined;
  return mode === NOBODY ? null : { mode: MODES[mode], team, points: view.getInt32(60 + 4 * index, true), press };
}

/** Reads the stage in a record; null if malformed. Times are in ms; `parts` goes from slot to player. */
export function readStage(view) {
  const [mode, flags, phase] = [1, 2, 3].map((place) => view.getUint8(place));
  if (!MODES[mode] || flags >> FLAGS.length || !PHASES[phase] || view.getUint8(7)) return null;
  const parts = Array.from({ length: SLOTS }, (_, index) => readPart(view, index));
  if (parts.includes(undefined)) return null;
  const lead = view.getUint32(20, true);
  return {
    mode: MODES[mode], phase: PHASES[phase], round: view.getUint16(4, true), winner: view.getUint8(6),
    ...Object.fromEntries(FLAGS.map((name, index) => [name, Boolean((flags >> index) & 1)])),
    ...Object.fromEntries(SETS.map((name, index) => [name, slots(view.getUint16(8 + 2 * index, true))])),
    lead: lead === NONE ? null : milliseconds(lead), uncertainty: milliseconds(view.getUint32(24, true)),
    parts: new Map(parts.map((part, index) => [index + 1, part]).filter(([, part]) => part)),
  };
}

/** The middle of a press, and the most by which it is off, ms. */
export const middle = ({ earliest, latest }) => (earliest + latest) / 2;
export const reach = ({ earliest, latest }) => (latest - earliest) / 2;

/** Returns the presses, by their middles: [slot, press]. */
export function pressed({ parts }) {
  const found = [...parts].filter(([, { press }]) => press).map(([slot, { press }]) => [slot, press]);
  return found.sort(([, a], [, b]) => middle(a) - middle(b));
}

/** Whether anybody is in `mode`. */
export const isAnybodyIn = (stage, mode) => stage.mode === mode || [...stage.parts.values()].some((part) => part.mode === mode);

/** Returns the points of each team with a player: [team, points], in the order of the teams. */
export function teams({ parts }) {
  const sums = new Map();
  for (const { team, points } of parts.values()) if (team) sums.set(team, (sums.get(team) ?? 0) + points);
  return [...sums].sort(([a], [b]) => a - b);
}
