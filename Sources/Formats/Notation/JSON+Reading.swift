extension JSON {
  /// The reasons for refusing a text.
  public enum Refusal: Error, Hashable, Sendable {
    /// The text is longer than allowed.
    case tooLong
    /// The text is not valid JSON in UTF-8.
    case malformed
    /// A number exceeds the range of 64-bit floats.
    case notFinite
    /// The values are nested too deep.
    case tooDeep
  }

  /// The usual maximum number of levels of nesting, including plain values: enough for an array of objects in an object.
  public static let depthLimit = 4

  /// Parses `bytes` as one JSON value in UTF-8, which may be surrounded by blanks.
  ///
  /// If an object has two members of the same name, both are stored, and ``subscript(_:)`` finds the first.
  ///
  /// - Throws: `tooLong` if there are more than `limit` bytes; `malformed`; `tooDeep` if there are more than `depthLimit`
  ///   levels; `notFinite`.
  public init(
    parsing bytes: Span<UInt8>, limit: Int = 1_024, depthLimit: Int = JSON.depthLimit
  ) throws(Refusal) {
    guard bytes.count <= limit else { throw .tooLong }
    guard bytes.isUTF8 else { throw .malformed }
    var walk = JSONWalk(depthLimit: depthLimit)
    self = try JSON(&walk, in: bytes, depth: 0)
    walk.skipBlanks(in: bytes)
    guard walk.next == bytes.count else { throw .malformed }
  }

  /// The member `name` of an object; nil if there is none, or if the value is not an object.
  public subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.0 == name }?.1
  }

  /// The text of a string; nil for any other value.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// Returns the whole number if it is in `range`; nil for any other value.
  public func whole(in range: ClosedRange<Int>) -> Int? {
    let number: Int? =
      switch self {
      case .integer(let value): Int(exactly: value)
      case .signed(let value): Int(exactly: value)
      default: nil
      }
    return number.flatMap { range.contains($0) ? $0 : nil }
  }
}

extension JSON {
  /// Creates the tree of the next value of `walk`, which is nested in `depth` other values.
  private init(_ walk: inout JSONWalk, in bytes: Span<UInt8>, depth: Int) throws(Refusal) {
    walk.skipBlanks(in: bytes)
    let start = walk.next
    let value = try walk.value(in: bytes, depth: depth)
    var isFirst = true
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .number:
      let digits = (start..<walk.next).map { bytes[$0] }
      self = try JSON(number: String(decoding: digits, as: UTF8.self))
    case .text(let range): self = .string(try JSON.text(range, in: bytes))
    case .list(let range):
      var inner = JSONWalk(at: range.lowerBound, depthLimit: walk.depthLimit)
      var values: [JSON] = []
      while try inner.hasElement(in: bytes, &isFirst) {
        values.append(try JSON(&inner, in: bytes, depth: depth + 1))
      }
      self = .array(values)
    case .object(let range):
      var inner = JSONWalk(at: range.lowerBound, depthLimit: walk.depthLimit)
      var members: [(String, JSON)] = []
      while let name = try inner.name(in: bytes, &isFirst) {
        members.append((try JSON.text(name, in: bytes), try JSON(&inner, in: bytes, depth: depth + 1)))
      }
      self = .object(members)
    }
  }

  /// Creates the number from `text`: a whole number if it fits 64 bits and has no fraction and no exponent.
  ///
  /// - Throws: `notFinite`.
  private init(number text: String) throws(Refusal) {
    if !text.hasPrefix("-"), let whole = UInt64(text) {
      self = .integer(whole)
    } else if let whole = Int64(text), whole < 0 {
      self = .signed(whole)
    } else {
      guard let number = Double(text), number.isFinite else { throw .notFinite }
      self = .number(number)
    }
  }

  /// Returns the text between two quotation marks, with its escapes decoded.
  private static func text(_ range: Range<Int>, in bytes: Span<UInt8>) throws(Refusal) -> String {
    var walk = JSONWalk(at: range.lowerBound)
    var text = ""
    while walk.next < range.upperBound { text.unicodeScalars.append(try walk.scalar(in: bytes)) }
    return text
  }
}
