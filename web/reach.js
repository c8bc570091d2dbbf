// The gateway's presence, which a page can ask for without a ticket.
//
// A page seeks a gateway that is gone by requests: a WebSocket does not tell why it failed, and Firefox holds each next one back
// for longer.

/** The longest time that the gateway may take to answer; ms. */
const PATIENCE = 8000;

/** Returns whether the gateway answers. */
export async function answers() {
  try {
    return (await fetch("/web/icon.svg", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) })).ok;
  } catch {
    return false;
  }
}
