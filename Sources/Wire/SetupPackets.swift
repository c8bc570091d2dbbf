/// The answers to the questions of the set-up, which a terminal and the dashboard ask alike (docs/web.md, "The first visit").
public struct SetupAnswers: Hashable, Sendable {
  /// The questions by their words, which options of `tiltpad setup` and orders of dashboards use.
  public enum Question: String, CaseIterable, Sendable {
    /// The question of admission: `open`, or `ask`.
    case join
    /// The question of several players in one browser: `no` or `yes`.
    case browser
    /// The question of motion for games: `no` or `yes`.
    case gyro
    /// The question of the page's place: `own`, or an address.
    case page
  }

  /// True if each controller waits until a person admits it.
  public var asksFirst = false
  /// True if several players play in one browser.
  public var isForBrowsers = false
  /// True if games get the motion of phones.
  public var hasMotion = false
  /// The address of the page on another web host; nil for this machine's own.
  public var page: String?

  /// Creates the answers that everybody has who gives none.
  public init() {}

  /// Sets the answer to `question`; returns false if `value` is none.
  public mutating func set(_ question: Question, to value: String) -> Bool {
    switch question {
    case .join: SetupAnswers.set(&asksFirst, by: value, of: ["open", "ask"])
    case .browser: SetupAnswers.set(&isForBrowsers, by: value, of: ["no", "yes"])
    case .gyro: SetupAnswers.set(&hasMotion, by: value, of: ["no", "yes"])
    case .page: setPage(value)
    }
  }

  private mutating func setPage(_ value: String) -> Bool {
    guard value == "own" || PageElsewhere.isAddress(value) else { return false }
    page = value == "own" ? nil : value
    return true
  }

  /// Sets `flag` by the place of `value` among `words`; returns false if it is not there.
  private static func set(_ flag: inout Bool, by value: String, of words: [String]) -> Bool {
    guard let place = words.firstIndex(of: value) else { return false }
    flag = place == 1
    return true
  }
}

/// The answers of a dashboard's first visit, from a gateway to the host (docs/protocol.md, "0xF3 SETUP").
public struct SetupOrder: Sendable {
  /// The message's size in bytes without an address.
  public static let size = 8

  /// The answers; nil if the host shall not ask again, and keep its settings.
  public var answers: SetupAnswers?
  /// A number that the answer to the message repeats.
  public var number: UInt32 = 0

  /// Creates the message.
  public init(_ answers: SetupAnswers?) { self.answers = answers }

  init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count >= SetupOrder.size else { throw .tooShort }
    guard bytes[1] <= 8, bytes.u16(at: 2) == 0 else { throw .reservedNotZero }
    let page = try bytes.pageAddress()
    number = bytes.u32(at: 4)
    guard bytes[1] < 8 else {
      guard page == nil else { throw .reservedNotZero }
      return
    }
    var answers = SetupAnswers()
    (answers.asksFirst, answers.isForBrowsers) = (bytes[1] & 1 != 0, bytes[1] & 2 != 0)
    (answers.hasMotion, answers.page) = (bytes[1] & 4 != 0, page)
    self.answers = answers
  }

  /// Appends the message to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    var flags: UInt8 = 8
    if let answers {
      flags = (answers.asksFirst ? 1 : 0) | (answers.isForBrowsers ? 2 : 0) | (answers.hasMotion ? 4 : 0)
    }
    datagram.append(LocalMessageKind.setup.rawValue)
    datagram.append(flags)
    datagram.append(UInt16(0))
    datagram.append(number)
    datagram.append(contentsOf: Array((answers?.page ?? "").utf8).span)
  }
}

/// The host's word to a gateway about the first visit and the page (docs/protocol.md, "0xF4 SITE").
public struct SiteNotice: Hashable, Sendable {
  /// The message's size in bytes without an address.
  public static let size = 8

  /// True if nobody has answered the questions of the set-up, or put them off.
  public var isSetupOpen: Bool
  /// The address of the page on another web host; nil for the gateway's own.
  public var page: String?

  /// Creates the message.
  public init(isSetupOpen: Bool = false, page: String? = nil) {
    (self.isSetupOpen, self.page) = (isSetupOpen, page)
  }

  /// Decodes the message in `bytes`, as the bridge sends it.
  ///
  /// - Throws: `tooShort`, `tooLong`, `unknownType` or `reservedNotZero`.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count >= SiteNotice.size else { throw .tooShort }
    guard bytes[0] == LocalMessageKind.site.rawValue else { throw .unknownType }
    guard bytes[1] <= 1, bytes.u16(at: 2) == 0, bytes.u32(at: 4) == 0 else { throw .reservedNotZero }
    (isSetupOpen, page) = (bytes[1] == 1, try bytes.pageAddress())
  }

  /// Appends the message to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(LocalMessageKind.site.rawValue)
    datagram.append(UInt8(isSetupOpen ? 1 : 0))
    datagram.append(UInt16(0))
    datagram.append(UInt32(0))
    datagram.append(contentsOf: Array((page ?? "").utf8).span)
  }
}

extension PageElsewhere {
  private static let start = Array("https://".utf8)

  /// Returns whether links can carry `text` as the address of a page, with a fragment behind it.
  public static func isAddress(_ text: String) -> Bool { isAddress(Array(text.utf8).span) }

  /// Returns whether `text` is `https://` and more of visible ASCII without `#`.
  fileprivate static func isAddress(_ text: Span<UInt8>) -> Bool {
    guard text.count > start.count, text.count <= longest else { return false }
    return text.indices.allSatisfy { index in
      let byte = text[index]
      return index < start.count ? byte == start[index] : byte > 0x20 && byte < 0x7f && byte != 0x23
    }
  }
}

extension Span where Element == UInt8 {
  /// Returns the address of a page behind a head of eight bytes; nil if nothing follows the head.
  ///
  /// - Throws: `tooLong`, or `reservedNotZero` if it is no address.
  fileprivate func pageAddress() throws(Drop) -> String? {
    guard count > 8 else { return nil }
    guard count <= 8 + PageElsewhere.longest else { throw .tooLong }
    guard PageElsewhere.isAddress(extracting(8..<count)) else { throw .reservedNotZero }
    return String(decoding: (8..<count).map { self[$0] }, as: UTF8.self)
  }
}
