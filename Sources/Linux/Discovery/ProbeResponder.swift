import Guards
public import Model
public import Wire

/// The host's side of the search by PROBE, which decides which questions are answered (docs/protocol.md, "Discovery").
///
/// The value only makes decisions. On the receive path, a datagram whose first byte is 0xD0 is handled in two steps:
///
/// 1. ``question(in:from:at:)`` decides whether the datagram is answered at all. If the result is nil, drop the
///    datagram.
/// 2. ``answer(to:_:cookie:)`` creates the answer. Other code that has the host's key and the sender's cookie
///    can do this instead, such as `HostChannel.receive`.
///
/// Update ``networks`` every few seconds; before the first update, no question is answered.
public struct ProbeResponder: Sendable {
  /// The networks of this machine; questions from elsewhere are not answered.
  public var networks: [AddressRange] = []

  /// The limit on answers: 5 a second per address, 100 per IPv6 network, 200 in all.
  private var limit = AddressLimit(perAddress: 5, perNetwork: 100, total: 200)

  /// Creates a responder without networks, which answers no question yet.
  public init() {}

  /// Returns whether a datagram that begins with `first`, nil if it is empty, looks like a PROBE.
  public static func isQuestion(beginningWith first: UInt8?) -> Bool { first == OuterType.probe.rawValue }

  /// Returns the question in `bytes` from `sender`.
  ///
  /// The result is nil if `bytes` are not a question, if the sender is not on one of ``networks``, or if the
  /// sender exceeds the limit.
  public mutating func question(in bytes: Span<UInt8>, from sender: Endpoint, at now: Instant) -> Probe? {
    guard let probe = try? Probe(parsing: bytes), isNear(sender.address),
      limit.consume(from: sender.address, at: now)
    else { return nil }
    return probe
  }

  /// Returns the answer that contains `record`.
  ///
  /// The answer is shorter than the question, so an attacker who forges the sender's address cannot amplify
  /// traffic with it.
  public static func answer(
    to probe: Probe, _ record: HostRecord, cookie: InlineArray<16, UInt8> = InlineArray(repeating: 0)
  ) -> Datagram<192> {
    ProbeReply(
      nonce: probe.nonce, announcement: record.announcement, key: (record.key ?? .absent).bytes,
      cookie: cookie
    ).datagram
  }

  /// Returns whether `address` is on one of this machine's networks.
  private func isNear(_ address: Address) -> Bool {
    for network in networks where network.contains(address) { return true }
    return false
  }
}
