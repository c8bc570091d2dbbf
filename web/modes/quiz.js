// A phone's view of a quiz. It is based on the host's report on the round (ROUND), the scores, and the player's own presses.

import { PHASES } from "../tables.js";

/** The value in place of the winner's number if a round is too close to call. */
const TIE = 255;
const NO_MARGIN = 0xffffffff;

/** Reads a ROUND: {number, phase, isOut, winner, margin in ms or null}. */
function reading({ number, phase, winner, margin }) {
  return { number, phase: PHASES[phase & 3], isOut: (phase & 0x80) !== 0, winner, margin: margin === NO_MARGIN ? null : margin / 1000 };
}

const list = (value, number) => (Array.isArray(value) ? value.filter((one) => Number.isInteger(one?.[number]) && Number.isFinite(one.points)) : []);

// The state to show in each phase.
const SHOWN = {
  idle: ({ round }) => (round.isOut ? "out" : "wait"),
  armed: ({ round, press }) => (round.isOut ? "out" : press ? "pressed" : "armed"),
  locked: ({ round, press, me }) => {
    if (round.winner === TIE) return "tie";
    if (round.winner === me) return "first";
    if (round.isOut) return "out";
    if (round.margin !== null) return "late";
    return round.winner ? "missed" : press ? "pressed" : "wait";
  },
  result: ({ round, me, isMate, gained }) => {
    if (round.winner === me || isMate || (round.winner === TIE && gained > 0)) return "win";
    if (round.winner === TIE) return "tie";
    return round.winner ? "lose" : "nobody";
  },
};

/** The quiz of one phone; times are those of `event.timeStamp`, ms. */
export class Quiz {
  /** The host's last ROUND; null before the first. */
  round = null;
  /** The host's last scores and teams. */
  scores = [];
  teams = [];
  /** The number of this phone's player. */
  me;
  /** The player's press in this round: {reaction}; null without a press. The reaction is in ms, or null if the start of the round is unknown. */
  press = null;
  #armed = null;
  #before = null;

  constructor(me) { this.me = me; }

  /** Applies a ROUND that was received at `now`; returns whether it is new. */
  hear(frame, now) {
    const round = reading(frame);
    const old = this.round;
    if (old && Object.keys(round).every((key) => round[key] === old[key])) return false;
    const isNew = old?.number !== round.number;
    if (isNew || round.phase === "idle" || (round.phase === "armed" && old.phase !== "armed")) {
      this.press = null;
      // The page of a player who joins an armed round does not know when it began.
      this.#armed = round.phase === "armed" && old ? now : null;
    }
    if (isNew || round.phase === "idle") this.#before = round.phase === "result" ? null : this.points;
    this.round = round;
    return true;
  }

  /** Stores the scores and the teams. */
  count({ scores, teams }) {
    [this.scores, this.teams] = [list(scores, "player"), list(teams, "team")];
    if (this.round?.phase === "idle" || (this.#before === null && this.round?.phase !== "result")) this.#before = this.points;
  }

  /** Records a press at `time`; returns the number of the round for which it has to be reported, or null. */
  buzz(time) {
    const { number = 0, phase } = this.round ?? {};
    if (number === 0 || !["idle", "armed"].includes(phase)) return null;
    if (phase === "armed" && !this.round.isOut) this.press ??= { reaction: this.#armed === null ? null : Math.max(0, time - this.#armed) };
    return number;
  }

  /** The name of the state to show: wait, armed, pressed, first, late, missed, out, tie, win, lose or nobody. */
  get state() {
    const { round, press, me, gained } = this;
    return round ? SHOWN[round.phase]({ round, press, me, gained, isMate: this.#isMate(round.winner) }) : "wait";
  }

  /** The player's points; null before they are known. */
  get points() { return this.#of(this.me)?.points ?? null; }

  /** The change of the player's points in this round; null if it is unknown. */
  get gained() { return this.points === null || this.#before === null ? null : this.points - this.#before; }

  /** The winner's name; "" without a winner, or if the winner has left. */
  get winnerName() { return this.#of(this.round?.winner)?.name ?? ""; }

  #of(player) { return this.scores.find((score) => score.player === player); }

  #isMate(player) {
    const team = this.#of(this.me)?.team;
    return Boolean(team) && this.#of(player)?.team === team;
  }
}
