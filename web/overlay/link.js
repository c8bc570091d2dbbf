// The connection to the gateway: a WebSocket that only listens.

/** The pause before the gateway is looked for again, ms. */
const PAUSE = 1000;
/** The longest wait for an answer, ms. */
const PATIENCE = 8000;
/** The greatest deflection of a stick, and the greatest pull of a trigger. */
const [STICK, TRIGGER] = [32767, 255];

const isNumbers = (values, count) => Array.isArray(values) && values.length === count && values.every(Number.isFinite);

/** Returns a player in the units of the drawings: sticks −1…1, triggers 0…1, roll in rad or null; null if it is not a player. */
function player(said) {
  if (!Number.isInteger(said?.slot) || !Number.isInteger(said.buttons) || !isNumbers(said.sticks, 4) || !isNumbers(said.triggers, 2)) return null;
  const report = { buttons: said.buttons, sticks: said.sticks.map((value) => Math.max(-1, value / STICK)), triggers: said.triggers.map((value) => value / TRIGGER) };
  return { slot: said.slot, name: said.name, colour: said.colour, report, roll: Number.isFinite(said.roll) ? said.roll : null };
}

/** Reads a text of the gateway: the players who are there, in the order of the slots; none if it is malformed. */
export function read(text) {
  try {
    return JSON.parse(text).players.map(player).filter(Boolean);
  } catch {
    return [];
  }
}

/** Returns whether the gateway answers: browsers delay further WebSockets after some that did not open. */
async function answers() {
  try {
    return (await fetch("/overlay", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PATIENCE) })).ok;
  } catch {
    return false;
  }
}

async function seek(show) {
  if (await answers()) listen(show);
  else setTimeout(seek, PAUSE, show);
}

/** Calls `show` with the players whenever they change, and with nobody while the gateway is away. */
export function listen(show) {
  const socket = new WebSocket(`ws://${location.host}/overlay`, "tpp.overlay.v1");
  socket.onmessage = ({ data }) => show(read(data));
  socket.onclose = () => {
    show([]);
    setTimeout(seek, PAUSE, show);
  };
}
