// The players' modes, of which the host chooses one at a time. They are bound below the root of a tree (tree.js).

import { MODES } from "../tables.js";
import { Buzzer } from "./buzzer.js";
import { Attract, Lobby } from "./lobby.js";
import { Play, Tank } from "./pads.js";
import { Scene } from "./scene.js";
import { listen } from "./swipes.js";
import { Modes, Node } from "./tree.js";

const KINDS = { attract: Attract, lobby: Lobby, play: Play, buzzer: Buzzer, tank: Tank };

/** The modes of `page`, which is the state that the page and the modes share (join.js). */
export class Room {
  #page;
  #root = new Node();
  #stage = this.#root.bind(new Modes());
  #modes;
  #scene = new Scene();
  #life = null;
  #now = null;
  #players = new Map();
  #motion = null;

  constructor(page) {
    this.#page = page;
    this.#modes = new Map(MODES.map((name) => [name, this.#stage.bind(new KINDS[name](page, this.#scene))]));
  }

  /** True if the current mode has a layout of its own, or needs no layout. */
  get isFixed() { return this.#stage.current?.name !== "play" && this.#life !== null; }
  /** True if states must be sent at the full rate even at rest. */
  get isKeen() { return this.#stage.current?.isKeen ?? false; }

  /** Starts when the page gets a seat, in the host's mode, with the messages that the host has sent so far. */
  begin() {
    if (this.#life) return;
    this.#life = new AbortController();
    const millimetre = () => this.#page.game.millimetre;
    for (const element of [document.getElementById("pad"), this.#scene.element]) listen(element, this.#root, millimetre, this.#life.signal);
    const { mode = "play", players = [] } = this.#page.heard;
    this.#compare(players);
    if (!this.#page.game.isResting) this.#change("play");
    this.#change(mode);
  }

  /** Stops when the page gives up its seat. */
  end() {
    this.#life?.abort();
    this.#life = null;
    this.#stage.change(null);
    this.#players.clear();
  }

  /** Applies a message of the host. `kind` is mode, round, quiz or players, or "language" if the player has chosen a language. */
  hear(kind, what) {
    if (!this.#life) return;
    if (kind === "mode") return this.#change(what);
    if (kind === "players") this.#compare(what);
    this.tell("net", kind, what);
  }

  /** Sends a message through the whole tree. */
  tell(message, ...what) { return this.#root.tell(message, ...what); }

  /** Sends `update` with the ms since the last call, and any tilt and motion. It is called with each frame of the screen. */
  pass(now) {
    this.tell("update", now - (this.#now ?? now));
    this.#now = now;
    const { game } = this.#page;
    if (game.roll !== null) this.tell("tilt", { roll: game.roll });
    if (game.motion && game.motion !== this.#motion) this.tell("accelerate", game.motion);
    this.#motion = game.motion;
  }

  /** Changes the mode; ignores an unknown one. */
  #change(name) {
    const mode = this.#modes.get(name);
    if (mode) this.#stage.change(mode);
  }

  /** Sends a message for each player who has come or left. */
  #compare(players) {
    const before = this.#players;
    this.#players = new Map(players.map(({ player, name }) => [player, name]));
    for (const [player, name] of before) if (!this.#players.has(player)) this.tell("left", { player, name });
    for (const [player, name] of this.#players) if (!before.has(player)) this.tell("joined", { player, name });
  }
}
