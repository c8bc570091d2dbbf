/// A request about the rows of checked phones, from a local program to the web gateway (docs/web.md, "Tickets").
public struct CheckRequest: Hashable, Sendable {
  /// The things that can be requested.
  public enum Verb: UInt8, CaseIterable, Sendable {
    /// Requests the list of all rows.
    case list
    /// Removes all rows.
    case forget
  }

  /// The message's size in bytes.
  public static let size = 8
  private static let type: UInt8 = 0xfe

  /// The request.
  public var verb: Verb

  /// Creates a request.
  public init(_ verb: Verb) { self.verb = verb }

  /// Decodes the request in `bytes`.
  ///
  /// - Throws: `tooShort`, `tooLong`, `unknownType` or `reservedNotZero`.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    try bytes.check(type: CheckRequest.type, size: CheckRequest.size)
    guard let verb = Verb(rawValue: bytes[1]), bytes.u64(at: 0) >> 16 == 0 else { throw .reservedNotZero }
    self.init(verb)
  }

  /// The encoded message.
  public var bytes: [UInt8] { [CheckRequest.type, verb.rawValue, 0, 0, 0, 0, 0, 0] }
}

/// The answer about the rows of checked phones, from the web gateway to a local program.
public struct CheckAnswer: Hashable, Sendable {
  /// The outcomes of a request.
  public enum Result: UInt8, CaseIterable, Sendable {
    /// The request was carried out.
    case done
    /// The change could not be written, or too many changes wait for the disk.
    case disk
  }

  /// The size of a message without rows, in bytes.
  public static let size = 8
  /// The size of the longest message, in bytes.
  public static let longest = 65_535
  private static let type: UInt8 = 0xff

  /// The outcome.
  public var result: Result
  /// The rows, oldest first.
  public var rows: [CheckRow]

  /// Creates an answer.
  public init(_ result: Result, rows: [CheckRow] = []) { (self.result, self.rows) = (result, rows) }

  /// Decodes the answer in `bytes`.
  ///
  /// - Throws: `tooShort`, `tooLong`, `unknownType` or `reservedNotZero`; the last also for a row that breaks the rules.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    try bytes.check(type: CheckAnswer.type, size: CheckAnswer.size...CheckAnswer.longest)
    let text = String(validating: (CheckAnswer.size..<bytes.count).map { bytes[$0] }, as: UTF8.self)
    guard let result = Result(rawValue: bytes[1]), bytes.u64(at: 0) >> 16 == 0, let text,
      let rows = CheckRow.rows(in: text)
    else { throw .reservedNotZero }
    self.init(result, rows: rows)
  }

  /// The encoded message.
  public var bytes: [UInt8] {
    [CheckAnswer.type, result.rawValue, 0, 0, 0, 0, 0, 0] + Array(CheckRow.text(of: rows).utf8)
  }
}

/// Rows as text: a line for each, with `|` between the cells.
extension CheckRow {
  /// Returns the text of `rows`.
  public static func text(of rows: [CheckRow]) -> String {
    rows.map { $0.cells.joined(separator: "|") + "\n" }.joined()
  }

  /// Returns the rows in `text`; nil if a row breaks the rules.
  public static func rows(in text: String) -> [CheckRow]? {
    guard text.isEmpty || text.hasSuffix("\n") else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let rows = lines.compactMap { line in
      CheckRow(line.split(separator: "|", omittingEmptySubsequences: false).map(String.init))
    }
    return rows.count == lines.count ? rows : nil
  }
}
