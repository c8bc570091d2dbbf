// The page of a crowd: many phones play one pad, each with one vote.

import { begin, current } from "../language.js";
import { isSecret } from "../secret.js";
import { languages, loadSettings } from "../settings.js";
import { listen } from "./hands.js";
import { CrowdLink } from "./link.js";
import * as view from "./view.js";
import { LONG, Vote } from "./vote.js";

/** The time between two checks of what has to be sent and shown, ms. */
const TICK = 50;
/** The keys of the words for the end of a page, by the host's reasons. */
const ENDS = { ended: "crowdEnded", full: "crowdFull", address: "crowdAddress", elsewhere: "crowdElsewhere", flood: "crowdFlood", ticket: "crowdTicket" };

const code = location.hash.slice(1);
const vote = new Vote();
let heard = null;
let closes = null;

function hear(said) {
  const now = performance.now();
  heard = said;
  closes = said.open && said.window > LONG ? now + said.left : null;
  vote.hear(said);
  view.show(said, now);
  if (said.slot) view.tell("plays", "crowdPlayer", { slot: said.slot });
  else view.tell("waits", "crowdWaiting");
}

const link = new CrowdLink(code, {
  heard: hear,
  opened: () => vote.forget(),
  lost: () => { closes = null; view.tell("lost", "crowdLost"); },
  ended: (why) => { closes = null; view.tell("over", ENDS[why] ?? "crowdEnded", {}, true); },
});

/** Sends the vote if it has to be sent now, and shows it. */
function tick() {
  const now = performance.now();
  const next = heard ? vote.next(now) : null;
  if (next && !link.send(next)) vote.forget();
  view.showOwn(vote.at(now));
  view.showTime(closes === null ? null : Math.max(0, closes - now), heard?.window);
}

await begin("crowd", languages(loadSettings()));
view.translate();
document.documentElement.dataset.language = current();
if (isSecret(code)) {
  view.tell("lost", "crowdConnecting");
  listen(vote, tick);
  document.getElementById("again").addEventListener("click", () => {
    view.tell("lost", "crowdConnecting");
    link.start();
  });
  for (const name of ["online", "pageshow"]) addEventListener(name, () => link.hurry());
  document.addEventListener("visibilitychange", () => document.hidden || link.hurry());
  setInterval(tick, TICK);
  link.start();
} else {
  view.tell("scan", "crowdScan");
}
addEventListener("hashchange", () => location.reload());
