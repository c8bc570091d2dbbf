// The check of a phone, from the scanned code to the row of the table: the steps in their order, and the finding of each step.

import { Comfort } from "../comfort.js";
import { begin, current, word } from "../language.js";
import { keep, languages, load, loadSettings, tickets } from "../settings.js";
import { lock, wifi } from "./breaks.js";
import { screenComforts, vibrate } from "./comforts.js";
import { device, way } from "./device.js";
import { play } from "./minute.js";
import { Motion, permission, POSES } from "./motion.js";
import { cells, row, table } from "./row.js";
import { after, until } from "./time.js";
import { ENOUGH, Touches } from "./touches.js";
import { verdicts } from "./verdicts.js";
import * as view from "./view.js";
import { Visit } from "./visit.js";
import { openEach } from "./ways.js";

const KEY = "tiltpad.check";
/** The longest wait for the host's answer to the row with the results, ms. */
const PATIENCE = 5000;

const code = location.hash.slice(1);
const settings = loadSettings();
const comfort = new Comfort({ ...settings, sound: false });
const skip = { checkSkip: () => null };
let motion = null;
let answer = "";

const visit = new Visit(code, tickets(code), { name: settings.name || "Check", language: "en" }, {
  seated: () => {},
  refused: (reason) => view.show({ ticket: "checkScan", takeover: "checkElsewhere" }[reason] ?? "checkDenied"),
  checked: (result) => { answer = result; },
});

/** The findings so far. They survive a reload of the page. */
const found = {};

function note(step, values = {}) {
  Object.assign(found, values);
  keep("sessionStorage", KEY, { code, step, found });
}

async function connect() {
  const step = view.show("checkConnect", { choices: skip });
  visit.start();
  await until(() => visit.seat, Infinity, step.signal);
  if (visit.seat && !found.ways) note("connect", { ways: await openEach(visit), way: way(location), phone: await device() });
  if (!found.phone) note("connect", { way: way(location), phone: await device() });
  if (!found.screen) note("connect", { screen: await screenComforts() });
  step.end();
}

async function sense() {
  if (found.motion.permission !== "granted") return;
  motion = new Motion();
  visit.read = () => ({ tilt: motion.tilt, motion: motion.motion, at: Math.max(motion.at, performance.now() - 1000) });
  await until(() => motion.pose || motion.isAbsent);
  note("sense", { motion: { ...found.motion, isAbsent: motion.isAbsent } });
}

/** Asks the user to hold the phone in a pose, and checks the sensors in it. */
async function hold(name) {
  if (!motion || motion.isAbsent) return;
  const step = view.show(`checkPose_${name}`, { pose: name, choices: skip });
  const drift = name === "flat" ? motion.drift(step.signal) : null;
  const pose = await motion.hold(name, step.signal);
  if (name === "flat" && motion.hasGyroscope && !step.signal.aborted) view.tell(word("checkLie"));
  const values = { hasGyroscope: motion.hasGyroscope, rate: motion.rate };
  if (drift && motion.hasGyroscope) values.drift = await drift;
  note(name, { motion: { ...found.motion, ...values, poses: { ...found.motion.poses, [name]: pose } } });
  if (pose.tilt !== null) comfort.tick(30);
  step.end();
}

async function thumbs() {
  const step = view.show("checkThumbs", { hasField: true, choices: skip });
  const touches = new Touches(view.field(), () => view.tell(word("checkTouched", { count: touches.count, enough: ENOUGH, most: touches.most })));
  await until(() => touches.isDone, Infinity, step.signal);
  await after(100);
  touches.stop();
  note("thumbs", { touches: touches.result });
  step.end();
}

async function shake() {
  if (!vibrate()) return note("shake", { vibrates: "none" });
  const step = view.show("checkShake", { pose: "shake", choices: { checkFelt: () => "yes", checkUnfelt: () => "no", checkAgain: () => "again" } });
  const felt = await step.chosen;
  return felt === "again" ? shake() : note("shake", { vibrates: felt });
}

async function minute() {
  if (!visit.seat) return;
  const step = view.show("checkMinute", { choices: { checkEnough: () => null } });
  note("minute", { minute: await play(visit, (left) => view.tell(word("checkLeft", { left })), step.signal) });
  step.end();
}

async function locked() {
  if (!visit.seat) return;
  const step = view.show("checkLock", { pose: "lock", choices: skip });
  note("lock");
  note("locked", { lock: await lock(visit, step.signal) });
  step.end();
}

async function apart() {
  if (!visit.seat) return;
  const step = view.show("checkWifi", { pose: "away", choices: skip });
  note("wifi", { wifi: await wifi(visit, step.signal, () => view.tell(word("checkAway"))) });
  step.end();
}

async function warned() {
  const step = view.show("checkWarned", { choices: { checkNotWarned: () => "no", checkDidWarn: () => "yes" } });
  note("warned", { warns: await step.chosen });
}

/** The steps after the first tap, in their order. */
const STEPS = {
  connect, warned, sense, ...Object.fromEntries(Object.keys(POSES).map((name) => [name, () => hold(name)])),
  thumbs, shake, minute, locked, wifi: apart,
};

/** Sends the row to the host, and shows whether the host accepted it. */
async function send() {
  answer = "";
  visit.say({ type: "check", cells: cells(found) });
  await until(() => answer, PATIENCE);
  view.tellSent({ kept: "checkKept", full: "checkHostFull" }[answer] ?? "checkUnsent");
}

async function copy() {
  const text = row(found);
  const isDone = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  if (!isDone) view.selectRow();
  view.tellSent(isDone || document.execCommand("copy") ? "checkCopied" : "checkSelected");
}

function save() {
  const url = URL.createObjectURL(new Blob([table(found)], { type: "text/markdown" }));
  Object.assign(document.createElement("a"), { href: url, download: "tiltpad-check.md" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Begins the check, within the tap that browsers require; returns a promise of the permission for sensors. */
function start() {
  const asked = permission();
  comfort.begin();
  return asked;
}

/** Restores the findings from before a reload of the page; returns the steps that are left. */
function resumed() {
  const names = Object.keys(STEPS);
  const before = load("sessionStorage", KEY);
  if (before.code !== code || !before.found?.phone) return names;
  Object.assign(found, before.found);
  if (before.step === "lock") found.lock = { seconds: null, isReloaded: true };
  const next = names.indexOf(before.step === "lock" ? "locked" : before.step) + 1;
  return ["connect", "sense", ...names.slice(next).filter((name) => !["connect", "sense"].includes(name))];
}

async function run() {
  if (!tickets(code).length) return view.show("checkScan");
  const steps = resumed();
  const first = view.show(found.phone ? "checkResume" : "checkStart", { pose: "up", choices: { checkBegin: start } });
  const asked = await first.chosen;
  note("start", { motion: { isAbsent: false, rate: null, drift: null, hasGyroscope: false, poses: {}, ...found.motion, permission: asked } });
  for (const [index, name] of steps.entries()) {
    view.progress(index / steps.length);
    await STEPS[name]();
    if (visit.isOver) return;
  }
  keep("sessionStorage", KEY, null);
  return view.report(verdicts(found), row(found), { send, copy, save });
}

await begin("check", languages(settings));
view.translate();
document.documentElement.dataset.language = current();
run();
