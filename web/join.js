// The page: from the code on the host's screen to play, and back after each interruption.

import { COLOURS } from "./badge.js";
import { announce, Hints, showCard, showHint, translate } from "./cards.js";
import { chooser } from "./choice.js";
import { Comfort } from "./comfort.js";
import { drawBar, feel, listPlayers, paint, PATIENCE, readBattery, setUpForm, showShared } from "./face.js";
import { Game } from "./game.js";
import { begin, current, hasWord, learn, speak, word } from "./language.js";
import { rim, tooSmall } from "./layout.js";
import { Link } from "./link.js";
import { askForSensors } from "./sensor.js";
import { forgetResume, keepResume, languages, loadSettings, tickets } from "./settings.js";
import { denial, next, PLAYING } from "./stages.js";
import { Stream } from "./stream.js";
import { MODE, MODES } from "./tables.js";

/** The longest connection loss that is not shown to the player; ms. */
const UNNOTICED = 300;

const at = (id) => document.getElementById(id);
const [code, settings] = [location.hash.slice(1), loadSettings()];
const stream = new Stream();
const comfort = new Comfort(settings);
const hints = new Hints();
let stage = "join";
let details = {};
let lostTimer;

/** The state of the page once it has a seat, and functions that change it, for the modes and the menu. */
const page = {
  settings, stream, comfort,
  seat: null,
  /** The host's last message of each kind, such as mode or round. */
  heard: {},
  /** The layout to play with, unless a mode has its own. */
  choice: null,
  /** The modes; null until one other than play is set. */
  room: null,
  use, refresh, speakAnew,
};
page.choose = chooser(page);

const game = new Game(at("pad"), settings, {
  edge: (button, isPress, reported) => {
    const number = stream.edges.next;
    const time = stream.edges.credible(reported);
    if (!stream.edges.note(button, isPress, time)) return;
    page.room?.tell("button", { button, isPress, time, number });
    link.flush();
  },
  changed: () => link.hasten(),
  touched: (ms) => comfort.tick(ms),
  calibrated: () => go("calibrated"),
  absent: () => hints.say("sliderText", "howToAllow"),
});
const link = new Link(stream, {
  compose: (now) => stream.compose(game.sample(), now),
  frames: ({ feedback, control, round, torque }) => {
    if (feedback) feel(page, feedback);
    if (torque) rim?.hear(torque, comfort);
    if (control?.code === MODE) hear("mode", MODES[control.argument] ?? "");
    if (round) hear("round", round);
  },
  text: (said) => (HEARD[said.type] ?? page.hearOther)?.(said),
  lost: (why) => {
    const known = `${why}Host`;
    const text = hasWord(known) ? known : "unreachable";
    lostTimer ||= setTimeout(() => go("lost", page.seat ? {} : { text }), page.seat ? UNNOTICED : 0);
  },
  refused: () => { forgetResume(); go("refused"); },
});
Object.assign(page, { game, link });

// Two tabs with the same ticket would replace each other for ever: the newer one keeps it.
const tabs = window.BroadcastChannel ? new BroadcastChannel("tiltpad") : null;
if (tabs) tabs.onmessage = ({ data }) => data === page.seat?.resume && deny("takeover");

// The host's texts, by type.
const HEARD = {
  welcome: (said) => welcome(said),
  waiting: ({ reason, place }) => { settle(); link.wait(); go(reason === "full" ? "full" : "host", { place: place ?? "" }); },
  denied: ({ reason }) => deny(reason),
  layout: async ({ id }) => {
    page.heard.layout = id;
    if (!page.push || !page.seat?.layouts?.includes(id)) await prepareMenu();
    if (page.heard.layout === id) (page.push ?? page.choose)(id);
  },
  shelf: ({ shelf }) => { page.heard.shelf = shelf; },
  players: ({ players }) => hear("players", Array.isArray(players) ? players : []),
  quiz: (said) => hear("quiz", said),
  share: (said) => showShared(page, said),
};

/** Receives the host's message for modes, stored until they load. */
function hear(kind, what) {
  page.heard[kind] = what;
  if (kind === "players" || kind === "quiz") listPlayers(page);
  page.editor?.hear(kind);
  page.room?.hear(kind, what);
  if (kind === "mode") enter();
}

/** Goes to the stage after `event`, and shows it. */
function go(event, values = {}) {
  const to = next(stage, event);
  if (to === stage && !Object.keys(values).length) return;
  [stage, details] = [to, values];
  showStage();
}

function showStage() {
  document.body.dataset.stage = stage;
  const { seat } = page;
  document.body.toggleAttribute("data-playing", PLAYING.has(stage) && seat !== null);
  at("bar").hidden = !(PLAYING.has(stage) && seat);
  const isBare = stage === "join" && !window.isSecureContext;
  showCard(stage, isBare ? { text: "tiltNeedsHTTPS" } : details, act);
  if (stage !== "play") game.release(performance.now());
  if (stage === "play") announce(`${seat.host ?? ""} ${word("player", { player: seat.player })}`);
}

/** Carries out the player's choice. It is called within the tap, as most browsers require. */
function act(wish) {
  const wishes = {
    play, hurry: () => link.hurry(), reload: () => location.reload(),
    leave: () => { link.stop(true); comfort.end(); forgetResume(); rise(); go("leave"); },
  };
  wishes[wish]?.();
}

async function play() {
  const asked = settings.tilting || settings.gyro ? askForSensors() : Promise.resolve(false);
  comfort.begin();
  const known = tickets(code);
  if (!known.length) return go("refused");
  go("play");
  game.mayTilt = await asked;
  link.start(known, { name: settings.name || word("player", { player: "" }).trim(), language: current(), colour: COLOURS[settings.colour] });
}

/** Starts with a slot: shows the controls; the first time, finds the neutral pose. */
async function welcome(said) {
  settle();
  // A layout that the player chose instead stays until the host wants another.
  const { seat } = page;
  const isBack = seat?.session === said.session && seat.layout === said.layout && game.layout !== null;
  const isMoved = isBack && stage === "play"; // Another carrier plays now: for the player, nothing has changed.
  // The host's wanted layout may be lost with the connection. An older host does not repeat it.
  const known = (seat?.session === said.session && page.heard.layout) || "";
  [page.seat, page.heard.shelf, page.heard.layout] = [said, said.shelf, said.wanted ?? known];
  showShared(page);
  game.mayAttach = said.local !== true;
  [game.motionUse, game.press] = [said.motion ?? 1, said.press ?? 0];
  keepResume(said.resume, code);
  tabs?.postMessage(said.resume);
  paint(page);
  const chosen = isBack || page.choose(said.layout);
  // A layout that a player made comes over the link, which has to play first.
  if (!page.push || said.layouts?.includes(said.layout)) await chosen;
  if (page.heard.layout !== known) HEARD.layout({ id: page.heard.layout });
  if (!isMoved) {
    game.play();
    go(game.isCalibrating ? "calibrating" : "welcome");
    showStage();
  }
  rim?.ask(stream);
  link.welcome(said);
  enter();
  // The menu must also open without a connection; play comes first.
  setTimeout(prepareMenu, PATIENCE);
}

/** Loads the menu's code, with which the page can also choose layouts that players made. */
function prepareMenu() { return import("./menu.js").then(({ begin }) => begin(page)).catch(() => {}); }

/** Loads the modes once the host sets a mode other than play. If they do not load, it tries again later. */
async function enter() {
  if (!page.seat || (!page.room && (page.heard.mode ?? "play") === "play")) return;
  const [modes] = await Promise.all([import("./modes/room.js"), learn("modes")]).catch(() => []);
  if (!modes) setTimeout(enter, PATIENCE);
  if (!modes || !page.seat) return;
  page.room ??= new modes.Room(page);
  page.room.begin();
}

/** Gives up the seat. */
function rise() {
  page.editor?.close();
  page.room?.end();
  game.pause();
  Object.assign(page, { seat: null, heard: {} });
}

function settle() { lostTimer = void clearTimeout(lostTimer); }

function deny(reason) {
  const end = denial(reason);
  if (!end) return;
  settle();
  link.stop();
  if (reason === "kicked" || reason === "host") forgetResume();
  rise();
  [stage, details] = [end.stage, { text: end.text }];
  showStage();
}

/** Shows a layout. */
function use(layout) {
  link.layoutRate = layout.rate ?? null;
  rim?.ask(stream, layout);
  game.show(layout);
  comfort.orient(layout.turns ? "any" : layout.orientation);
  listPlayers(page);
  if (stage === "play") refresh();
  const small = tooSmall(game.boxes, game.millimetre);
  if (small.length) console.info(`layout ${layout.id}: too small for thumbs here: ${small.join(", ")}`);
}

/** Follows a change of layout or settings: tilt may need a neutral pose. */
function refresh() {
  if (!page.seat) return;
  game.play();
  if (game.isCalibrating) {
    stage = "calibrate";
    showStage();
  }
  page.seek?.();
  link.flush();
}

function frame(now) {
  game.frame(now);
  page.room?.pass(now);
  tick();
  drawBar(page);
  showHint(stage === "play" && !game.isResting ? hints.of(game) : null);
  requestAnimationFrame(frame);
}

function tick() {
  if (stage === "play" || stage === "calibrate") link.tick(performance.now(), game.isHeld || page.room?.isKeen);
}

/** Releases everything and tells the host immediately, as the page may never run again. */
function putAside() {
  game.isAway = true;
  game.release(performance.now());
  link.flush();
}

function comeBack() {
  if (document.hidden) return;
  game.isAway = false;
  comfort.wake();
  link.hurry();
}

function letGo() {
  game.release(performance.now());
  link.flush();
}

function listen() {
  document.addEventListener("visibilitychange", () => (document.hidden ? putAside() : comeBack()));
  document.addEventListener("freeze", putAside);
  addEventListener("pagehide", putAside);
  for (const name of ["pageshow", "online"]) addEventListener(name, comeBack);
  for (const name of ["blur", "orientationchange"]) addEventListener(name, letGo);
  addEventListener("hashchange", () => location.reload());
  screen.orientation?.addEventListener("change", letGo);
  setInterval(tick, 100);
}

function setUpMenu() {
  at("open-menu").addEventListener("click", () => {
    letGo();
    import("./menu.js").then(({ openMenu }) => openMenu(page)).catch(() => {});
  });
  at("leave").addEventListener("click", () => { at("menu").close(); act("leave"); });
  at("zero").addEventListener("click", () => { game.zero(); link.flush(); });
}

async function speakAnew() {
  await speak(languages(settings));
  translate();
  showStage();
  showShared(page, page.heard.share);
  page.room?.hear("language");
}

setUpMenu();
listen();
paint(page);
if (!tickets(code).length) stage = "scan";
await begin("page", languages(settings));
await speakAnew();
setUpForm(page, play);
readBattery(game);
requestAnimationFrame(frame);
