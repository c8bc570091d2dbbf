import Model

/// A request about the layouts of the page, from a local program to the web gateway (docs/web.md, "Tickets").
public struct LayoutRequest: Hashable, Sendable {
  /// The things that can be requested.
  public enum Verb: UInt8, CaseIterable, Sendable {
    /// Requests the list of all layouts.
    case list
    /// Requests the text of a layout.
    case read
    /// Keeps the text of the message as a layout of the host.
    case keep
    /// Offers a kept layout to players.
    case offer
    /// Removes a kept layout.
    case remove
  }

  /// The size of a message without a text, in bytes.
  public static let size = 40
  /// The size of the longest text, in bytes.
  public static let longestText = 8_192
  /// The size of the longest message, in bytes.
  public static let longest = size + longestText
  private static let type: UInt8 = 0xfc
  private static let idSize = 32

  /// The request.
  public var verb: Verb
  /// The id of the layout; empty for the list.
  public var id: String
  /// The receiver of an offer: −1 for the layout's owner, 0 for all players, 1…16 for the player in the slot.
  ///
  /// With other verbs, it is 0.
  public var offer: Int8
  /// The text of the file to be kept; otherwise empty.
  public var text: [UInt8]

  /// Creates a request; `id` is a plain name of at most 32 bytes.
  public init(_ verb: Verb, id: String = "", offer: Int8 = 0, text: [UInt8] = []) {
    (self.verb, self.id, self.offer, self.text) = (verb, id, offer, text)
  }

  /// Decodes the request in `bytes`.
  ///
  /// - Throws: `tooShort`, `tooLong`, `unknownType` or `reservedNotZero`; the last also for an id or a number that the
  ///   verb cannot have.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    try bytes.check(type: LayoutRequest.type, size: LayoutRequest.size...LayoutRequest.longest)
    guard let verb = Verb(rawValue: bytes[1]), bytes.u64(at: 0) >> 24 == 0 else { throw .reservedNotZero }
    let field = (8..<LayoutRequest.size).map { bytes[$0] }
    let letters = field.prefix { $0 != 0 }
    let id = String(decoding: letters, as: UTF8.self)
    let offer = Int8(bitPattern: bytes[2])
    guard field.dropFirst(letters.count).allSatisfy({ $0 == 0 }),
      verb == .list ? id.isEmpty : id.isPlainName(longest: LayoutRequest.idSize),
      verb == .offer ? (-1...PlayerSlot.limit).contains(Int(offer)) : offer == 0,
      verb == .keep || bytes.count == LayoutRequest.size
    else { throw .reservedNotZero }
    self.init(verb, id: id, offer: offer, text: (LayoutRequest.size..<bytes.count).map { bytes[$0] })
  }

  /// The encoded message.
  public var bytes: [UInt8] {
    let id = Array(id.utf8.prefix(LayoutRequest.idSize))
    let header = [LayoutRequest.type, verb.rawValue, UInt8(bitPattern: offer), 0, 0, 0, 0, 0]
    return header + id + Array(repeating: 0, count: LayoutRequest.idSize - id.count) + text
  }
}

/// The answer about layouts, from the web gateway to a local program.
public struct LayoutAnswer: Hashable, Sendable {
  /// The outcomes of a request.
  public enum Result: UInt8, CaseIterable, Sendable {
    /// The request was carried out.
    case done
    /// There is no layout with that id.
    case unknown
    /// A setting of the host forbids the request.
    case forbidden
    /// The layout has faults.
    case faults
    /// A layout of the page, or of a player, has the id.
    case taken
    /// There is no room for another layout.
    case full
    /// The change could not be written, or too many changes wait for the disk.
    case disk
    /// The layout is too long.
    case size
  }

  /// The size of a message without a text, in bytes.
  public static let size = 8
  /// The size of the longest message, in bytes.
  public static let longest = 65_535
  private static let type: UInt8 = 0xfd

  /// The outcome.
  public var result: Result
  /// The list in JSON, the text of the layout, or its faults, one per line.
  public var text: String

  /// Creates an answer.
  public init(_ result: Result, text: String = "") { (self.result, self.text) = (result, text) }

  /// Decodes the answer in `bytes`.
  ///
  /// - Throws: `tooShort`, `tooLong`, `unknownType` or `reservedNotZero`; the last also for a text that is not UTF-8.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    try bytes.check(type: LayoutAnswer.type, size: LayoutAnswer.size...LayoutAnswer.longest)
    let text = String(validating: (LayoutAnswer.size..<bytes.count).map { bytes[$0] }, as: UTF8.self)
    guard let result = Result(rawValue: bytes[1]), bytes.u64(at: 0) >> 16 == 0, let text else {
      throw .reservedNotZero
    }
    self.init(result, text: text)
  }

  /// The encoded message.
  public var bytes: [UInt8] { [LayoutAnswer.type, result.rawValue, 0, 0, 0, 0, 0, 0] + Array(text.utf8) }
}
