public import Model

/// A request about the crowd that plays one pad, from a local program to the web gateway (docs/web.md, "Tickets").
public struct CrowdRequest: Hashable, Sendable {
  /// The things that can be requested.
  public enum Verb: UInt8, CaseIterable, Sendable {
    /// Begins a crowd, or changes its terms.
    case begin
    /// Requests the state of the crowd.
    case look
    /// Ends the crowd.
    case end
    /// Begins a crowd, or changes its terms; the crowd ends with the program's connection.
    case lead

    /// True if the request can have terms.
    var hasTerms: Bool { self == .begin || self == .lead }
  }

  /// The message's size in bytes.
  public static let size = 8
  private static let type: UInt8 = 0xdc

  /// The request.
  public var verb: Verb
  /// The preset; nil to leave it as it is.
  ///
  /// The preset, the window and the limit are nil unless the verb is ``Verb/begin`` or ``Verb/lead``.
  public var preset: CrowdPreset?
  /// The window in ms, 100 to 30,000; nil to leave it as it is.
  public var window: UInt16?
  /// The limit on the number of voters from one address, 1 to 100; nil to leave it as it is.
  public var limit: UInt8?

  /// Creates a request.
  public init(_ verb: Verb, preset: CrowdPreset? = nil, window: UInt16? = nil, limit: UInt8? = nil) {
    (self.verb, self.preset, self.window, self.limit) = (verb, preset, window, limit)
  }

  /// Returns the terms that the request asks for.
  ///
  /// A term that the request leaves out is taken from `former`, the terms of the present crowd. If there is
  /// no crowd, it is the default.
  public func terms(over former: CrowdTerms?) -> CrowdTerms {
    let former = former ?? CrowdTerms()
    return CrowdTerms(
      preset ?? former.preset, window: window ?? former.window, limit: limit ?? former.limit)
  }

  /// Decodes the request in `bytes`.
  ///
  /// - Throws: `tooShort`, `tooLong`, `unknownType` or `reservedNotZero`; the last also for terms out of range, and for
  ///   terms with a verb that cannot have terms.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    try bytes.check(type: CrowdRequest.type, size: CrowdRequest.size)
    let (preset, limit, window) = (bytes[2], bytes[3], bytes.u16(at: 4))
    guard let verb = Verb(rawValue: bytes[1]), bytes.u16(at: 6) == 0,
      preset == 0 || CrowdPreset(rawValue: preset) != nil, limit == 0 || CrowdTerms.limits.contains(limit),
      window == 0 || CrowdTerms.windows.contains(window),
      verb.hasTerms || (preset, limit, window) == (0, 0, 0)
    else { throw .reservedNotZero }
    self.init(
      verb, preset: CrowdPreset(rawValue: preset), window: window == 0 ? nil : window,
      limit: limit == 0 ? nil : limit)
  }

  /// The encoded message.
  public var datagram: Datagram<8> {
    var datagram = Datagram<8>()
    datagram.append(CrowdRequest.type)
    datagram.append(verb.rawValue)
    datagram.append(preset?.rawValue ?? 0)
    datagram.append(limit ?? 0)
    datagram.append(window ?? 0)
    datagram.append(UInt16(0))
    return datagram
  }
}

/// The state of the crowd, from the web gateway to a local program.
public struct CrowdAnswer: Hashable, Sendable {
  /// The message's size in bytes.
  public static let size = 28
  private static let type: UInt8 = 0xdd

  /// The terms; nil if there is no crowd, and then all other fields have their default values.
  public var terms: CrowdTerms?
  /// The slot of the crowd's pad; nil while the crowd waits for one.
  public var slot: PlayerSlot?
  /// The number of pages that can vote.
  public var voters: UInt16
  /// The number of votes that counted when the last window closed.
  public var counted: UInt16
  /// The number of windows that have closed under the present terms, modulo 2³².
  public var rounds: UInt32
  /// The state of the crowd's pad: the left stick, the triggers and the buttons.
  public var report: PadReport

  /// Creates the state; without `terms` there is no crowd.
  public init(
    terms: CrowdTerms? = nil, slot: PlayerSlot? = nil, voters: UInt16 = 0, counted: UInt16 = 0,
    rounds: UInt32 = 0, report: PadReport = .neutral
  ) {
    (self.terms, self.slot, self.voters) = (terms, slot, voters)
    (self.counted, self.rounds, self.report) = (counted, rounds, report)
  }

  /// Decodes the answer in `bytes`.
  ///
  /// - Throws: `tooShort`, `tooLong`, `unknownType` or `reservedNotZero`; the last also for terms out of range, and for
  ///   fields that are not zero although there is no crowd.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    try bytes.check(type: CrowdAnswer.type, size: CrowdAnswer.size)
    guard bytes[1] != 0 else {
      guard (1..<CrowdAnswer.size).allSatisfy({ bytes[$0] == 0 }) else { throw .reservedNotZero }
      self.init()
      return
    }
    let (limit, window, slot) = (bytes[2], bytes.u16(at: 4), bytes[3])
    guard let preset = CrowdPreset(rawValue: bytes[1]), CrowdTerms.limits.contains(limit),
      CrowdTerms.windows.contains(window), slot <= PlayerSlot.limit, bytes.u16(at: 6) == 0
    else { throw .reservedNotZero }
    let stick = Stick(
      x: Int16(bitPattern: bytes.u16(at: 16)), y: Int16(bitPattern: bytes.u16(at: 18)))
    self.init(
      terms: CrowdTerms(preset, window: window, limit: limit), slot: PlayerSlot(number: Int(slot)),
      voters: bytes.u16(at: 8), counted: bytes.u16(at: 10), rounds: bytes.u32(at: 12),
      report: PadReport(
        buttons: Buttons(rawValue: bytes.u32(at: 20)), leftStick: stick, leftTrigger: bytes[24],
        rightTrigger: bytes[25]))
    guard bytes.u16(at: 26) == 0 else { throw .reservedNotZero }
  }

  /// The encoded message.
  public var datagram: Datagram<28> {
    var datagram = Datagram<28>()
    datagram.append(CrowdAnswer.type)
    datagram.append(terms?.preset.rawValue ?? 0)
    datagram.append(terms?.limit ?? 0)
    datagram.append(slot?.number ?? 0)
    datagram.append(terms?.window ?? 0)
    datagram.append(UInt16(0))
    datagram.append(voters)
    datagram.append(counted)
    datagram.append(rounds)
    datagram.append(UInt16(bitPattern: report.leftStick.x))
    datagram.append(UInt16(bitPattern: report.leftStick.y))
    datagram.append(report.buttons.rawValue)
    datagram.append(report.leftTrigger)
    datagram.append(report.rightTrigger)
    datagram.append(UInt16(0))
    return datagram
  }
}
