// The records of docs/protocol.md ("The local socket") as the gateway hands them on: `u16 length · packet`, first HOST, then
// PLAYER for each player, then STAGE. All integers are little-endian.

import { readStage, STAGE_SIZE } from "./stage.js";

const HOST = 0xe9;
const PLAYER = 0xea;
const STAGE = 0xf3;
/** The least lengths; a longer record is a newer one with the same start. */
const LEAST = { [HOST]: 328, [PLAYER]: 512, [STAGE]: STAGE_SIZE };
const DROPS = 38;
/** The number of bins of the packets' delays: < 1, < 2, < 4 … < 256 ms, and more. */
export const BINS = 10;
const MOST_PLAYERS = 16;

/** The flags of a host: kernel pads, and who may join. */
const KERNEL_PADS = 1;
const POLICIES = { 0: "open", 2: "ask", 4: "locked" };
/** The flags of a player. */
const FLAG = { connected: 1, tilt: 2, clock: 4 };

// Counters are exact up to 2⁵³, which is 4 million years of packets.
const u64 = (view, at) => view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;
const radians = (view, at) => (view.getInt32(at, true) / 2 ** 31) * Math.PI;
const list = (count, value) => Array.from({ length: count }, (_, index) => value(index));

function readHost(view) {
  const flags = view.getUint8(3);
  return {
    limit: view.getUint8(1), players: view.getUint8(2), hasKernelPads: Boolean(flags & KERNEL_PADS), policy: POLICIES[flags & ~KERNEL_PADS],
    droppedByKernel: view.getUint32(4, true), reports: u64(view, 16), drops: list(DROPS, (index) => u64(view, 24 + 8 * index)),
  };
}

/** Reads a player: angles in rad, sticks −1…1 (right and down positive), triggers 0…1, times in ms. */
function readPlayer(view) {
  const flags = view.getUint8(3);
  const [hasTilt, hasClock] = [Boolean(flags & FLAG.tilt), Boolean(flags & FLAG.clock)];
  const battery = view.getUint8(4);
  return {
    slot: view.getUint8(1), stage: view.getUint8(2), isConnected: Boolean(flags & FLAG.connected),
    battery: battery <= 100 ? battery : null, transport: view.getUint8(5),
    raw: hasTilt ? radians(view, 36) : null, smoothed: hasTilt ? radians(view, 48) : null,
    report: {
      buttons: view.getUint32(60, true), sticks: list(4, (index) => Math.max(-1, view.getInt16(64 + 2 * index, true) / 32767)),
      triggers: [view.getUint8(72) / 255, view.getUint8(73) / 255],
    },
    jitter: view.getUint32(76, true) / 1000, silence: view.getUint32(80, true) / 1000,
    received: u64(view, 84), late: u64(view, 92), lost: u64(view, 100), recovered: u64(view, 116),
    roundTrip: hasClock ? view.getUint32(164, true) / 1000 : null,
    delays: list(BINS, (index) => view.getUint32(472 + 4 * index, true)),
  };
}

function isPossible(player, taken) {
  return player.slot >= 1 && player.slot <= MOST_PLAYERS && player.stage <= 3 && !taken.has(player.slot);
}

/**
 * Reads a binary message: {host, players: Map from slot to player, stage or null}. It is null if anything breaks the format: a player
 * missing in a batch has left, so half a batch must not count. Records of unknown types are skipped.
 */
export function readBatch(buffer) {
  const players = new Map();
  let host = null;
  let stage = null;
  let at = 0;
  while (at + 2 <= buffer.byteLength) {
    const length = new DataView(buffer).getUint16(at, true);
    if (!length || at + 2 + length > buffer.byteLength) return null;
    const view = new DataView(buffer, at + 2, length);
    const type = view.getUint8(0);
    if (length < (LEAST[type] ?? 1)) return null;
    if (type === HOST) host ??= readHost(view);
    if (host && !host.policy) return null;
    if (type === PLAYER) {
      const player = readPlayer(view);
      if (!isPossible(player, players)) return null;
      players.set(player.slot, player);
    }
    if (type === STAGE && !(stage = readStage(view))) return null;
    at += 2 + length;
  }
  return host && at === buffer.byteLength ? { host, players, stage } : null;
}
