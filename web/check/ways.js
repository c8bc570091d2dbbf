// Measures the time that each carrier of the connection takes to open.

import { PostCarrier } from "../carriers.js";
import { after, until } from "./time.js";

/** The longest wait for a carrier, ms; a carrier itself gives up after 8 s. */
const PATIENCE = 9000;

/** The names of the carriers by their labels. */
export const WAYS = { rtc: "WebRTC", wss: "WebSocket", POST: "POST" };

/** Opens each kind of carrier of the `visit` once; returns the times by label in ms, null for one that did not open. */
export async function openEach(visit) {
  await until(() => visit.seat, PATIENCE);
  if (visit.seat?.rtc && window.RTCPeerConnection) await until(() => visit.times.rtc, PATIENCE);
  const found = { ...visit.times };
  if (!found.POST) await measurePost(visit, found);
  return Object.fromEntries(Object.keys(WAYS).map((label) => [label, found[label] === undefined ? null : Math.round(found[label])]));
}

/** Plays by POST for a moment, and then by the former carrier again. */
async function measurePost(visit, found) {
  visit.seat && visit.start(PostCarrier);
  await until(() => visit.times.POST, PATIENCE);
  found.POST = visit.times.POST;
  const before = visit.seat;
  visit.start();
  await until(() => visit.seat !== before && visit.carrierName, PATIENCE);
  await after(200);
}
