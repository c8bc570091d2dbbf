// Swipes: their direction, length and speed.

/** The minimum length of a swipe; mm. */
const SHORTEST = 8;
/** The minimum speed of a swipe; mm/s. */
const SLOWEST = 60;
/** The length of the last part of a touch, ms. Only this part counts, as the finger may have rested before. */
const WINDOW = 600;
/** The maximum ratio of sideways to lengthwise distance. */
const SLANT = 0.6;
/** The furthest that a finger may move back; mm. */
const BACK = 3;

/**
 * Returns the swipe of a finger; null if its movement is none.
 *
 * A swipe is {direction: "left", "right", "up" or "down", distance in mm, speed in mm/s}. `samples` are {x, y, time} in px and ms, oldest first;
 * `millimetre` is px per mm.
 */
export function swipe(samples, millimetre) {
  const last = samples.at(-1);
  const seen = samples.filter(({ time }) => last.time - time <= WINDOW);
  if (seen.length < 2) return null;
  const [first] = seen;
  const [across, down] = [(last.x - first.x) / millimetre, (last.y - first.y) / millimetre];
  const isAcross = Math.abs(across) > Math.abs(down);
  const [along, aside] = isAcross ? [across, down] : [down, across];
  const distance = Math.abs(along);
  if (distance < SHORTEST || Math.abs(aside) > SLANT * distance) return null;
  const ways = seen.map(({ x, y }) => ((isAcross ? x - first.x : y - first.y) / millimetre) * Math.sign(along));
  const speed = (distance / (last.time - first.time)) * 1000;
  if (Math.max(...ways) - distance > BACK || !(speed >= SLOWEST)) return null;
  const directions = isAcross ? ["left", "right"] : ["up", "down"];
  return { direction: directions[along > 0 ? 1 : 0], distance, speed };
}

/** The distance from which a touch is not a tap; mm. */
const TAP = 3;
/** The limit on a finger's stored samples. */
const MOST = 256;
const PHASES = { pointerdown: "began", pointermove: "moved", pointerup: "ended", pointercancel: "cancelled" };

/** Sends `node` the fingers on `element`, as messages touch({id, phase, x, y, time, target, isTap}) and swipe(…), until `signal` is aborted. */
export function listen(element, node, millimetre, signal) {
  const fingers = new Map();
  const take = ({ type, pointerId: id, clientX: x, clientY: y, timeStamp: time, target }) => {
    const phase = PHASES[type];
    if (phase === "began") fingers.set(id, []);
    const samples = fingers.get(id);
    if (!samples) return;
    samples.push({ x, y, time });
    if (samples.length > MOST) samples.shift();
    const isOver = phase === "ended" || phase === "cancelled";
    if (isOver) fingers.delete(id);
    const isTap = phase === "ended" && samples.every((at) => Math.hypot(at.x - x, at.y - y) < TAP * millimetre());
    const found = phase === "ended" && !isTap ? swipe(samples, millimetre()) : null;
    node.tell("touch", { id, phase, x, y, time, target, isTap });
    if (found && !signal.aborted) node.tell("swipe", found);
  };
  for (const type of Object.keys(PHASES)) element.addEventListener(type, take, { signal, passive: true });
}
