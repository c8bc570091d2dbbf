// The numbers of docs/protocol.md and their names, written by `swift run tables --write`.

export const DROPS = [
  "tooShort", "tooLong", "unknownType", "reservedNotZero", "empty", "frameTruncated", "frameLength", "frameRepeated", "wrongDirection",
  "historyWithoutState", "angleNotFinite", "angleRange", "buttonRange", "batteryRange", "touchPhase", "notAllowed", "foreignEndpoint", "full",
  "flooding", "gone", "suspect", "duplicate", "tooOld", "sessionSize", "sessionType", "sessionVersion", "sessionReserved", "sessionValue",
  "wrongCode", "noCookie", "forged", "unknownKey", "refused", "unknownIndex", "expired", "pairingClosed", "unexpected", "waiting", "touchContact",
];
export const TRANSPORTS = [
  "UDP", "WebSocket", "HTTP", "WebRTC", "—", "DSU", "DroidPad", "opentrack", "FreePIE IMU", "OSC", "SensaGram", "RetroArch", "Yoke", "ExpressLRS",
  "SensorServer",
];
export const POLICIES = ["open", "ask", "locked"];
export const SILENCES = ["live", "holding", "releasing", "released"];
export const PRESETS = ["help", "turns", "halves", "together", "one", "first", "vote", "mean"];
export const COUNTS = ["received", "late", "lost", "edges", "recovered", "skipped", "hurried", "messages", "unread"];
export const MESSAGE = {
  frames: 224, gone: 225, page: 226, name: 227, alive: 228, guest: 229, verdict: 230, rumble: 231, watch: 232, host: 233, player: 234, trace: 235,
  recentre: 236, order: 237, answer: 238, peer: 239, message: 240, delivery: 241, seat: 242, setup: 243, site: 244, report: 245, share: 246,
  setting: 247, game: 223,
};
/** The status frames by their types: name, size of the fixed part, and of each repeated part. */
export const STATUS = {
  1: ["bridge", 24, 0], 2: ["drops", 0, 9], 3: ["room", 1, 7], 4: ["round", 26, 0], 5: ["presses", 0, 14], 6: ["place", 12, 0], 7: ["apps", 0, 17],
  17: ["controller", 32, 0], 18: ["times", 8, 0], 19: ["tilt", 24, 0], 20: ["pad", 14, 0], 21: ["counts", 0, 9], 22: ["clock", 13, 0],
  23: ["delays", 40, 0], 24: ["handling", 40, 0], 25: ["identity", 1, 0], 26: ["shares", 0, 8],
};
export const VERSION = 1;
export const SLOTS = 16;
export const BINS = 10;
export const FIRST_APP = 128;
