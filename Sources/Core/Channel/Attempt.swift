import Cryptography
import Model
import Wire

/// A controller's handshake in progress: one INIT, repeated with the newest cookie.
struct Attempt: Sendable {
  /// The index at the start of the host's packets to this controller.
  let index: UInt32
  let handshake: ControllerHandshake
  let begun: Instant
  /// The time at which the next INIT is due.
  private(set) var due: Instant
  /// True if the controller accepts a cookie from the host, which it does once after each INIT.
  private(set) var takesCookie = false
  /// The encoded INIT up to its second code.
  private(set) var datagram: Datagram<192>

  private let echo: UInt64
  private var sent = 0
  /// The time at which the next INIT would be due if the host had not asked for a cookie.
  private var regular: Instant

  /// Begins a handshake at `now`; returns nil if the host's key is invalid.
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

  /// Returns the INIT with `cookie`; the next one is due after a pause.
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

  /// Returns whether an answer with this index and echo belongs to this INIT.
  func isAnswered(by index: UInt32, _ echo: UInt64) -> Bool {
    index == self.index && echo == self.echo
  }

  /// Makes the next INIT due immediately.
  mutating func hurry(at now: Instant) {
    due = now
    takesCookie = false
  }
}
