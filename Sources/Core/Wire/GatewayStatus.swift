public import Model

/// The request for the status of the web gateway, from a local program (docs/web.md, "Tickets").
public struct GatewayStatusRequest: Hashable, Sendable {
  private static let type: UInt8 = 0xfa

  /// Creates a request.
  public init() {}

  /// Decodes the request in `bytes`.
  ///
  /// - Throws: `tooShort`, `tooLong`, `unknownType` or `reservedNotZero`.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    try bytes.check(type: GatewayStatusRequest.type, size: TicketRequest.size)
    guard bytes.u64(at: 0) >> 8 == 0 else { throw .reservedNotZero }
  }

  /// The encoded message.
  public var datagram: Datagram<8> {
    var datagram = Datagram<8>()
    datagram.append(UInt64(GatewayStatusRequest.type))
    return datagram
  }
}

/// The status of the web gateway, for a local program (docs/web.md, "Tickets").
public struct GatewayStatus: Hashable, Sendable {
  /// The size of a message without players, in bytes.
  public static let size = 16 + 8 * Refusal.allCases.count
  /// The size of the longest message, in bytes.
  public static let longest = size + PlayerSlot.limit * playerSize
  /// The bytes of one received message, with room for the longest.
  public typealias Buffer = InlineArray<712, UInt8>
  private static let type: UInt8 = 0xfb
  private static let playerSize = 1 + DeviceName.size

  /// The kinds of refusals by the gateway, in the order of the counts on the wire.
  public enum Refusal: String, CaseIterable, Sendable {
    /// An HTTP request that is answered with an error.
    case requests
    /// A text or a packet from a page, a dashboard or an overlay, or a report of a running game.
    case messages
    /// A connection that breaks a rule of TLS, HTTP or WebSocket, and ends without an answer.
    case connections
    /// A connection that found no room, was replaced by another, or was silent for too long.
    case room
    /// A datagram for data channels.
    case datagrams
  }

  /// The transports of pages, in the order of their counts on the wire.
  public static let transports: [GatewayHeader.Transport] = [.webSocket, .http, .webRTC]

  /// The TCP port of the page with TLS.
  public var port: UInt16
  /// The TCP port of the page without TLS; 0 if there is none.
  public var plainPort: UInt16
  /// The numbers of connected pages per transport, in the order of ``transports``.
  public var pages: [UInt16]
  /// The number of connected pages that wait for a slot.
  public var waiting: UInt16
  /// The number of open dashboards.
  public var dashboards: UInt16
  /// The number of open overlays, 0 to 16.
  public var overlays: UInt8
  /// The numbers of refusals, in the order of ``Refusal``.
  public var refusals: [UInt64]
  /// The names of the players whose controllers are pages.
  public var names: [PlayerSlot: DeviceName]

  /// Creates a status; `pages` has a count for each of ``transports``, and `refusals` one for each ``Refusal``.
  public init(
    port: UInt16, plainPort: UInt16 = 0, pages: [UInt16], waiting: UInt16, dashboards: UInt16,
    overlays: UInt8 = 0, refusals: [UInt64], names: [PlayerSlot: DeviceName] = [:]
  ) {
    (self.port, self.plainPort, self.pages, self.waiting) = (port, plainPort, pages, waiting)
    (self.dashboards, self.overlays, self.refusals, self.names) = (dashboards, overlays, refusals, names)
  }

  /// The name and the count of each kind of refusal.
  public var refused: [(name: String, count: UInt64)] {
    zip(Refusal.allCases, refusals).map { ($0.rawValue, $1) }
  }

  /// Decodes the status in `bytes`.
  ///
  /// - Throws: `tooShort`, `tooLong`, `unknownType` or `reservedNotZero`.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    try bytes.check(type: GatewayStatus.type, size: GatewayStatus.size...GatewayStatus.longest)
    guard bytes[1] <= OverlayLink.overlayLimit else { throw .reservedNotZero }
    guard (bytes.count - GatewayStatus.size) % GatewayStatus.playerSize == 0 else { throw .tooShort }
    self.init(
      port: bytes.u16(at: 2), plainPort: bytes.u16(at: 4),
      pages: GatewayStatus.transports.indices.map { bytes.u16(at: 6 + 2 * $0) }, waiting: bytes.u16(at: 12),
      dashboards: bytes.u16(at: 14), overlays: bytes[1],
      refusals: Refusal.allCases.indices.map { bytes.u64(at: 16 + 8 * $0) })
    for start in stride(from: GatewayStatus.size, to: bytes.count, by: GatewayStatus.playerSize) {
      guard let slot = PlayerSlot(number: Int(bytes[start])) else { throw .reservedNotZero }
      names[slot] = DeviceName(copying: bytes, at: start + 1)
    }
  }

  /// The encoded message, with the players in the order of their slots.
  public var datagram: Datagram<712> {
    var datagram = Datagram<712>()
    datagram.append(GatewayStatus.type)
    datagram.append(overlays)
    for number in [port, plainPort] + pages + [waiting, dashboards] { datagram.append(number) }
    for count in refusals { datagram.append(count) }
    for (slot, name) in names.sorted(by: { $0.key.index < $1.key.index }) {
      datagram.append(slot.number)
      datagram.append(contentsOf: name.bytes.span)
    }
    return datagram
  }
}
