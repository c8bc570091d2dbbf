// The connection to the gateway: a WebSocket that only receives, and the ticket on another machine.

import { isSecret } from "../secret.js";

/** The pause before the page tries to reach the gateway again, and the longest pause after refusals, ms. */
const [PAUSE, LONGEST_PAUSE] = [1000, 60000];
/** The factor by which the pause grows with each refusal. */
const GROWTH = 4;
/** The longest wait for an answer, ms. */
const PATIENCE = 8000;
/** The greatest deflection of a stick, and the greatest pull of a trigger. */
const [STICK, TRIGGER] = [32767, 255];
const PROTOCOL = "tpp.overlay.v1";
const KEPT = "tiltpad.viewer";

/** True if the page came over TLS, as on other machines. Only then does it need a ticket, and may the gateway refuse it. */
const isSecure = location.protocol === "https:";

let pause = PAUSE;

const isNumbers = (values, count) => Array.isArray(values) && values.length === count && values.every(Number.isFinite);

/** Returns a player in the units of the drawings: sticks −1…1, triggers 0…1, roll in rad or null. Returns null if `said` is not a player. */
function player(said) {
  if (!Number.isInteger(said?.slot) || !Number.isInteger(said.buttons) || !isNumbers(said.sticks, 4) || !isNumbers(said.triggers, 2)) return null;
  const report = { buttons: said.buttons, sticks: said.sticks.map((value) => Math.max(-1, value / STICK)), triggers: said.triggers.map((value) => value / TRIGGER) };
  return { slot: said.slot, name: said.name, colour: said.colour, report, roll: Number.isFinite(said.roll) ? said.roll : null };
}

/** Reads a text of the gateway. Returns the players who are there, in the order of the slots; none if the text is malformed. */
export function read(text) {
  try {
    return JSON.parse(text).players.map(player).filter(Boolean);
  } catch {
    return [];
  }
}

/** Returns whether the gateway answers. This uses no WebSocket, as browsers delay further WebSockets after some that did not open. */
async function answers() {
  try {
    return (await fetch("/overlay", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PATIENCE) })).ok;
  } catch {
    return false;
  }
}

/** Returns the ticket after `#` in the address or, if the tab has had one, the stored ticket; null if there is none. Without TLS it is always
 * null, as others could read the ticket. */
function ticket() {
  if (!isSecure) return null;
  let kept = null;
  try {
    kept = sessionStorage.getItem(KEPT);
  } catch { /* Storage is not allowed for this page. */ }
  return [location.hash.slice(1), kept].find(isSecret) ?? null;
}

/** Stores the ticket as long as the tab exists, and removes it from the address. If it cannot be stored, it stays in the address. */
function keep(code) {
  try {
    sessionStorage.setItem(KEPT, code);
  } catch {
    return;
  }
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
}

async function seek(show, tell, code) {
  if (await answers()) return listen(show, tell, code);
  // A gateway that does not answer has not refused the page.
  tell(false);
  pause = PAUSE;
  setTimeout(seek, pause, show, tell, code);
  return undefined;
}

/** Calls `show` with the players whenever they change, and with an empty list while the gateway is away or refuses. Calls `tell` with whether
 * the gateway refuses the page on another machine. `code` is the ticket; over TLS, the page does not connect without one. */
export function listen(show, tell, code = ticket()) {
  if (isSecure && !code) return tell(true);
  const scheme = isSecure ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/overlay`, code ? [PROTOCOL, `ticket.${code}`] : [PROTOCOL]);
  let wasOpen = false;
  socket.onopen = () => {
    [wasOpen, pause] = [true, PAUSE];
    tell(false);
    if (code) keep(code);
  };
  socket.onmessage = ({ data }) => show(read(data));
  socket.onclose = () => {
    show([]);
    // A refused ticket may stay invalid for ever, so the pause before the next try gets longer.
    if (!wasOpen) {
      pause = Math.min(GROWTH * pause, LONGEST_PAUSE);
      tell(isSecure);
    }
    setTimeout(seek, pause, show, tell, code);
  };
  return undefined;
}
