// The records of docs/protocol.md ("The local socket") in the form in which the gateway passes them on: `u16 length · packet`. A HOST
// about the host comes first, then a PLAYER for each player, then a HOST about the stage.

import { Cursor, readFrames } from "./cursor.js";
import { readStage } from "./stage.js";
import { BINS, COUNTS, DROPS, MESSAGE, POLICIES, SILENCES, SLOTS, VERSION } from "./tables.js";

const radians = (angle) => (angle / 2 ** 31) * Math.PI;
const milliseconds = (microseconds) => microseconds / 1000;

function readHost(frames) {
  const body = frames.get("bridge");
  const [limit, players, hasKernelPads, policy, droppedByKernel] = [body.u8(), body.u8(), Boolean(body.u8() & 1), POLICIES[body.u8()], body.u32()];
  body.skip(8);
  return { limit, players, hasKernelPads, policy, droppedByKernel, reports: body.u64(), drops: readCounters(frames, "drops", DROPS) };
}

function readPad(body) {
  const buttons = body?.u32() ?? 0;
  const sticks = body?.list(4, (each) => Math.max(-1, each.i16() / 32767)) ?? [0, 0, 0, 0];
  return { buttons, sticks, triggers: body?.list(2, (each) => each.u8() / 255) ?? [0, 0] };
}

const readCounters = (frames, name, table) => frames.get(name)?.counters(table.length) ?? new Array(table.length).fill(0);
const readBins = (body) => body?.list(BINS, (each) => each.u32()) ?? new Array(BINS).fill(0);

/** Reads the raw and the smoothed roll; both are null without tilt. */
function readTilt(body) {
  const angles = body?.list(6, (each) => radians(each.i32()));
  return { raw: angles?.at(0) ?? null, smoothed: angles?.at(3) ?? null };
}

/** Reads a player; null if the slot has no controller. Angles are in rad, sticks −1…1 (right and down positive), triggers 0…1, times in ms. */
function readPlayer(slot, frames) {
  const [controller, times, clock] = ["controller", "times", "clock"].map((name) => frames.get(name));
  if (!controller) return null;
  const [isConnected, stage, battery, transport] = [Boolean(controller.u8() & 1), controller.u8(), controller.u8(), controller.u8()];
  const counts = readCounters(frames, "counts", COUNTS);
  return {
    slot, stage, isConnected, battery: battery <= 100 ? battery : null, transport, ...readTilt(frames.get("tilt")), report: readPad(frames.get("pad")),
    jitter: milliseconds(times?.u32() ?? 0), silence: milliseconds(times?.u32() ?? 0),
    ...Object.fromEntries(COUNTS.map((name, index) => [name, counts[index]])),
    roundTrip: clock ? milliseconds(clock.list(3, (each) => each.u32())[2]) : null,
    delays: readBins(frames.get("delays")), handling: readBins(frames.get("handling")),
  };
}

const isPossible = (player, taken) => player && player.slot >= 1 && player.slot <= SLOTS && player.stage < SILENCES.length && !taken.has(player.slot);

/** Reads the packet in `cursor` and adds it to `batch`; returns false if the packet violates the format. */
function add(cursor, batch) {
  const type = cursor.u8();
  if (type !== MESSAGE.host && type !== MESSAGE.player) return true;
  const versionOrSlot = cursor.u8();
  if (type === MESSAGE.host && versionOrSlot !== VERSION) {
    batch.otherVersion = versionOrSlot;
    return true;
  }
  const frames = readFrames(cursor);
  if (!frames) return false;
  if (type === MESSAGE.player) {
    const player = readPlayer(versionOrSlot, frames);
    if (!isPossible(player, batch.players)) return false;
    batch.players.set(player.slot, player);
    return true;
  }
  const [host, stage] = [frames.has("bridge") ? readHost(frames) : null, readStage(frames)];
  if (stage === undefined || (host ? !host.policy : !stage)) return false;
  batch.host ??= host;
  batch.stage = stage ?? batch.stage;
  return true;
}

/**
 * Reads a binary message of the gateway.
 *
 * Returns {host, players: Map from slot to player, stage or null}, or {otherVersion} for a daemon whose status this page does not support.
 * Returns null if anything violates the format. Half a batch must not count, because a player who is missing from a batch counts as gone. Skips
 * records and frames of unknown types.
 */
export function readBatch(buffer) {
  const cursor = new Cursor(new DataView(buffer));
  const batch = { host: null, players: new Map(), stage: null };
  while (cursor.left >= 2) {
    const packet = cursor.part(cursor.u16());
    // Each packet begins with a type, and a version or a slot.
    if (!packet || packet.left < 2 || !add(packet, batch)) return null;
  }
  if (batch.otherVersion !== undefined) return { otherVersion: batch.otherVersion };
  return batch.host && cursor.left === 0 ? batch : null;
}
