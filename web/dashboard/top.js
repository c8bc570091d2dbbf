// The top of the page: the host, who may join, the layout, and the language.

import { COLOURS, shape } from "../badge.js";
import { current, LANGUAGES, ownName, tag, word } from "../language.js";
import { fetchLayout } from "../layout.js";
import { at, icon, make, paint, set, write } from "./dom.js";
import { Modes } from "./modes.js";
import { title } from "./shelf.js";
import { fillSwitch, showSwitch } from "./switch.js";
import { POLICIES } from "./tables.js";

/** The top of the dashboard. `order(type, members)` gives an order, `speak(language)` changes the language. */
export class Top {
  /** The names of layouts in each language, by the layouts' ids. */
  names = Object.create(null);
  #listed = "";
  #modes;

  constructor(order, speak) {
    this.#modes = new Modes(order);
    fillSwitch(at("policy"), POLICIES, (policy) => order("policy", { policy }));
    at("languages").append(...Object.keys(LANGUAGES).map((code) => make("option", { value: code, lang: tag(code), dir: LANGUAGES[code].dir }, ownName(code))));
    at("languages").addEventListener("change", ({ target }) => speak(target.value));
    at("layout").addEventListener("change", ({ target }) => order("layout", { layout: target.value }));
  }

  /** Fetches the names of the layouts. */
  async learn(layouts) {
    for (const id of layouts) this.names[id] ??= (await fetchLayout(id))?.name;
  }

  /** Shows the host's state. */
  show({ host, layouts, layout, shelf, limit, room }) {
    const kept = shelf ?? [];
    for (const { id, name } of kept) this.names[id] = name;
    write(at("host"), host);
    const { policy, hasKernelPads } = room.host ?? {};
    write(at("count"), word("count", { players: room.players.size, limit: room.host?.limit ?? limit }));
    at("pads").hidden = !room.host;
    write(at("pads"), word(hasKernelPads ? "kernelPads" : "memoryPads"));
    this.#showPips(room, room.host?.limit ?? limit);
    this.#modes.show(room.stage);
    showSwitch(at("policy"), policy, word);
    if (at("languages").value !== current()) at("languages").value = current();
    this.#showLayouts([...layouts, ...kept.map(({ id }) => id)], layout);
  }

  /** Shows a mark with a shape for each slot, in the colour of its player if there is one. */
  #showPips(room, limit) {
    while (at("pips").children.length > limit) at("pips").lastChild.remove();
    while (at("pips").children.length < limit) at("pips").append(make("span", {}, icon(shape(at("pips").children.length + 1))));
    [...at("pips").children].forEach((pip, index) => {
      const player = room.players.get(index + 1);
      set(pip, "class", player ? "taken" : "");
      paint(pip, player?.colour ?? COLOURS.at(-1));
    });
  }

  #showLayouts(layouts, layout) {
    const options = [["", word("ownChoice")], ...layouts.map((id) => [id, title({ id, name: this.names[id] })])];
    const listed = JSON.stringify(options);
    if (listed !== this.#listed) at("layout").replaceChildren(...options.map(([id, text]) => new Option(text, id)));
    this.#listed = listed;
    if (at("layout").value !== layout) at("layout").value = layout;
  }
}
