// The page's own display: the player's colour and badge, the bar, and the list of players.

import { colourOf, COLOURS, drawBadge } from "./badge.js";
import { word } from "./language.js";
import { change, load } from "./settings.js";

/** The time before a failed load is repeated; ms. */
export const PATIENCE = 1000;

const at = (id) => document.getElementById(id);

/** Applies the player's colour, or that of the slot, and size and contrast, and shows the badge in the bar. */
export function paint({ seat, settings }) {
  const root = document.documentElement;
  const colour = COLOURS[settings.colour] ?? (seat ? colourOf(seat.player) : "");
  root.style.setProperty("--me", colour);
  // Black is readable on all colours but blue.
  root.style.setProperty("--on-me", colour === "#0072B2" ? "#FFF" : "#000");
  root.style.setProperty("--scale", settings.size / 100);
  root.classList.toggle("contrast", settings.contrast);
  if (seat) drawBadge(at("badge"), seat.player, settings.name);
}

/** Prepares the form for a name, a colour and access; `play` starts the game. */
export function setUpForm(page, play) {
  at("name").value = page.settings.name;
  at("colours").append(...colours(page));
  // A submit before this would have no handler.
  at("join").querySelector(".action").disabled = false;
  at("join").addEventListener("submit", (event) => {
    event.preventDefault();
    change(page.settings, "name", at("name").value.trim());
    play();
  });
  page.openAccess = async (how = "open") => (await import("./access/main.js").catch(() => null))?.[how](page);
  at("open-access").onclick = () => page.openAccess();
  if (load("localStorage", "tiltpad.access").isOn) page.openAccess("begin");
}

function colours(page) {
  return [...COLOURS.entries(), [-1, ""]].map(([index, colour]) => {
    const label = document.createElement("label");
    const input = Object.assign(document.createElement("input"), { type: "radio", name: "colour", value: index, checked: index === page.settings.colour });
    input.setAttribute("aria-label", colour ? `${word("colour")} ${index + 1}` : word("ownColour"));
    input.style.setProperty("--swatch", colour);
    input.addEventListener("change", () => { change(page.settings, "colour", index); paint(page); });
    label.append(input);
    return label;
  });
}

/** Lists the players if the layout has a list, with any points. */
export function listPlayers({ game, heard: { players = [], quiz } }) {
  game.list?.replaceChildren(...players.map(({ player, name }) => {
    const item = document.createElement("li");
    const score = quiz?.scores?.find?.((one) => one.player === player);
    drawBadge(item, player, score ? `${name} ${score.points}` : name);
    return item;
  }));
}

/** Draws the measurements; called with each frame. */
export function drawBar({ game, link }) {
  const { roundTrip, carrierName } = link;
  write("round", carrierName === "POST" ? `H ${round(roundTrip)}` : round(roundTrip));
  const { roll } = game;
  write("angle", roll === null ? "" : `${roll < 0 ? "−" : "+"}${Math.abs(roll).toFixed(2)} rad`);
  at("pad").classList.toggle("sure", link.isSure);
  document.body.classList.toggle("attached", game.hasAttached);
}

/** Changes a text only if it differs, as each change costs a layout. */
function write(id, text) { if (at(id).textContent !== text) at(id).textContent = text; }

const round = (milliseconds) => (milliseconds === null ? "" : word("round", { ms: Math.round(milliseconds) }));

/** Passes a game's feedback on: motors and light. */
export function feel({ comfort, game }, feedback) {
  comfort.rumble(feedback, performance.now());
  game.rumble(feedback);
  const [red, green, blue] = feedback.light;
  at("bar").style.borderBottom = red + green + blue ? `4px solid rgb(${red}, ${green}, ${blue})` : "";
}

/** Reports the battery level to `game`, if the browser knows it. */
export async function readBattery(game) {
  const battery = await navigator.getBattery?.().catch(() => null);
  const note = () => { game.battery = Math.round(battery.level * 100); };
  if (battery) { note(); battery.addEventListener("levelchange", note); }
}

/** Shows the pad that the player shares; loads its code, again if that fails. */
export async function showShared(page, said) {
  page.heard.share = said;
  if (said || at("share")) (await import("./share.js").catch(() => setTimeout(() => showShared(page, page.heard.share), PATIENCE))).show?.(page);
}
