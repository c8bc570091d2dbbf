// The page of the tanks. The dashboard's records become the positions of levers, and the field is drawn with the screen's next frame.

import { at, set, write } from "../dashboard/dom.js";
import { HostLink } from "../dashboard/link.js";
import { Peers } from "../dashboard/peers.js";
import { readBatch } from "../dashboard/records.js";
import { Room } from "../dashboard/room.js";
import { begin, word } from "../language.js";
import { SCHEMES } from "./drive.js";
import { drivers, Field } from "./field.js";
import { Panel } from "./panel.js";
import { Picture } from "./picture.js";

const LANGUAGE = "tiltpad.language";
/** The default scheme, as in the phones' tank layout. */
const USUAL = "tracks";
/** The words of the banners for faults, by the stage of the connection. */
const BANNERS = { lost: "retrying", bridge: "bridgeLost", version: "otherVersion" };

const query = new URLSearchParams(location.search);
const room = new Room();
const peers = new Peers();
const field = new Field(SCHEMES.includes(query.get("steer")) ? query.get("steer") : USUAL);
const picture = new Picture(at("field"));
const panel = new Panel(at("drivers"), (slot, scheme) => {
  const tank = field.tanks.get(slot);
  if (tank) tank.scheme = scheme;
  redraw();
});
let names = new Map();
let frame = 0;

const text = (value) => (typeof value === "string" ? value : "");

// The functions for the host's texts that this page uses, by type.
const HEARD = {
  welcome: ({ host, resume }) => {
    document.body.dataset.stage = "open";
    write(at("host"), text(host));
    document.title = `${word("title")} – ${text(host) || "Tiltpad"}`;
    if (resume) link.resume(resume);
  },
  names: (said) => {
    const list = (Array.isArray(said.names) ? said.names : []).filter((one) => Number.isInteger(one?.slot));
    names = new Map(list.map(({ slot, name, colour }) => [slot, { name: text(name), colour: text(colour) }]));
    call();
  },
  peer: (said) => {
    peers.apply(said, performance.now());
    call();
  },
  lost: () => leave("bridge"),
  found: () => leave("open"),
};

const link = new HostLink({
  opened: () => peers.begin(performance.now()),
  text: (said) => { if (Object.hasOwn(HEARD, said.type)) HEARD[said.type](said); redraw(); },
  binary: (buffer) => receive(buffer),
  lost: () => leave("lost"),
  refused: () => leave("refused"),
});

function call() { room.call(new Map([...peers.names, ...names])); }

function receive(buffer) {
  const batch = readBatch(buffer);
  if (!batch) return;
  if (batch.otherVersion !== undefined) { leave("version"); return; }
  if (document.body.dataset.stage === "version") document.body.dataset.stage = "open";
  const now = performance.now();
  room.apply(batch, now);
  field.apply(drivers(room), now);
  redraw();
}

/** Releases all levers, and shows any fault of `stage`. */
function leave(stage) {
  document.body.dataset.stage = stage;
  field.rest(performance.now());
  redraw();
}

function redraw() {
  if (!document.hidden) frame ||= requestAnimationFrame(show);
}

function show() {
  frame = 0;
  const now = performance.now();
  const players = drivers(room);
  field.advance(now);
  picture.show(field, new Map(players.map(({ slot, colour }) => [slot, colour])), now);
  panel.show(players, field.tanks);
  set(at("field"), "aria-label", word("field", { count: field.tanks.size }));
  at("nobody").hidden = field.tanks.size > 0;
  const { stage } = document.body.dataset;
  at("card").hidden = stage !== "refused";
  write(at("banner"), stage in BANNERS ? word(BANNERS[stage]) : "");
  if (field.isBusy) redraw();
}

function wanted() {
  try {
    return query.get("lang") ?? localStorage.getItem(LANGUAGE);
  } catch {
    return query.get("lang");
  }
}

await begin("tank", [wanted(), ...navigator.languages]);
for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
document.addEventListener("visibilitychange", redraw);
at("again").addEventListener("click", () => { leave("connecting"); link.start(); });
redraw();
link.start();
