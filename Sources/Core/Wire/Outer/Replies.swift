/// The host's demand for a proof that the controller receives packets at its address.
///
/// Source: docs/protocol.md, 0xD4.
public struct CookieReply: Sendable {
  /// The controller's index.
  public var index: UInt32
  /// The first eight bytes of mac1 in the answered datagram.
  public var echo: UInt64
  /// The cookie with which the controller tries again.
  public var cookie: InlineArray<16, UInt8>

  /// Creates a reply.
  public init(index: UInt32, echo: UInt64, cookie: InlineArray<16, UInt8>) {
    (self.index, self.echo, self.cookie) = (index, echo, cookie)
  }

  /// Decodes the reply in `bytes`.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    try OuterType.cookie.check(bytes)
    guard bytes.u16(at: 2) == 0 else { throw .sessionReserved }
    self.init(index: bytes.u32(at: 4), echo: bytes.u64(at: 8), cookie: InlineArray { bytes[16 + $0] })
  }

  /// The encoded reply.
  public var datagram: Datagram<192> {
    var datagram = Datagram<192>()
    OuterType.cookie.begin(&datagram)
    datagram.append(index)
    datagram.append(echo)
    datagram.append(contentsOf: cookie.span)
    return datagram
  }
}

/// The host's refusal to answer a handshake (docs/protocol.md, 0xD6).
///
/// The refusal is not authenticated, so the controller continues its handshake.
public struct Rejection: Hashable, Sendable {
  /// The reason for the refusal.
  public var refusal: Refusal
  /// The controller's index.
  public var index: UInt32
  /// The first eight bytes of mac1 in the rejected datagram.
  public var echo: UInt64

  /// Creates a rejection.
  public init(refusal: Refusal, index: UInt32, echo: UInt64) {
    (self.refusal, self.index, self.echo) = (refusal, index, echo)
  }

  /// Decodes the rejection in `bytes`.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    try OuterType.rejection.check(bytes)
    guard let refusal = Refusal(rawValue: bytes[2]), refusal != .none else { throw .sessionValue }
    guard bytes[3] == 0 else { throw .sessionReserved }
    self.init(refusal: refusal, index: bytes.u32(at: 4), echo: bytes.u64(at: 8))
  }

  /// The encoded rejection.
  public var datagram: Datagram<192> {
    var datagram = Datagram<192>()
    OuterType.rejection.begin(&datagram, refusal.rawValue)
    datagram.append(index)
    datagram.append(echo)
    return datagram
  }
}
