/// A request for a ticket, from a local program to the web gateway (docs/web.md, "Tickets").
public struct TicketRequest: Hashable, Sendable {
  /// The message's size in bytes.
  public static let size = 8
  private static let type: UInt8 = 0xf8

  /// The rights that a ticket can give.
  public enum Role: UInt8, Sendable {
    /// The right to play.
    case player = 0
    /// The right to see the host's dashboard and to give the orders of a dashboard.
    case host = 1
    /// The right to see the host's pages, for example on a television, without giving orders.
    case television = 2
  }

  /// The rights that the ticket is to give.
  public var role: Role
  /// True if the gateway replaces the ticket when it is used or about to expire, as long as the connection lasts.
  public var isRenewed: Bool

  /// Creates a request for a ticket of `role`.
  public init(for role: Role = .player, isRenewed: Bool = false) {
    (self.role, self.isRenewed) = (role, isRenewed)
  }

  /// Decodes the request in `bytes`.
  ///
  /// - Throws: `tooShort`, `tooLong`, `unknownType` or `reservedNotZero`.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    try bytes.check(type: TicketRequest.type, size: TicketRequest.size)
    guard bytes.u64(at: 0) >> 24 == 0, bytes[2] <= 1, let role = Role(rawValue: bytes[1]) else {
      throw .reservedNotZero
    }
    self.init(for: role, isRenewed: bytes[2] == 1)
  }

  /// The encoded message.
  public var datagram: Datagram<8> {
    var datagram = Datagram<8>()
    datagram.append(UInt64(TicketRequest.type) | UInt64(role.rawValue) << 8 | (isRenewed ? 1 << 16 : 0))
    return datagram
  }
}

/// A copy of the phones' page on another web host (docs/phones.md).
///
/// To open the copy, browsers do not have to accept this machine's certificate.
public struct PageElsewhere: Hashable, Sendable {
  /// The maximum number of bytes of the page's address.
  public static let longest = 160

  /// The address of the page: `https://…`, visible ASCII without `#`.
  public var page: String
  /// The SHA-256 of the certificate for data channels, in base64url: 43 characters.
  public var fingerprint: String

  /// Creates the page at an address.
  public init(page: String, fingerprint: String) { (self.page, self.fingerprint) = (page, fingerprint) }
}

/// The answer with a ticket for a page, a crowd or overlays, from the web gateway to a local program.
public struct TicketAnswer: Sendable {
  /// The size of a message without texts, in bytes.
  public static let size = 24
  /// The size of the longest message, in bytes.
  public static let longest = size + 253 + 1 + PageElsewhere.longest + 1 + 43
  private static let type: UInt8 = 0xf9

  /// The ticket's secret; nil when too many tickets are unused, and for a crowd that does not exist.
  public var ticket: InlineArray<16, UInt8>?
  /// The TCP port of the page with TLS.
  public var port: UInt16
  /// The time after which an unused ticket for one page expires, in s.
  public var seconds: UInt16
  /// The TCP port of the page without TLS; 0 if there is none.
  public var plainPort: UInt16
  /// The domain name for links, for which browsers trust the gateway's certificate; empty without such a name.
  public var domain: String
  /// The page on another web host that phones are to use; nil for this machine's own page.
  public var elsewhere: PageElsewhere?

  /// Creates an answer; `domain` has at most 253 bytes of visible ASCII.
  public init(
    ticket: InlineArray<16, UInt8>?, port: UInt16, seconds: UInt16, plainPort: UInt16 = 0,
    domain: String = "", elsewhere: PageElsewhere? = nil
  ) {
    (self.ticket, self.port, self.seconds, self.plainPort) = (ticket, port, seconds, plainPort)
    (self.domain, self.elsewhere) = (domain, elsewhere)
  }

  /// Decodes the answer in `bytes`.
  ///
  /// - Throws: `tooShort`, `tooLong`, `unknownType` or `reservedNotZero`; the last also for texts that are
  ///   not visible ASCII.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    try bytes.check(type: TicketAnswer.type, size: TicketAnswer.size...TicketAnswer.longest)
    guard bytes[1] <= 1 else { throw .reservedNotZero }
    guard bytes[1] == 0 || bytes.u64(at: 8) | bytes.u64(at: 16) == 0 else { throw .reservedNotZero }
    let tail = (TicketAnswer.size..<bytes.count).map { bytes[$0] }
    guard tail.allSatisfy({ (0x20...0x7e).contains($0) }) else { throw .reservedNotZero }
    let texts = tail.split(separator: 0x20, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard texts.count == 1 || texts.count == 3 else { throw .reservedNotZero }
    self.init(
      ticket: bytes[1] == 0 ? InlineArray { bytes[8 + $0] } : nil, port: bytes.u16(at: 2),
      seconds: bytes.u16(at: 4), plainPort: bytes.u16(at: 6), domain: texts[0],
      elsewhere: texts.count == 1 ? nil : PageElsewhere(page: texts[1], fingerprint: texts[2]))
  }

  /// The encoded message.
  public var datagram: Datagram<482> {
    var datagram = Datagram<482>()
    datagram.append(TicketAnswer.type)
    datagram.append(UInt8(ticket == nil ? 1 : 0))
    datagram.append(port)
    datagram.append(seconds)
    datagram.append(plainPort)
    let secret = ticket ?? InlineArray(repeating: 0)
    datagram.append(contentsOf: secret.span)
    let texts = [domain] + (elsewhere.map { [$0.page, $0.fingerprint] } ?? [])
    datagram.append(contentsOf: Array(texts.joined(separator: " ").utf8).span)
    return datagram
  }
}
