public import Model
import Session
public import Wire

/// The host's side of the search by PROBE: who gets an answer (docs/protocol.md, "Discovery").
///
/// A value that only decides. On the receive path, for a datagram whose first byte is 0xD0:
///
/// 1. ``question(in:from:at:)`` says whether it gets an answer at all. What it refuses has to be dropped.
/// 2. The answer is ``answer(to:_:cookie:)``, or whatever else knows the host's key and the sender's cookie makes one:
///    `HostChannel.receive` does.
///
/// ``networks`` has to be brought up to date every few seconds; until it was, nobody gets an answer.
public struct ProbeResponder: Sendable {
  /// This machine's networks; who asks from elsewhere gets no answer.
  public var networks: [AddressRange] = []

  /// 5 a second for an address, 20 in all.
  private var limit = AddressLimit(perAddress: 5, total: 20)

  /// Nobody gets an answer yet.
  public init() {}

  /// Whether `bytes` look like a PROBE, by their first byte alone.
  public static func isQuestion(_ bytes: Span<UInt8>) -> Bool {
    bytes.count > 0 && bytes[0] == OuterType.probe.rawValue
  }

  /// The question in `bytes` from `sender`; nil when it is none, comes from elsewhere, or is one too many.
  public mutating func question(in bytes: Span<UInt8>, from sender: Endpoint, at now: Instant) -> Probe? {
    guard let probe = try? Probe(parsing: bytes), isNear(sender.address),
      limit.take(from: sender.address, at: now)
    else { return nil }
    return probe
  }

  /// The answer of a host that says `record`: shorter than the question, so nobody gains by asking in another's name.
  public static func answer(
    to probe: Probe, _ record: HostRecord, cookie: InlineArray<16, UInt8> = InlineArray(repeating: 0)
  ) -> Datagram<192> {
    ProbeReply(
      nonce: probe.nonce, announcement: record.announcement, key: (record.key ?? .absent).bytes,
      cookie: cookie
    ).datagram
  }

  /// Whether `address` is on a network of this machine's.
  private func isNear(_ address: Address) -> Bool {
    for network in networks where network.contains(address) { return true }
    return false
  }
}
