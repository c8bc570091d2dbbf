public import Model
public import Wire

/// A query to the host at one address.
///
/// The answer contains the host's key, which a session needs, and a cookie. The answer is not authenticated.
/// It is used to find a host among known keys, and for pairing with a PIN, which itself verifies the key.
public struct HostProbe: Sendable {
  private let probe: Probe
  private var repetition: Repetition

  /// Creates a query that is due at `now`; the random `nonce` distinguishes it from other queries.
  public init(nonce: UInt64, at now: Instant) {
    probe = Probe(nonce: nonce)
    repetition = Repetition(at: now)
  }

  /// The time at which ``datagram(at:)`` has something to send or the wait of 10 s ends.
  public var nextDeadline: Instant { repetition.due }

  /// Returns whether the wait of 10 s for an answer has ended.
  public func isOver(at now: Instant) -> Bool { repetition.ends <= now }

  /// Returns the datagram that is due at `now`, or nil if none is due.
  public mutating func datagram(at now: Instant) -> Datagram<512>? {
    guard !isOver(at: now), repetition.consumeDue(at: now) else { return nil }
    return Datagram(probe.datagram)
  }

  /// Returns the answer in `bytes`, or nil if `bytes` are not an answer to this query.
  public func answer(in bytes: Span<UInt8>) -> ProbeReply? {
    guard let reply = try? ProbeReply(parsing: bytes), reply.nonce == probe.nonce else { return nil }
    return reply
  }
}

extension Datagram where capacity == 512 {
  /// Creates a copy of `datagram` with room for more bytes.
  init(_ datagram: Datagram<192>) {
    self.init()
    datagram.withBytes { append(contentsOf: $0) }
  }
}
