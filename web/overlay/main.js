// The overlay: the newest state of the players, drawn with the next frame of the stream. It is empty while no player is there.

import { at } from "../dashboard/dom.js";
import { listen } from "./link.js";
import { PlayerView } from "./player.js";
import { unit, wishes } from "./wishes.js";

/** The words that are shown on another machine if there can be no picture. */
const REFUSED = "This link is not valid, or all places are taken.";

const wish = wishes(location.search);
let views = new Map();
let players = [];
let frame = 0;

function draw() {
  frame = 0;
  if (players.length !== views.size || players.some(({ slot }) => !views.has(slot))) {
    views = new Map(players.map(({ slot }) => [slot, views.get(slot) ?? new PlayerView(wish.parts)]));
    at("players").replaceChildren(...[...views.values()].map(({ element }) => element));
  }
  at("players").style.fontSize = `${unit(wish, players.length, innerWidth, innerHeight)}px`;
  for (const player of players) views.get(player.slot).show(player);
}

const schedule = () => { frame ||= requestAnimationFrame(draw); };

listen((there) => {
  players = there.filter(({ slot }) => !wish.slots.length || wish.slots.includes(slot));
  schedule();
}, (isRefused) => { at("notice").textContent = isRefused ? REFUSED : ""; });
addEventListener("resize", schedule);
// Another link in the same tab changes only the part after `#`, and loads nothing by itself.
addEventListener("hashchange", () => location.reload());
