// The location of a host in a code, for a page on another host: 1.192.168.1.20,[2001:db8::5].28443.TICKET.FINGERPRINT
//
// The parts are the version, the host's addresses, its UDP port, the ticket, and the SHA-256 of the certificate for data channels. The last two
// are in base64url.

/** The version of codes that this page understands. */
const VERSION = "1";
const PORT = /^[1-9]\d{0,4}$/;

/** Reads a code; null if it has another version, or no location. */
export function read(code) {
  const [version, ...parts] = code.split(".");
  const [port, ticket, fingerprint] = parts.splice(-3);
  const addresses = parts.join(".").split(",").map((address) => address.replace(/^\[|\]$/g, ""));
  const isWhole = version === VERSION && PORT.test(port ?? "") && ticket && fingerprint && addresses.every(Boolean);
  return isWhole ? { addresses, port: Number(port), fingerprint } : null;
}

/** Returns a ticket's user name and password in STUN (docs/web.md, "Data channels"). */
export async function credentials(ticket) {
  const password = ticket.replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(password), (letter) => letter.charCodeAt(0));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return { user: btoa(String.fromCharCode(...digest)).slice(0, 8), password };
}
