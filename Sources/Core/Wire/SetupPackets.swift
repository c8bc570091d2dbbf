public import Model

/// The answers to the set-up questions, which the terminal and the dashboard both ask (docs/web.md, "The first visit").
public struct SetupAnswers: Hashable, Sendable {
  /// The questions, named as in the options of `tiltpad setup` and the dashboard's orders.
  public enum Question: String, CaseIterable, Sendable {
    /// The question about admission: `open`, or `ask`.
    case join
    /// The question about several players in one browser: `no` or `yes`.
    case browser
    /// The question about games that Steam starts: `no` or `yes`.
    case steam
    /// The question about motion for games: `no` or `yes`.
    case gyro
    /// The question about where the page is served: `own`, or an address.
    case page
  }

  /// True if each paired controller waits to be admitted at the host.
  public var asksFirst = false
  /// True if several players play in one browser.
  public var isForBrowsers = false
  /// True if Steam starts the games.
  public var isForSteam = false
  /// True if games get the motion of phones.
  public var hasMotion = false
  /// The address of the page on another web host; nil for this machine's own page.
  public var page: String?

  /// Creates the default answers.
  public init() {}

  /// Sets the answer to `question`; returns false if `value` is not a valid answer.
  public mutating func set(_ question: Question, to value: String) -> Bool {
    switch question {
    case .join: SetupAnswers.set(&asksFirst, by: value, of: ["open", "ask"])
    case .browser: SetupAnswers.set(&isForBrowsers, by: value, of: ["no", "yes"])
    case .steam: SetupAnswers.set(&isForSteam, by: value, of: ["no", "yes"])
    case .gyro: SetupAnswers.set(&hasMotion, by: value, of: ["no", "yes"])
    case .page: setPage(value)
    }
  }

  private mutating func setPage(_ value: String) -> Bool {
    guard value == "own" || PageElsewhere.isAddress(value) else { return false }
    page = value == "own" ? nil : value
    return true
  }

  /// Sets `flag` to false for the first of `words`, or to true for the second; returns false for any other `value`.
  private static func set(_ flag: inout Bool, by value: String, of words: [String]) -> Bool {
    guard let index = words.firstIndex(of: value) else { return false }
    flag = index == 1
    return true
  }
}

/// The answers given at a dashboard's first visit, from a gateway to the host (docs/protocol.md, "0xF3 SETUP").
public struct SetupOrder: Sendable {
  /// The message's size in bytes without an address.
  public static let size = 8

  /// The answers; nil if the host is to keep its settings and not ask again.
  public var answers: SetupAnswers?
  /// A number that the answer to the message repeats.
  public var number: UInt32 = 0

  /// Creates the message.
  public init(_ answers: SetupAnswers?) { self.answers = answers }

  init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count >= SetupOrder.size else { throw .tooShort }
    guard bytes[1] == 8 || bytes[1] & 0xe8 == 0, bytes.u16(at: 2) == 0 else { throw .reservedNotZero }
    let page = try bytes.pageAddress()
    number = bytes.u32(at: 4)
    guard bytes[1] != 8 else {
      guard page == nil else { throw .reservedNotZero }
      return
    }
    var answers = SetupAnswers()
    (answers.asksFirst, answers.isForBrowsers) = (bytes[1] & 1 != 0, bytes[1] & 2 != 0)
    (answers.hasMotion, answers.page) = (bytes[1] & 4 != 0, page)
    answers.isForSteam = bytes[1] & 16 != 0
    self.answers = answers
  }

  /// Appends the message to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    var flags: UInt8 = 8
    if let answers {
      flags = (answers.asksFirst ? 1 : 0) | (answers.isForBrowsers ? 2 : 0) | (answers.hasMotion ? 4 : 0)
      flags |= answers.isForSteam ? 16 : 0
    }
    datagram.append(LocalMessageKind.setup.rawValue)
    datagram.append(flags)
    datagram.append(UInt16(0))
    datagram.append(number)
    datagram.append(contentsOf: Array((answers?.page ?? "").utf8).span)
  }
}

/// A notice to a gateway about the set-up, the page, motion and presses (docs/protocol.md, "0xF4 SITE").
public struct SiteNotice: Hashable, Sendable {
  /// The message's size in bytes without an address.
  public static let size = 8

  /// True if the set-up questions can be answered, and have been neither answered nor put off.
  public var isSetupOpen: Bool
  /// The address of the page on another web host; nil for the gateway's own page.
  public var page: String?
  /// True if the rotation of controllers moves the right sticks of pads.
  public var turnsView = false
  /// The players whose pads show no motion.
  public var motionless: PlayerSlots = []
  /// The minimum time for which a pad shows a button down or up, in ms, 0 to 100.
  public var minimumPress: UInt8 = 0

  /// Creates the message.
  public init(isSetupOpen: Bool = false, page: String? = nil) {
    (self.isSetupOpen, self.page) = (isSetupOpen, page)
  }

  /// Returns the use of motion from the controller in `slot`: 0 none, 1 games see it, 2 it turns the view.
  public func motionUse(of slot: PlayerSlot) -> UInt8 {
    if turnsView { return 2 }
    return motionless.contains(PlayerSlots(slot)) ? 0 : 1
  }

  /// Decodes the message in `bytes`, as the bridge sends it.
  ///
  /// - Throws: `tooShort`, `tooLong`, `unknownType` or `reservedNotZero`.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count >= SiteNotice.size else { throw .tooShort }
    guard bytes[0] == LocalMessageKind.site.rawValue else { throw .unknownType }
    guard bytes[1] <= 3, bytes[4] <= 100, bytes[5] == 0, bytes.u16(at: 6) == 0 else { throw .reservedNotZero }
    (isSetupOpen, page) = (bytes[1] & 1 != 0, try bytes.pageAddress())
    (turnsView, motionless) = (bytes[1] & 2 != 0, PlayerSlots(rawValue: bytes.u16(at: 2)))
    minimumPress = bytes[4]
  }

  /// Appends the message to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(LocalMessageKind.site.rawValue)
    datagram.append((isSetupOpen ? 1 : 0) | (turnsView ? 2 : 0) as UInt8)
    datagram.append(motionless.rawValue)
    datagram.append(minimumPress)
    datagram.append(UInt8(0))
    datagram.append(UInt16(0))
    datagram.append(contentsOf: Array((page ?? "").utf8).span)
  }
}

extension PageElsewhere {
  private static let start = Array("https://".utf8)

  /// Returns whether links can carry `text` as the address of a page, followed by a fragment.
  public static func isAddress(_ text: String) -> Bool { isAddress(Array(text.utf8).span) }

  /// Returns whether `text` is `https://` followed by visible ASCII without `#`, and not over ``longest``.
  fileprivate static func isAddress(_ text: Span<UInt8>) -> Bool {
    guard text.count > start.count, text.count <= longest else { return false }
    return text.indices.allSatisfy { index in
      let byte = text[index]
      return index < start.count ? byte == start[index] : byte > 0x20 && byte < 0x7f && byte != 0x23
    }
  }
}

extension Span where Element == UInt8 {
  /// Returns the page's address after a header of eight bytes; nil if nothing follows the header.
  ///
  /// - Throws: `tooLong`, or `reservedNotZero` if the rest is not an address.
  fileprivate func pageAddress() throws(Drop) -> String? {
    guard count > 8 else { return nil }
    guard count <= 8 + PageElsewhere.longest else { throw .tooLong }
    guard PageElsewhere.isAddress(extracting(8..<count)) else { throw .reservedNotZero }
    return String(decoding: (8..<count).map { self[$0] }, as: UTF8.self)
  }
}
