// The pad that the player shares with others: whose pad it is, who steers, and a button that ends it.

import { colourOf, drawBadge } from "./badge.js";
import { button, make } from "./element.js";
import { learn, word } from "./language.js";

const ID = "share";

/** Returns the name of a member. */
const called = ({ player, name }) => name || word("player", { player });

/** Draws the badge of a member. `text` says what the member does. */
function badge(member, text) {
  const element = make("span", { class: "badge" });
  element.style.setProperty("--badge", colourOf(member.player));
  drawBadge(element, member.player, text);
  return element;
}

/** Returns who steers: a badge and words for each, or that nobody does. */
function steering(members, own) {
  const active = members.filter(({ steers }) => steers);
  if (!active.length) return [make("span", {}, word("shareNobody"))];
  return active.map((member) => badge(member, member.player === own ? word("shareYou") : word("shareSteers", { name: called(member) })));
}

/** Makes the line for the bar. It stays there while the pad is shared, so that its button keeps the focus. */
function line(page) {
  if (!document.getElementById("share-looks")) document.head.append(make("link", { id: "share-looks", rel: "stylesheet", href: "/web/share.css" }));
  const said = make("p", { role: "status" }, make("b"), make("span", { class: "steering" }));
  const element = make("div", { id: ID }, said, button("", () => page.link.say({ type: "apart" }), { class: "key" }));
  document.getElementById("bar").insertBefore(element, document.getElementById("zero"));
  return element;
}

/** Shows in the bar which pad the player of `page` shares, and who steers. Shows nothing if the pad is not shared. */
export async function show(page) {
  await learn(ID);
  const { seat, heard: { share } } = page;
  const shown = document.getElementById(ID);
  const members = Array.isArray(share?.members) ? share.members : [];
  const main = members.find(({ player }) => player === share.main);
  if (!seat || !main) return shown?.remove();
  const others = members.filter((member) => member !== main).map(called).join(", ");
  const [said, end] = (shown ?? line(page)).children;
  const [whose, active] = said.children;
  whose.textContent = main.player === seat.player ? word("shareHelped", { names: others }) : word("shareHelping", { name: called(main) });
  active.replaceChildren(...steering(members, seat.player));
  end.textContent = word("shareStop");
}
