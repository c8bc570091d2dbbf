extension JSON {
  /// The reasons why a text is not accepted.
  public enum Refusal: Error, Hashable, Sendable {
    /// The text is longer than allowed.
    case tooLong
    /// The text is not valid JSON.
    case malformed
    /// The values are nested deeper than ``JSON/depthLimit``.
    case tooDeep
  }

  /// The most levels of nesting that are parsed, plain values included: enough for an array of objects in an object.
  public static let depthLimit = 4

  /// Parses `bytes`, in UTF-8, as one JSON value with nothing but blanks around it.
  ///
  /// If an object has two members of the same name, both are kept, and ``subscript(_:)`` finds the first.
  ///
  /// - Throws: `tooLong` if there are more than `limit` bytes; `malformed`; `tooDeep`.
  public init(parsing bytes: Span<UInt8>, limit: Int = 1_024) throws(Refusal) {
    guard bytes.count <= limit else { throw .tooLong }
    var reader = JSONReader(bytes: bytes.indices.map { bytes[$0] })
    self = try reader.value(depth: 0)
    reader.skipBlanks()
    guard reader.isAtEnd else { throw .malformed }
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

/// A parser for JSON texts (RFC 8259 §2 to §7) that accepts nothing outside the grammar.
private struct JSONReader {
  let bytes: [UInt8]
  var next = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { next == bytes.count }
  private var byte: UInt8? { next < bytes.count ? bytes[next] : nil }

  mutating func skipBlanks() {
    while let byte, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { next += 1 }
  }

  mutating func value(depth: Int) throws(JSON.Refusal) -> JSON {
    guard depth < JSON.depthLimit else { throw .tooDeep }
    skipBlanks()
    switch byte {
    case UInt8(ascii: "{"): return .object(try members(depth: depth))
    case UInt8(ascii: "["): return .array(try values(depth: depth))
    case UInt8(ascii: "\""): return .string(try text())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: character) else { return false }
    next += 1
    return true
  }

  private mutating func word(_ word: String, _ value: JSON) throws(JSON.Refusal) -> JSON {
    guard bytes[next...].starts(with: word.utf8) else { throw .malformed }
    next += word.utf8.count
    return value
  }

  private mutating func members(depth: Int) throws(JSON.Refusal) -> [(String, JSON)] {
    var members: [(String, JSON)] = []
    try list(until: "}") { reader throws(JSON.Refusal) in
      guard reader.byte == UInt8(ascii: "\"") else { throw .malformed }
      let name = try reader.text()
      reader.skipBlanks()
      guard reader.consume(":") else { throw .malformed }
      members.append((name, try reader.value(depth: depth + 1)))
    }
    return members
  }

  private mutating func values(depth: Int) throws(JSON.Refusal) -> [JSON] {
    var values: [JSON] = []
    try list(until: "]") { reader throws(JSON.Refusal) in
      values.append(try reader.value(depth: depth + 1))
    }
    return values
  }

  /// Parses a bracket, the elements, which `element` parses, with commas between, and the bracket `end`.
  private mutating func list(
    until end: Unicode.Scalar, _ element: (inout JSONReader) throws(JSON.Refusal) -> Void
  ) throws(JSON.Refusal) {
    next += 1
    skipBlanks()
    if consume(end) { return }
    repeat {
      skipBlanks()
      try element(&self)
      skipBlanks()
    } while consume(",")
    guard consume(end) else { throw .malformed }
  }

  private mutating func text() throws(JSON.Refusal) -> String {
    next += 1
    var content: [UInt8] = []
    while let byte, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw .malformed }
      next += 1
      if byte == UInt8(ascii: "\\") {
        content += String(try escaped()).utf8
      } else {
        content.append(byte)
      }
    }
    guard consume("\""), let text = String(validating: content, as: UTF8.self) else { throw .malformed }
    return text
  }

  /// Parses the rest of an escape sequence after the backslash.
  private mutating func escaped() throws(JSON.Refusal) -> Unicode.Scalar {
    guard let letter = byte else { throw .malformed }
    next += 1
    let plain: [UInt8: Unicode.Scalar] = [
      0x22: "\"", 0x5c: "\\", 0x2f: "/", 0x62: "\u{8}", 0x66: "\u{c}", 0x6e: "\n", 0x72: "\r", 0x74: "\t",
    ]
    if let scalar = plain[letter] { return scalar }
    guard letter == UInt8(ascii: "u") else { throw .malformed }
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), consume("\\"), consume("u") else { throw .malformed }
    let trail = try codeUnit()
    guard UTF16.isTrailSurrogate(trail) else { throw .malformed }
    let value = 0x1_0000 + ((UInt32(unit) & 0x3ff) << 10 | UInt32(trail) & 0x3ff)
    guard let scalar = Unicode.Scalar(value) else { throw .malformed }
    return scalar
  }

  private mutating func codeUnit() throws(JSON.Refusal) -> UInt16 {
    guard next + 4 <= bytes.count else { throw .malformed }
    var unit: UInt16 = 0
    for digit in bytes[next..<next + 4] {
      guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { throw .malformed }
      unit = unit << 4 | UInt16(value)
    }
    next += 4
    return unit
  }

  /// Parses a number: an optional minus sign, digits without a needless zero, an optional fraction and an optional exponent.
  private mutating func number() throws(JSON.Refusal) -> JSON {
    let start = next
    let isNegative = consume("-")
    let first = byte
    let whole = digits()
    guard whole > 0, first != UInt8(ascii: "0") || whole == 1 else { throw .malformed }
    let isWhole = byte.map { ![0x2e, 0x65, 0x45].contains($0) } ?? true
    if consume("."), digits() == 0 { throw .malformed }
    if consume("e") || consume("E") {
      _ = consume("+") || consume("-")
      guard digits() > 0 else { throw .malformed }
    }
    let text = String(decoding: bytes[start..<next], as: UTF8.self)
    if isWhole, !isNegative, let integer = UInt64(text) { return .integer(integer) }
    if isWhole, let integer = Int64(text), integer < 0 { return .signed(integer) }
    guard let number = Double(text), number.isFinite else { throw .malformed }
    return .number(number)
  }

  private mutating func digits() -> Int {
    let start = next
    while let byte, (0x30...0x39).contains(byte) { next += 1 }
    return next - start
  }
}
