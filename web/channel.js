// A data channel straight to the host, over UDP. The page writes the host's answer itself, so that no signalling is needed.
//
// The host is an ICE-lite agent (RFC 8445 §2.5) at a known address and port. Its credentials and the digest of its certificate come from the
// code or the gateway. The page's own offer is not changed.

import { Carrier } from "./carriers.js";

/** The limit on bytes waiting in the browser before a send: a few states, as more would be outdated. */
const BACKLOG = 256;
/** The time before a greeting is repeated, ms. Only the carrier repeats greetings. */
const AGAIN = 250;
/** The times at which other texts are sent; the host ignores repeats; ms. */
const REPEATS = [0, 60, 150];
/** The time for the last texts before closing; ms. */
const LAST_WORDS = 250;
const LOCAL = "127.0.0.1";
const LETTERS = /^[A-Za-z0-9+/]+$/;
const DIGEST = /^[\w-]{43}$/;

const isIPv6 = (address) => address.includes(":");

/** Converts a digest from base64url to the form of session descriptions: AB:CD:… */
function digits(digest) {
  const bytes = atob(digest.replaceAll("-", "+").replaceAll("_", "/"));
  return Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()).join(":");
}

/** Returns the host's answer to `offer` (RFC 8829 §5.3); without `addresses`, the host served this page. */
export function answer(offer, { addresses = [ownAddress()], port, user, password, fingerprint }) {
  const name = /^a=mid:(\S+)/m.exec(offer)[1];
  const family = (address) => (isIPv6(address) ? "IP6" : "IP4");
  const candidates = addresses.map((address, index) =>
    `a=candidate:${index + 1} 1 udp ${2130706431 - index} ${address} ${port} typ host`);
  return [
    "v=0", "o=- 1 1 IN IP4 0.0.0.0", "s=-", "t=0 0", "a=ice-lite", `a=group:BUNDLE ${name}`,
    `m=application ${port} UDP/DTLS/SCTP webrtc-datachannel`, `c=IN ${family(addresses[0])} ${addresses[0]}`, `a=mid:${name}`,
    `a=ice-ufrag:${user}`, `a=ice-pwd:${password}`, `a=fingerprint:sha-256 ${digits(fingerprint)}`, "a=setup:passive",
    "a=sctp-port:5000", "a=max-message-size:65536", ...candidates, "a=end-of-candidates", "",
  ].join("\r\n");
}

/** Returns whether the argument describes the host's end of a channel. */
export function isHost({ port, user, password, fingerprint }) {
  const isText = [user, password, fingerprint].every((text) => typeof text === "string");
  return isText && port > 0 && port < 65536 && LETTERS.test(user) && LETTERS.test(password) && password.length >= 22 && DIGEST.test(fingerprint);
}

/** Returns the address that served this page. */
function ownAddress() {
  const name = location.hostname.replace(/^\[|\]$/g, "");
  return name === "localhost" ? LOCAL : name;
}

/** A data channel to `host`, which may be a promise. Messages may be lost or reordered. */
export class ChannelCarrier extends Carrier {
  static label = "rtc";
  #peer;
  #channel;
  #greeting = 0;
  #ticket;

  constructor(host, on) {
    super(on);
    this.isLossy = true;
    this.#open(host).catch(() => this.end("unopened"));
  }

  get canSend() { return this.isOpen && this.#channel.bufferedAmount < BACKLOG; }
  /** Does nothing, as the ticket was needed only to reach the host. */
  use() {}
  send(bytes) { this.#send(bytes); }

  /** Sends an object once; it may be lost. */
  sendOnce(said) { this.#send(JSON.stringify(said)); }

  /** Sends an object repeatedly, so that one arrives: a greeting, with the ticket, until the host answers. */
  sendText(said) {
    const isGreeting = said.type === "hello";
    const text = JSON.stringify(isGreeting ? { ...said, ticket: this.#ticket } : said);
    if (!isGreeting) return REPEATS.forEach((pause) => setTimeout(() => this.#send(text), pause));
    clearInterval(this.#greeting);
    this.#greeting = setInterval(() => this.#send(text), AGAIN);
    this.#send(text);
  }

  close() {
    super.close();
    clearInterval(this.#greeting);
    setTimeout(() => this.#peer?.close(), LAST_WORDS);
  }

  text(text) {
    clearInterval(this.#greeting);
    // A data channel has no status for refusing a ticket.
    if (text.includes('"denied"') && JSON.parse(text).reason === "ticket") return this.end("refused");
    super.text(text);
  }

  async #open(host) {
    const peer = new RTCPeerConnection();
    this.#peer = peer;
    peer.onconnectionstatechange = () => peer.connectionState === "failed" && this.#fail();
    const channel = peer.createDataChannel("tpp.v1", { negotiated: true, id: 0, ordered: false, maxRetransmits: 0 });
    this.#channel = channel;
    channel.binaryType = "arraybuffer";
    channel.onopen = () => this.opened();
    channel.onmessage = ({ data }) => (typeof data === "string" ? this.text(data) : this.binary(new Uint8Array(data)));
    channel.onclose = () => this.#lose();
    const offer = await peer.createOffer();
    await peer.setLocalDescription(offer);
    const known = await host;
    this.#ticket = known.password.replaceAll("+", "-").replaceAll("/", "_");
    await peer.setRemoteDescription({ type: "answer", sdp: answer(offer.sdp, known) });
  }

  /** Ends when the browser reports a failure. If the network was connected but the channel never opened, the host at that address has another
   * certificate, so it is not the right host. */
  #fail() {
    const isForeign = !this.isOpen && ["connected", "completed"].includes(this.#peer.iceConnectionState);
    if (isForeign) this.end("foreign");
    else this.#lose();
  }

  #lose() { this.end(this.isOpen ? "lost" : "unopened"); }

  #send(data) { if (this.#channel?.readyState === "open") this.#channel.send(data); }
}
