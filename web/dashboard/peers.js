// Devices with encrypted sessions: their names, and the devices that ask for admission.

import { visible } from "./names.js";

/** The time after connecting in which a reported device does not count as new, ms. */
const LIST = 1500;
const KEY = /^[0-9a-f]{64}$/i;

/** The devices, identified by their keys. */
export class Peers {
  #peers = new Map();
  #since = 0;

  /** Starts again with a new connection at `now`. On it, the host first lists all known devices. */
  begin(now) {
    this.#since = now;
    for (const peer of this.#peers.values()) if (peer.state === "connecting") peer.state = "asked";
  }

  /** Applies the host's report on a device at `now`; returns a list of events. */
  apply({ state, slot, reason, code, key, name }, now) {
    if (typeof state !== "string" || !KEY.test(key ?? "")) return [];
    const before = this.#peers.get(key);
    const peer = {
      key, state, slot: Number.isInteger(slot) ? slot : 0, code: typeof code === "string" ? code : "",
      name: visible(name),
    };
    const isNew = !before && now - this.#since > LIST;
    const wasWaiting = before?.state === "connecting" || before?.state === "asked";
    if (state === "connecting" && !wasWaiting) this.#peers.delete(key);
    this.#peers.set(key, peer);
    if (state === "connecting") return wasWaiting ? [] : [{ kind: "asks", name: peer.name }];
    if (state === "disconnected" && reason) return [{ kind: "denied", name: peer.name, reason }];
    if (state === "connected" && wasWaiting) return [{ kind: "letIn", name: peer.name }];
    return isNew && (state === "connected" || state === "available") ? [{ kind: "paired", name: peer.name }] : [];
  }

  /** The devices that wait for the user's decision, the one that has waited longest first. */
  get waiting() { return [...this.#peers.values()].filter(({ state }) => state === "connecting"); }

  /** The names of the devices that have a slot, each as [slot, {name}]. */
  get names() {
    return [...this.#peers.values()].filter(({ slot, name, state }) => slot && name && state !== "connecting")
      .map(({ slot, name }) => [slot, { name }]);
  }
}
