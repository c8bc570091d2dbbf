// The stages of the page, and the events between them: a table, and no more.

/** The stage after each event of the player or the link, by stage, then by event; "*" is any other. */
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
// The stage and the words for each reason of the host's denial.
const DENIED = {
  locked: ["denied", "locked"], host: ["denied", "byHost"], full: ["denied", "fullNow"], kicked: ["denied", "kicked"],
  takeover: ["takeover", "takeoverText"], version: ["version", "versionText"],
};
/** The stages that ignore the host's messages. */
const ENDED = new Set(["join", "scan", "left", "denied", "takeover", "version"]);

/** The stages with controls on the screen. */
export const PLAYING = new Set(["calibrate", "play", "lost"]);

/** Returns the stage after `event` in `stage`; the same one if the event means nothing there. */
export function next(stage, event) {
  const own = TABLE[stage]?.[event];
  if (own) return own;
  return ENDED.has(stage) ? stage : TABLE["*"][event] ?? stage;
}

/** Returns the outcome of a denial as {stage, text}; null if the host only shuts down, and may return. */
export function denial(reason) {
  if (reason === "shutdown") return null;
  const [stage, text] = DENIED[reason] ?? DENIED.host;
  return { stage, text };
}
