// The page: from the code on the host's screen to play, and back there whenever something comes between.

import { COLOURS, drawBadge } from "./badge.js";
import { announce, showCard, showHint, translate } from "./cards.js";
import { Comfort } from "./comfort.js";
import { Game } from "./game.js";
import { Hints } from "./hints.js";
import { fetchLayout, tooSmall } from "./layout.js";
import { Link } from "./link.js";
import { fillMenu, LAYOUTS } from "./menu.js";
import { askForSensors } from "./sensor.js";
import { change, forgetResume, keepResume, loadSettings, tickets } from "./settings.js";
import { denial, next, PLAYING } from "./stages.js";
import { Stream } from "./stream.js";
import { current, named, speak, word } from "./words.js";

/** A connection that is back before this was not missed; ms. */
const UNNOTICED = 300;

const at = (id) => document.getElementById(id);
const code = location.hash.slice(1);
const settings = loadSettings();
const stream = new Stream();
const comfort = new Comfort(settings);
const hints = new Hints();
let stage = "join";
let details = {};
let seat = null;
let players = [];
let lostTimer = 0;

const game = new Game(at("pad"), settings, {
  edge: (button, isPress, time) => stream.edges.note(button, isPress, time) && link.flush(),
  changed: () => link.hasten(),
  touched: () => comfort.tick(),
  calibrated: () => go("calibrated"),
  absent: () => hints.say("sliderText", "howToAllow"),
});
const link = new Link(stream, {
  compose: (now) => stream.compose(game.sample(), now),
  frames: ({ feedback }) => feedback && feel(feedback),
  text: (said) => HEARD[said.type]?.(said),
  lost: () => { lostTimer ||= setTimeout(() => go("lost", seat ? {} : { text: "unreachable" }), seat ? UNNOTICED : 0); },
  refused: () => { forgetResume(); go("refused"); },
});

// Two tabs with the same way back would take the place from each other for ever: the newer one keeps it.
const tabs = window.BroadcastChannel ? new BroadcastChannel("tiltpad") : null;
if (tabs) tabs.onmessage = ({ data }) => seat && data === seat.resume && deny("takeover");

// What the host says in words.
const HEARD = {
  welcome: (said) => welcome(said),
  waiting: ({ reason, place }) => { settle(); link.wait(); go(reason === "full" ? "full" : "host", { place: place ?? "" }); },
  denied: ({ reason }) => deny(reason),
  layout: ({ id }) => show(id),
  players: (said) => { players = Array.isArray(said.players) ? said.players : []; listPlayers(); },
};

/** Goes to where `event` leads, and shows that. */
function go(event, values = {}) {
  const to = next(stage, event);
  if (to === stage && !Object.keys(values).length) return;
  [stage, details] = [to, values];
  showStage();
}

function showStage() {
  document.body.dataset.stage = stage;
  document.body.toggleAttribute("data-playing", PLAYING.has(stage) && seat !== null);
  at("bar").hidden = !(PLAYING.has(stage) && seat);
  const isBare = stage === "join" && !window.isSecureContext;
  showCard(stage, isBare ? { text: "tiltNeedsHTTPS" } : details, act);
  if (stage !== "play") game.release(performance.now());
  if (stage === "play") announce(`${seat.host ?? ""} ${word("player", { player: seat.player })}`);
}

/** Does what the player wants; in the tap itself, as browsers allow most of it only there. */
function act(wish) {
  const wishes = {
    play, hurry: () => link.hurry(), reload: () => location.reload(),
    leave: () => { link.stop(true); comfort.end(); game.pause(); forgetResume(); seat = null; go("leave"); },
  };
  wishes[wish]?.();
}

async function play() {
  const asked = settings.tilting ? askForSensors() : Promise.resolve(false);
  comfort.begin();
  const known = tickets(code);
  if (!known.length) return go("refused");
  go("play");
  game.mayTilt = await asked;
  link.start(known, { name: settings.name || word("player", { player: "" }).trim(), language: current(), colour: COLOURS[settings.colour] });
}

/** There is a slot: the controls come up, and after a first time the neutral pose is found. */
async function welcome(said) {
  settle();
  // What the player has chosen instead stays, until the host wants something else.
  const isBack = seat?.session === said.session && seat.layout === said.layout && game.layout !== null;
  seat = said;
  game.mayAttach = said.local !== true;
  keepResume(said.resume, code);
  tabs?.postMessage(said.resume);
  paint();
  if (!isBack) await show(said.layout);
  game.play();
  go(game.isCalibrating ? "calibrating" : "welcome");
  showStage();
  link.welcome(said);
}

function settle() {
  clearTimeout(lostTimer);
  lostTimer = 0;
}

function deny(reason) {
  const end = denial(reason);
  if (!end) return;
  settle();
  link.stop();
  game.pause();
  if (reason === "kicked" || reason === "host") forgetResume();
  seat = null;
  [stage, details] = [end.stage, { text: end.text }];
  showStage();
}

/** Shows the layout called `id`; one that cannot be had changes nothing. */
async function show(id) {
  const layout = (await fetchLayout(id)) ?? (game.layout ? null : await fetchLayout("pad"));
  if (!layout) return;
  link.layoutRate = layout.rate ?? null;
  game.show(layout);
  comfort.orient(layout.orientation);
  listPlayers();
  if (stage === "play") refresh();
  const small = tooSmall(game.boxes, game.millimetre);
  if (small.length) console.info(`layout ${layout.id}: too small for thumbs here: ${small.join(", ")}`);
}

/** After the layout or a setting has changed: tilt may have to find its neutral pose. */
function refresh() {
  if (!seat) return;
  game.play();
  if (game.isCalibrating) {
    stage = "calibrate";
    showStage();
  }
  link.flush();
}

function feel(feedback) {
  comfort.rumble(feedback, performance.now());
  game.rumble(feedback);
  const [red, green, blue] = feedback.light;
  at("bar").style.borderBottom = red + green + blue ? `4px solid rgb(${red}, ${green}, ${blue})` : "";
}

function paint() {
  const root = document.documentElement;
  const colour = COLOURS[settings.colour] ?? COLOURS[0];
  root.style.setProperty("--me", colour);
  // Black is read on all colours but blue.
  root.style.setProperty("--on-me", colour === "#0072B2" ? "#FFF" : "#000");
  root.style.setProperty("--scale", settings.size / 100);
  root.classList.toggle("contrast", settings.contrast);
  if (seat) drawBadge(at("badge"), seat.player, settings.name);
}

function listPlayers() {
  game.list?.replaceChildren(...players.map(({ player, name }) => {
    const item = document.createElement("li");
    drawBadge(item, player, name);
    return item;
  }));
}

function draw() {
  const { roundTrip, carrierName } = link;
  write("round", carrierName === "POST" ? `H ${round(roundTrip)}` : round(roundTrip));
  const { roll } = game;
  write("angle", roll === null ? "" : `${roll < 0 ? "−" : "+"}${Math.abs(roll).toFixed(2)} rad`);
  at("pad").classList.toggle("sure", link.isSure);
  document.body.classList.toggle("attached", game.hasAttached);
  showHint(stage === "play" ? hints.of(game) : null);
}

/** Changes a text only when it is another: each change costs a layout. */
function write(id, text) { if (at(id).textContent !== text) at(id).textContent = text; }

const round = (milliseconds) => (milliseconds === null ? "" : word("round", { ms: Math.round(milliseconds) }));

function frame(now) {
  game.frame(now);
  if (stage === "play" || stage === "calibrate") link.tick(performance.now(), game.isHeld);
  draw();
  requestAnimationFrame(frame);
}

/** Lets everything go and says so at once: the page may never run again. */
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
  addEventListener("pageshow", comeBack);
  addEventListener("online", comeBack);
  addEventListener("blur", letGo);
  addEventListener("hashchange", () => location.reload());
  screen.orientation?.addEventListener("change", letGo);
  addEventListener("orientationchange", letGo);
  setInterval(() => (stage === "play" || stage === "calibrate") && link.tick(performance.now(), game.isHeld), 100);
}

function setUpForm() {
  at("name").value = settings.name;
  at("colours").append(...COLOURS.map((colour, index) => {
    const label = document.createElement("label");
    const input = Object.assign(document.createElement("input"), { type: "radio", name: "colour", value: index, checked: index === settings.colour });
    input.setAttribute("aria-label", `${word("colour")} ${index + 1}`);
    input.style.setProperty("--swatch", colour);
    input.addEventListener("change", () => { change(settings, "colour", index); paint(); });
    label.append(input);
    return label;
  }));
  // Before this the form would be sent as forms are, to nowhere.
  at("join").querySelector(".action").disabled = false;
  at("join").addEventListener("submit", (event) => {
    event.preventDefault();
    change(settings, "name", at("name").value.trim().slice(0, 24));
    play();
  });
}

function setUpMenu() {
  const menu = at("menu");
  const fill = async () => {
    const layouts = await Promise.all([...new Set([...LAYOUTS, ...(seat?.layouts ?? [])])].map(fetchLayout));
    const names = layouts.filter(Boolean).map(({ id, name }) => [id, named(name)]);
    fillMenu(at("settings"), settings, game.layout?.id, names, changed);
  };
  const changed = (name, value) => {
    if (name === "layout") return show(value);
    if (name === "language") { speakAnew(); fill(); }
    if (name === "tilting" && value && !game.mayTilt) return askForSensors().then((may) => { game.mayTilt = may; game.show(); refresh(); });
    paint();
    game.show();
    listPlayers();
    refresh();
  };
  at("open-menu").addEventListener("click", () => { letGo(); fill(); menu.showModal(); });
  at("leave").addEventListener("click", () => { menu.close(); act("leave"); });
  at("zero").addEventListener("click", () => { game.zero(); link.flush(); });
}

function speakAnew() {
  speak([new URLSearchParams(location.search).get("lang"), settings.language, ...navigator.languages]);
  translate();
  showStage();
}

async function readBattery() {
  const battery = await navigator.getBattery?.().catch(() => null);
  const note = () => { game.battery = Math.round(battery.level * 100); };
  if (battery) { note(); battery.addEventListener("levelchange", note); }
}

setUpForm();
setUpMenu();
listen();
paint();
if (!tickets(code).length) stage = "scan";
speakAnew();
readBattery();
requestAnimationFrame(frame);
