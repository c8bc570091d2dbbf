/// A request about the links of overlays on other machines, from a local program to the web gateway (docs/web.md,
/// "Tickets").
public struct OverlayRequest: Hashable, Sendable {
  /// The things that can be requested.
  public enum Verb: UInt8, Sendable {
    /// Requests the links.
    case list
    /// Makes a link.
    case make
    /// Invalidates one link, or all links.
    case revoke
  }

  /// The message's size in bytes.
  public static let size = 8
  private static let type: UInt8 = 0xce

  /// The request.
  public var verb: Verb
  /// The number of the link to revoke, 1 to 8; nil to revoke every link, and for the other verbs.
  public var link: UInt8?

  /// Creates a request.
  public init(_ verb: Verb, link: UInt8? = nil) { (self.verb, self.link) = (verb, link) }

  /// Decodes the request in `bytes`.
  ///
  /// - Throws: `tooShort`, `tooLong`, `unknownType` or `reservedNotZero`; the last also for a link out of range.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    try bytes.check(type: OverlayRequest.type, size: OverlayRequest.size)
    let link = bytes[2]
    guard bytes.u64(at: 0) >> 24 == 0, let verb = Verb(rawValue: bytes[1]), link <= OverlayLink.limit,
      link == 0 || verb == .revoke
    else { throw .reservedNotZero }
    self.init(verb, link: link == 0 ? nil : link)
  }

  /// The encoded message.
  public var datagram: Datagram<8> {
    var datagram = Datagram<8>()
    datagram.append(
      UInt64(OverlayRequest.type) | UInt64(verb.rawValue) << 8 | UInt64(link ?? 0) << 16)
    return datagram
  }
}

/// The links of overlays on other machines, from the web gateway to a local program.
public struct OverlayAnswer: Hashable, Sendable {
  /// The outcomes of a request.
  public enum Result: UInt8, Sendable {
    /// The request was carried out.
    case done
    /// There are eight links already.
    case full
    /// There is no link with that number.
    case unknown
    /// The request was carried out, but the gateway could not write the links to its disk; it tries again later.
    case disk
  }

  /// The size of the message without links, in bytes.
  public static let size = 8
  /// The size of a link in the message, in bytes.
  private static let linkSize = 8
  private static let type: UInt8 = 0xcf

  /// The outcome.
  public var result: Result
  /// The number of the link that was made, 1 to 8; nil if no link was made.
  public var made: UInt8?
  /// The links after the request, in the order of their numbers.
  public var links: [OverlayLink]

  /// Creates an answer.
  public init(_ result: Result = .done, made: UInt8? = nil, links: [OverlayLink] = []) {
    (self.result, self.made, self.links) = (result, made, links)
  }

  /// Decodes the answer in `bytes`.
  ///
  /// - Throws: `tooShort`, `tooLong`, `unknownType` or `reservedNotZero`; the last also for links that are out of range
  ///   or not in the order of their numbers, and if the link that was made is not among them.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count >= OverlayAnswer.size else { throw .tooShort }
    guard bytes[0] == OverlayAnswer.type else { throw .unknownType }
    let count = Int(bytes[3])
    guard let result = Result(rawValue: bytes[1]), bytes[2] <= OverlayLink.limit, count <= OverlayLink.limit,
      bytes.u32(at: 4) == 0
    else { throw .reservedNotZero }
    let size = OverlayAnswer.size + count * OverlayAnswer.linkSize
    guard bytes.count >= size else { throw .tooShort }
    guard bytes.count == size else { throw .tooLong }
    self.init(result, made: bytes[2] == 0 ? nil : bytes[2])
    for start in stride(from: OverlayAnswer.size, to: size, by: OverlayAnswer.linkSize) {
      let link = OverlayLink(
        number: bytes[start], overlays: bytes[start + 1], age: bytes.u32(at: start + 4))
      guard (links.last?.number ?? 0) < link.number, link.number <= OverlayLink.limit,
        link.overlays <= OverlayLink.overlayLimit, bytes.u16(at: start + 2) == 0
      else { throw .reservedNotZero }
      links.append(link)
    }
    guard made == nil || links.contains(where: { $0.number == made }) else { throw .reservedNotZero }
  }

  /// The encoded message.
  public var datagram: Datagram<72> {
    var datagram = Datagram<72>()
    datagram.append(OverlayAnswer.type)
    datagram.append(result.rawValue)
    datagram.append(made ?? 0)
    datagram.append(UInt8(links.count))
    datagram.append(UInt32(0))
    for link in links {
      datagram.append(link.number)
      datagram.append(link.overlays)
      datagram.append(UInt16(0))
      datagram.append(link.age)
    }
    return datagram
  }
}
