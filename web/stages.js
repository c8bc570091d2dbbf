// Where the page stands, and what leads where: a table, and no more.

/** What the player's own act leads to, and what the link's does: from stage, by event. "*" is any other stage. */
const TABLE = {
  join: { play: "connecting" },
  scan: { play: "connecting" },
  left: { play: "connecting" },
  denied: { play: "connecting" },
  takeover: { play: "connecting" },
  connecting: { lost: "lost" },
  calibrate: { calibrated: "play" },
  "*": { welcome: "play", calibrating: "calibrate", host: "waiting", full: "full", lost: "lost", refused: "scan", leave: "left" },
};
// Why the host says no: what that leads to, and the words for it.
const DENIED = {
  locked: ["denied", "locked"], host: ["denied", "byHost"], full: ["denied", "fullNow"], kicked: ["denied", "kicked"],
  takeover: ["takeover", "takeoverText"], version: ["version", "versionText"],
};
/** In these nobody waits for the host: what comes late from it changes nothing. */
const ENDED = new Set(["join", "scan", "left", "denied", "takeover", "version"]);

/** The stages in which controls are on the screen. */
export const PLAYING = new Set(["calibrate", "play", "lost"]);

/** The stage after `event` in `stage`; the same one where the event means nothing. */
export function next(stage, event) {
  const own = TABLE[stage]?.[event];
  if (own) return own;
  return ENDED.has(stage) ? stage : TABLE["*"][event] ?? stage;
}

/** What a denial for `reason` leads to: {stage, text}; null for a host that only shuts down, and may come back. */
export function denial(reason) {
  if (reason === "shutdown") return null;
  const [stage, text] = DENIED[reason] ?? DENIED.host;
  return { stage, text };
}
