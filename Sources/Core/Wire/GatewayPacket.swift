/// The messages from the bridge that only gateways get, and the answers to their orders.
public enum GatewayPacket: Sendable {
  /// The host's frames for a controller, which start at ``GatewayHeader/size``.
  case frames(GatewayHeader)
  /// The slot of a controller, or the reason why it has none.
  case seat(SeatNotice)
  /// The state of the set-up, and the page for phones.
  case site(SiteNotice)
  /// The host's decision about a waiting controller.
  case verdict(Verdict)
  /// The answer to an order of the gateway.
  indirect case answer(LocalAnswer)

  /// Decodes the message in `bytes`, as the bridge sends it.
  ///
  /// - Throws: `tooShort`, `tooLong`, `unknownType` or `reservedNotZero`.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count >= SeatNotice.size else { throw .tooShort }
    switch LocalMessageKind(rawValue: bytes[0]) {
    case .frames: self = .frames(try GatewayHeader(parsing: bytes))
    case .verdict: self = .verdict(try Verdict(parsing: bytes))
    case .seat: self = .seat(try SeatNotice(parsing: bytes))
    case .site: self = .site(try SiteNotice(parsing: bytes))
    case .answer: self = .answer(try LocalAnswer(parsing: bytes))
    default: throw .unknownType
    }
  }
}
