import Channel
import Cryptography
import Model
import Wire

/// A pairing with a PIN in progress (docs/protocol.md, "Pairing with a PIN").
///
/// It sends PAIR1 until the host's share arrives, then PAIR3 until the host's proof arrives.
struct PinRun: Sendable {
  /// The work that is due at a time.
  enum Due: Sendable {
    case nothing
    case send(Datagram<512>)
    case gaveUp
  }

  /// The result of an answer.
  enum Progress: Sendable {
    case nothing
    case paired(Secret)
    case refused(Refusal)
  }

  /// The maximum number of times that the host may ask for a cookie.
  private static let cookieLimit = 4

  private let keys: KeyPair
  private let host: PublicKey
  private let name: DeviceName
  private let pin: UInt32
  private var entry: PinEntry
  private var repetition: Repetition
  private var cookies = 0

  /// Creates a pairing with the six digits of `pin`, 0 to 999,999, that begins at `now`.
  ///
  /// Without a cookie, the host's first answer is a cookie. Returns nil with negligible probability.
  init?(
    keys: KeyPair, host: PublicKey, name: DeviceName, pin: UInt32, cookie: InlineArray<16, UInt8>?,
    at now: Instant, random: inout some RandomNumberGenerator
  ) {
    let entry = PinEntry(
      keys: keys, host: host, name: name, pin: pin, cookie: cookie ?? InlineArray(repeating: 0),
      random: &random)
    guard let entry else { return nil }
    (self.keys, self.host, self.name, self.pin, self.entry) = (keys, host, name, pin, entry)
    repetition = Repetition(at: now)
  }

  /// The time at which ``advance(to:)`` has something to do.
  var nextDeadline: Instant { repetition.due }

  /// Returns the work that is due at `now`.
  mutating func advance(to now: Instant) -> Due {
    guard now < repetition.ends else { return .gaveUp }
    return repetition.consumeDue(at: now) ? .send(Datagram(entry.packet)) : .nothing
  }

  /// Processes a packet from the host.
  mutating func receive(
    _ bytes: Span<UInt8>, at now: Instant, random: inout some RandomNumberGenerator
  ) -> Progress {
    if let reply = try? CookieReply(parsing: bytes) {
      apply(reply, at: now, random: &random)
      return .nothing
    }
    switch entry.receive(bytes) {
    case .send:
      repetition = Repetition(at: now)
      return .nothing
    case .paired(let secret): return .paired(secret)
    case .refused(let refusal): return .refused(refusal)
    case .dropped: return .nothing
    }
  }

  /// Applies a COOKIE reply.
  ///
  /// Both sides have to agree on the cookie, so the attempt starts again with it.
  private mutating func apply(
    _ reply: CookieReply, at now: Instant, random: inout some RandomNumberGenerator
  ) {
    guard cookies < PinRun.cookieLimit, entry.packet.isPairShare(answeredBy: reply) else { return }
    let entry = PinEntry(
      keys: keys, host: host, name: name, pin: pin, cookie: reply.cookie, random: &random)
    guard let entry else { return }
    self.entry = entry
    cookies += 1
    repetition = Repetition(at: now)
  }
}

extension Datagram where capacity == 192 {
  /// Returns whether this is the PAIR1 whose index and first code `reply` repeats.
  fileprivate func isPairShare(answeredBy reply: CookieReply) -> Bool {
    func number(at offset: Int, _ count: Int) -> UInt64 {
      (0..<count).reduce(0) { $0 | UInt64(self[offset + $1]) << UInt64(8 * $1) }
    }
    return self[0] == OuterType.pairShare.rawValue && number(at: 4, 4) == UInt64(reply.index)
      && number(at: PairShare.firstCode.lowerBound, 8) == reply.echo
  }
}
