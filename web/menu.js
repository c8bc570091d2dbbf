// The menu: the player's settings, each with its word and its kind.

import { driftRow } from "./drift.js";
import { button, make, select } from "./element.js";
import { listPlayers, paint } from "./face.js";
import { current, LANGUAGES, learn, ownName, word } from "./language.js";
import { fetchLayout } from "./layout.js";
import { askForSensors } from "./sensor.js";
import { change } from "./settings.js";
import { kept, open, own } from "./shelf.js";
import { title } from "./titles.js";

/** The carriers' names, best first. */
const CARRIERS = [["rtc", "WebRTC"], ["wss", "WebSocket"], ["POST", "HTTP"]];

/** The layouts always offered. */
const LAYOUTS = ["wheel", "pad", "tank", "buzzer"];

const SWITCHES = [
  ["tilting", "tilting"], ["gyro", "gyro"], ["flip", "flip"], ["mirror", "mirror"], ["contrast", "contrast"], ["buzzing", "buzzing"],
  ["sound", "sound"], ["digital", "digital"], ["mixing", "mixing"], ["fullScreen", "fullScreen"],
];

function row(key, input) {
  input.dataset.setting = key;
  return make("label", {}, make("span", {}, word(key)), input);
}

function input(type, attributes) {
  return Object.assign(document.createElement("input"), { type, ...attributes });
}

/** Makes the list of carriers that opened, best first; the current one is marked. */
function connection({ carrierName, times, roundTrip }) {
  const list = document.createElement("output");
  const trip = roundTrip === null ? "" : ` · ${word("round", { ms: Math.round(roundTrip) })}`;
  const lines = CARRIERS.filter(([key]) => key in times).map(([key, name]) => {
    const text = word("openedIn", { name, ms: Math.round(times[key]) });
    return key === carrierName ? [`● ${text}${trip}`] : [text];
  });
  list.textContent = lines.join("\n");
  return list;
}

/** Fills `place` with the settings; calls `changed(name, value)` after each change. */
function fillMenu(place, { settings, game }, layout, layoutNames, changed) {
  const set = (name, value) => {
    if (name in settings) change(settings, name, value);
    changed(name, value);
  };
  const size = input("range", { min: 80, max: 140, step: 10, value: settings.size });
  size.addEventListener("change", () => set("size", Number(size.value)));
  const language = select(Object.keys(LANGUAGES).map((code) => [code, ownName(code)]), current(), (value) => set("language", value));
  const layouts = select(layoutNames, layout, (value) => set("layout", value));
  const switches = SWITCHES.map(([name, key]) => {
    const box = input("checkbox", { checked: settings[name] ?? game.wantsGyro });
    box.addEventListener("change", () => set(name, box.checked));
    return row(key, box);
  });
  place.replaceChildren(row("layout", layouts), row("language", language), row("size", size), ...switches);
}

/** Loads the words of the menu, which must also open without a connection. Lets `page` choose the layouts that players made. */
export function begin(page) {
  open(page);
  if (!page.seek) watchSensors(page);
  return Promise.all(["menu", "layouts"].map((part) => learn(part)));
}

/** Lets the player allow the sensors once a layout or the host needs them. Players who steer by tilt, or want motion always, are asked at PLAY. */
function watchSensors(page) {
  const { game, settings } = page;
  let wasAsked = settings.tilting || settings.gyro === true;
  page.seek = async () => {
    document.getElementById("allow")?.remove();
    const has = (wanted) => Object.values(game.layout?.controls ?? {}).some(({ type }) => type === wanted);
    const isWanted = (settings.tilting && has("tilt")) || (game.motionUse > 0 && (game.wantsGyro || has("motion")));
    wasAsked ||= game.mayTilt;
    const code = isWanted && !wasAsked ? await import("./allow.js").catch(() => null) : null;
    code?.offer((isAllowed) => {
      [wasAsked, game.mayTilt] = [true, isAllowed];
      game.show();
      page.refresh();
    });
  };
  page.seek();
}

/** Opens the menu of `page`; words, controls and sensors follow each change. */
export async function openMenu(page) {
  await begin(page);
  const menu = document.getElementById("menu");
  if (!menu.open) menu.showModal();
  await fill(page);
}

async function fill(page) {
  const ids = new Set([...LAYOUTS, ...(page.seat?.layouts ?? [])]);
  const layouts = await Promise.all([...ids].map((id) => fetchLayout(id)));
  const shipped = layouts.filter(Boolean).map((layout) => [layout.id, title(layout)]);
  const names = [...new Map([...shipped, ...onShelf(page), ...ownNames()])];
  const place = document.getElementById("settings");
  const focused = document.activeElement?.dataset.setting;
  const access = tall(button(word("access"), () => page.openAccess(), { class: "key" }));
  fillMenu(place, page, page.choice?.id, names, (name, value) => follow(page, name, value));
  if (window.isSecureContext && window.DeviceMotionEvent) place.append(driftRow(document.getElementById("menu")));
  if (page.game.motionUse > 1) place.append(turnButton(page));
  place.append(access, row("connection", connection(page.link)));
  if (page.choice && !page.room?.isFixed) place.firstChild.after(editButton(page, "editLayout", false), editButton(page, "newLayout", true));
  if (focused) place.querySelector(`[data-setting=${focused}]`)?.focus();
}

/** Returns the layouts that the host keeps for this page, each as [id, text]. */
const onShelf = (page) => kept(page).map((layout) => [layout.id, typeof layout.by === "string" && layout.by
  ? word("byPlayer", { name: title(layout), by: layout.by }) : title(layout)]);

/** Returns this phone's own layouts, each as [id, text]. */
const ownNames = () => [...own()].map(([id, { text }]) => [id, word("ownLayout", { name: nameIn(id, text) })]);

function nameIn(id, text) {
  try {
    return title({ ...JSON.parse(text), id });
  } catch {
    return id;
  }
}

/** Makes the button that measures how fast a game turns the view. */
function turnButton({ game }) {
  const measure = async () => {
    const code = await import("./turn.js").catch(() => null);
    document.getElementById("menu").close();
    code?.measureTurn(game);
  };
  return tall(button(word("measureTurn"), measure, { class: "key", "data-setting": "measureTurn" }));
}

/** Gives a button of the menu room for a finger. */
const tall = (made) => Object.assign(made.style, { minHeight: "44px", alignSelf: "center", touchAction: "manipulation" }) && made;

/** Makes the button that opens the editor with the chosen layout, or with a copy of it. */
function editButton(page, key, isCopy) {
  const open = async () => {
    const editor = await import("./edit/editor.js").catch(() => null);
    document.getElementById("menu").close();
    editor?.open(page, isCopy);
  };
  return tall(button(word(key), open, { class: "key", "data-edit": key }));
}

async function follow(page, name, value) {
  const { game } = page;
  if (name === "layout") return page.choose(value);
  if (name === "language") { await page.speakAnew(); fill(page); }
  if (["tilting", "gyro"].includes(name) && value && !game.mayTilt) game.mayTilt = await askForSensors();
  paint(page);
  game.show();
  listPlayers(page);
  page.refresh();
}
