// The findings of the check in words: what works, what does not, and what the user can do about it.

import { wrongSigns } from "./row.js";
import { WAYS } from "./ways.js";

/** The lowest good rate, samples per second. */
const LEAST_RATE = 30;
/** The largest good drift, °/s. */
const MOST_DRIFT = 1;
/** The largest good delay of the report of a touch, ms. */
const LATE = 50;
/** The greatest good age of an axis at the host, ms. */
const OLD = 100;

const good = (key, values = {}) => ({ mark: "good", key, values });
const bad = (key, values = {}) => ({ mark: "bad", key, values, todo: `${key}Do` });
const open = (key, values = {}) => ({ mark: "open", key, values });

function connection({ ways }) {
  if (!ways || Object.values(ways).every((time) => time === null)) return [bad("checkNoHost")];
  const list = Object.entries(WAYS).filter(([label]) => ways[label] !== null).map(([label, name]) => `${name} ${ways[label]} ms`).join(", ");
  const missing = [["rtc", "checkNoRTC"], ["wss", "checkNoSocket"], ["POST", "checkNoPost"]].filter(([label]) => ways[label] === null);
  return [good("checkWays", { list }), ...missing.map(([, key]) => bad(key))];
}

const REFUSALS = { refused: "checkRefused", plain: "checkPlain", none: "checkNoSensor" };

function tilt({ motion }) {
  if (!motion) return [open("checkTiltOpen")];
  const { permission, isAbsent, rate, poses } = motion;
  if (permission !== "granted") return [bad(REFUSALS[permission])];
  if (isAbsent) return [bad("checkNoSensor")];
  const { tilt: wrong } = wrongSigns(poses);
  if (wrong.length) return [bad("checkWrong", { poses: wrong })];
  if (!Object.values(poses).some((pose) => pose.tilt !== null)) return [open("checkTiltOpen")];
  return [rate !== null && rate < LEAST_RATE ? bad("checkSlow", { rate }) : good("checkTilt")];
}

function gyroscope({ motion }) {
  if (motion?.permission !== "granted" || motion.isAbsent) return [];
  if (!motion.hasGyroscope) return [bad("checkNoGyro")];
  if (wrongSigns(motion.poses).gyro) return [bad("checkGyroWrong")];
  if (motion.drift > MOST_DRIFT) return [bad("checkDrift", { drift: motion.drift.toFixed(1) })];
  return [motion.drift === null ? open("checkDriftOpen") : good("checkGyro", { drift: motion.drift.toFixed(1) })];
}

function touches({ touches: found }) {
  if (!found) return [open("checkThumbsOpen")];
  if (found.most < 2) return [bad("checkOneTouch")];
  if (found.cancelled) return [bad("checkCancelled", { count: found.cancelled })];
  return [found.late > LATE ? bad("checkLate", { ms: found.late }) : good("checkTouches", { ms: found.late })];
}

const VIBRATION = { yes: () => good("checkVibrates"), no: () => bad("checkNotFelt"), none: () => bad("checkNoVibration") };
const vibration = ({ vibrates }) => [VIBRATION[vibrates]?.() ?? open("checkVibrationOpen")];

function comforts({ screen }) {
  if (!screen) return [];
  const isFull = ["yes", "app"].includes(screen.full);
  return [screen.lock === "yes" ? good("checkStaysOn") : bad("checkDark"), isFull ? good("checkFull") : bad("checkNotFull")];
}

function minute({ minute: found }) {
  if (!found) return [open("checkMinuteOpen")];
  const { lost, count, age, high } = found;
  const presses = lost ? bad("checkLost", { lost, count }) : good("checkPresses", { count });
  if (age === null) return [presses];
  const values = { age: Math.round(age), high: Math.ceil(high) };
  return [presses, high > OLD ? bad("checkOld", values) : good("checkAge", values)];
}

const interruption = (name) => ({ [name]: found }) => {
  const key = `check${name[0].toUpperCase()}${name.slice(1)}`;
  if (!found) return [open(`${key}Open`)];
  if (found.isReloaded) return [bad(`${key}Reloaded`)];
  if (found.seconds === null) return [bad(`${key}Gone`)];
  return [found.same ? good(`${key}Back`, { seconds: found.seconds.toFixed(1) }) : bad(`${key}Other`)];
};

/** The functions for the parts of the report, in their order. */
const PARTS = [connection, tilt, gyroscope, touches, vibration, comforts, minute, interruption("lock"), interruption("wifi")];

/** Returns the sentences about the findings: {mark: good, bad or open; key and values of the sentence; todo: the key of the advice}. */
export const verdicts = (found) => PARTS.flatMap((part) => part(found));
