// The menu: the player's settings, each with its word and its kind.

import { driftRow } from "./drift.js";
import { listPlayers, paint } from "./face.js";
import { current, LANGUAGES, learn, ownName, word } from "./language.js";
import { fetchLayout } from "./layout.js";
import { askForSensors } from "./sensor.js";
import { change } from "./settings.js";
import { kept, open, own } from "./shelf.js";
import { title } from "./titles.js";

/** The carriers' names for people, best first. */
const CARRIERS = [["rtc", "WebRTC"], ["wss", "WebSocket"], ["POST", "HTTP"]];

/** The layouts to choose from. */
const LAYOUTS = ["wheel", "pad", "tank", "buzzer"];

const SWITCHES = [
  ["tilting", "tilting"], ["gyro", "gyro"], ["flip", "flip"], ["mirror", "mirror"], ["contrast", "contrast"], ["buzzing", "buzzing"],
  ["sound", "sound"], ["digital", "digital"], ["mixing", "mixing"], ["fullScreen", "fullScreen"],
];

function row(key, input) {
  const label = document.createElement("label");
  const text = document.createElement("span");
  text.textContent = word(key);
  input.dataset.setting = key;
  label.append(text, input);
  return label;
}

function input(type, attributes) {
  return Object.assign(document.createElement("input"), { type, ...attributes });
}

function choice(values, selected) {
  const select = document.createElement("select");
  for (const [value, text] of values) select.append(new Option(text, value, false, value === selected));
  return select;
}

/** The carriers that opened, with their times; the current one is first and marked. */
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

/** Fills `place` with the settings; calls `changed(name, value)` after each saved change. */
function fillMenu(place, { settings, game }, layout, layoutNames, changed) {
  const set = (name, value) => {
    if (name in settings) change(settings, name, value);
    changed(name, value);
  };
  const size = input("range", { min: 80, max: 140, step: 10, value: settings.size });
  size.addEventListener("change", () => set("size", Number(size.value)));
  const language = choice(Object.keys(LANGUAGES).map((code) => [code, ownName(code)]), current());
  language.addEventListener("change", () => set("language", language.value));
  const layouts = choice(layoutNames, layout);
  layouts.addEventListener("change", () => set("layout", layouts.value));
  const switches = SWITCHES.map(([name, key]) => {
    const box = input("checkbox", { checked: settings[name] ?? game.wantsGyro });
    box.addEventListener("change", () => set(name, box.checked));
    return row(key, box);
  });
  place.replaceChildren(row("layout", layouts), row("language", language), row("size", size), ...switches);
}

/** Gets what the menu needs, which must also open without a connection, and lets `page` choose the layouts that players made. */
export function begin(page) {
  open(page);
  return Promise.all(["menu", "layouts"].map(learn));
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
  fillMenu(place, page, page.choice?.id, names, (name, value) => follow(page, name, value));
  if (window.isSecureContext && window.DeviceMotionEvent) place.append(driftRow(document.getElementById("menu")));
  place.append(row("connection", connection(page.link)));
  if (page.choice && !page.room?.isFixed) place.firstChild.after(editButton(page, "editLayout", false), editButton(page, "newLayout", true));
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

/** Makes the button that opens the editor with the layout that is chosen, or with a copy of it. */
function editButton(page, key, isCopy) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "key", textContent: word(key) });
  Object.assign(button.style, { minHeight: "44px", alignSelf: "center", touchAction: "manipulation" });
  button.dataset.edit = key;
  button.addEventListener("click", async () => {
    const editor = await import("./edit/editor.js").catch(() => null);
    document.getElementById("menu").close();
    editor?.open(page, isCopy);
  });
  return button;
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
