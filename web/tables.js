// The numbers of docs/protocol.md and their names, written by `swift run tables --write`.

export const BUTTONS = {
  A: 0, B: 1, C: 2, X: 3, Y: 4, Z: 5, LB: 6, RB: 7, BACK: 10, START: 11, GUIDE: 12, LS: 13, RS: 14, SHARE: 15, UP: 16, DOWN: 17, LEFT: 18, RIGHT: 19,
  PAD: 31,
};
export const AXES = ["lx", "ly", "rx", "ry"];
export const TRIGGERS = ["LT", "RT"];
export const MODES = ["attract", "lobby", "play", "buzzer", "tank"];
export const PHASES = ["idle", "armed", "locked", "result"];
/** The code of CTRL that reports the mode. */
export const MODE = 74;
/** The code of CTRL that reports a controller's abilities with forces. */
export const FORCE = 75;
export const TEAMS = 8;
