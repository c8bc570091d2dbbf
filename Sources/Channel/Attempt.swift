import Cryptography
import Model
import Wire

/// A controller's handshake under way: one INIT, sent again and again with the cookie of the day.
struct Attempt: Sendable {
  /// What the host puts in front of what it sends.
  let index: UInt32
  let handshake: ControllerHandshake
  let begun: Instant
  /// When the next INIT is due.
  private(set) var due: Instant
  /// Whether the host may ask for a cookie: once after each INIT.
  private(set) var takesCookie = false
  /// The INIT up to the second code.
  private(set) var datagram: Datagram<192>

  private let echo: UInt64
  private var sent = 0
  /// When the next INIT would be due without the host's wish for a cookie.
  private var regular: Instant

  /// A handshake that begins `now`; nil when the host's key is none.
  init?(
    keys: KeyPair, host: PublicKey, mode: PairingMode, introduction: Introduction, index: UInt32,
    ephemeral: KeyPair, at now: Instant
  ) {
    var datagram = IntroductionHeader(mode: mode, index: index).datagram
    let handshake = ControllerHandshake(
      keys: keys, host: host, ephemeral: ephemeral, introduction: introduction, datagram: &datagram)
    guard let handshake else { return nil }
    echo = datagram.append(PacketCode(receiver: host))
    (self.index, self.handshake, self.datagram) = (index, handshake, datagram)
    (begun, due, regular) = (now, now, now)
  }

  /// The INIT with `cookie`; the next one is due after a pause.
  mutating func next(cookie: InlineArray<16, UInt8>?, at now: Instant) -> Datagram<192> {
    if now >= regular {
      let pauses = ControllerChannel.pauses
      regular = now + pauses[min(sent, pauses.count - 1)]
      sent += 1
    }
    due = min(regular, max(now, begun + ControllerChannel.patience))
    takesCookie = true
    var datagram = datagram
    datagram.append(cookie: cookie)
    return datagram
  }

  /// Whether an answer with this index and echo is one to this INIT.
  func isAnswered(by index: UInt32, _ echo: UInt64) -> Bool {
    index == self.index && echo == self.echo
  }

  /// Makes the next INIT due at once.
  mutating func hurry(at now: Instant) {
    due = now
    takesCookie = false
  }
}
