// The gateway's presence, which a page can ask for without a ticket.
//
// A page seeks a gateway that is gone by requests: a WebSocket does not tell why it failed, and Firefox holds each next one back
// for longer.

/** Returns whether the gateway answers within `patience`, ms. */
export async function answers(patience) {
  try {
    return (await fetch("/web/icon.svg", { cache: "no-store", signal: AbortSignal.timeout(patience) })).ok;
  } catch {
    return false;
  }
}
