public import Model
public import Wire

/// A question to one address who is there: the answer has the host's key, which a session needs, and its cookie.
///
/// Nobody vouches for the answer. It is good for finding the host's key again among those that are known, and for a PIN,
/// which finds out by itself whether the key is the right one.
public struct HostProbe: Sendable {
  private let probe: Probe
  private var repetition: Repetition

  /// A question that is due `now` and told from others by `nonce`, drawn at random.
  public init(nonce: UInt64, at now: Instant) {
    probe = Probe(nonce: nonce)
    repetition = Repetition(at: now)
  }

  /// When ``datagram(at:)`` has something to send, or nobody has answered for 10 s.
  public var nextDeadline: Instant { repetition.due }

  /// Whether nobody has answered for 10 s.
  public func isOver(at now: Instant) -> Bool { repetition.ends <= now }

  /// The datagram that is due at `now`; nil when none is.
  public mutating func datagram(at now: Instant) -> Datagram<512>? {
    guard !isOver(at: now), repetition.take(at: now) else { return nil }
    return Datagram(probe.datagram)
  }

  /// The answer, if `bytes` are one to this question.
  public func answer(in bytes: Span<UInt8>) -> ProbeReply? {
    guard let reply = try? ProbeReply(parsing: bytes), reply.nonce == probe.nonce else { return nil }
    return reply
  }
}

extension Datagram where capacity == 512 {
  /// The same bytes, with room for more.
  init(_ datagram: Datagram<192>) {
    self.init()
    datagram.withBytes { append(contentsOf: $0) }
  }
}
