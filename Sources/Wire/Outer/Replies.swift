/// The host's wish to see that the controller receives at its address (docs/protocol.md, 0xD4).
public struct CookieReply: Sendable {
  /// The controller's index.
  public var index: UInt32
  /// The first eight bytes of the code that it answers.
  public var echo: UInt64
  /// The cookie to try again with.
  public var cookie: InlineArray<16, UInt8>

  /// A reply.
  public init(index: UInt32, echo: UInt64, cookie: InlineArray<16, UInt8>) {
    (self.index, self.echo, self.cookie) = (index, echo, cookie)
  }

  /// The reply in `bytes`.
  public init(parsing bytes: Span<UInt8>) throws(OuterMalformed) {
    try OuterType.cookie.check(bytes)
    guard bytes.u16(at: 2) == 0 else { throw .reserved }
    self.init(index: bytes.u32(at: 4), echo: bytes.u64(at: 8), cookie: InlineArray { bytes[16 + $0] })
  }

  /// The datagram.
  public var datagram: Datagram<192> {
    var datagram = Datagram<192>()
    OuterType.cookie.begin(&datagram)
    datagram.append(index)
    datagram.append(echo)
    datagram.append(contentsOf: cookie.span)
    return datagram
  }
}

/// The host's hint why it does not answer a handshake (docs/protocol.md, 0xD6).
public struct Rejection: Hashable, Sendable {
  /// Why.
  public var refusal: Refusal
  /// The controller's index.
  public var index: UInt32
  /// The first eight bytes of the code that it answers.
  public var echo: UInt64

  /// A rejection.
  public init(refusal: Refusal, index: UInt32, echo: UInt64) {
    (self.refusal, self.index, self.echo) = (refusal, index, echo)
  }

  /// The rejection in `bytes`.
  public init(parsing bytes: Span<UInt8>) throws(OuterMalformed) {
    try OuterType.rejection.check(bytes)
    guard let refusal = Refusal(rawValue: bytes[2]), refusal != .none else { throw .value }
    guard bytes[3] == 0 else { throw .reserved }
    self.init(refusal: refusal, index: bytes.u32(at: 4), echo: bytes.u64(at: 8))
  }

  /// The datagram.
  public var datagram: Datagram<192> {
    var datagram = Datagram<192>()
    OuterType.rejection.begin(&datagram, refusal.rawValue)
    datagram.append(index)
    datagram.append(echo)
    return datagram
  }
}
