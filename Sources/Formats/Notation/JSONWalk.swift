/// A walk over a JSON text (RFC 8259), which accepts nothing outside the grammar, and copies nothing.
///
/// Each call must pass the same text, in valid UTF-8.
public struct JSONWalk {
  /// A value; simple values are decoded, and others are given as the range of their bytes.
  public enum Value {
    /// The value null.
    case null
    /// A truth value.
    case bool(Bool)
    /// A number, within two units in the last place.
    case number(Double)
    /// A text: the range between its quotation marks, including escapes.
    case text(Range<Int>)
    /// An array, as its range including the brackets.
    case list(Range<Int>)
    /// An object, as its range including the braces.
    case object(Range<Int>)
  }

  /// The offset of the next byte.
  public private(set) var next: Int
  /// The maximum number of levels of nesting, including plain values.
  let depthLimit: Int

  /// Creates a walk that begins at the offset `next`, through values of at most `depthLimit` levels.
  public init(at next: Int = 0, depthLimit: Int = JSON.depthLimit) {
    (self.next, self.depthLimit) = (next, depthLimit)
  }

  /// Returns the next byte; nil at the end.
  public func byte(in bytes: Span<UInt8>) -> UInt8? { next < bytes.count ? bytes[next] : nil }

  /// Steps over blanks.
  public mutating func skipBlanks(in bytes: Span<UInt8>) {
    while let byte = byte(in: bytes), byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d {
      next += 1
    }
  }

  /// Reads a value that is nested in `depth` other values.
  ///
  /// - Throws: `malformed`, `tooDeep` or `notFinite`.
  public mutating func value(in bytes: Span<UInt8>, depth: Int) throws(JSON.Refusal) -> Value {
    guard depth < depthLimit else { throw .tooDeep }
    skipBlanks(in: bytes)
    let start = next
    var isFirst = true
    switch byte(in: bytes) {
    case UInt8(ascii: "{"):
      while try name(in: bytes, &isFirst) != nil { _ = try value(in: bytes, depth: depth + 1) }
      return .object(start..<next)
    case UInt8(ascii: "["):
      while try hasElement(in: bytes, &isFirst) { _ = try value(in: bytes, depth: depth + 1) }
      return .list(start..<next)
    case UInt8(ascii: "\""): return .text(try text(in: bytes))
    case UInt8(ascii: "t"): return try word("true", .bool(true), in: bytes)
    case UInt8(ascii: "f"): return try word("false", .bool(false), in: bytes)
    case UInt8(ascii: "n"): return try word("null", .null, in: bytes)
    default: return .number(try number(in: bytes))
    }
  }

  /// Moves to the next value of an object; returns the range of the value's name, or nil after the last
  /// value.
  ///
  /// The walk is at the brace if `isFirst`, and otherwise after the previous value. `isFirst` becomes false
  /// if there is a value.
  ///
  /// - Throws: `malformed`.
  public mutating func name(
    in bytes: Span<UInt8>, _ isFirst: inout Bool
  ) throws(JSON.Refusal) -> Range<Int>? {
    guard try advance(to: "}", in: bytes, &isFirst) else { return nil }
    guard byte(in: bytes) == UInt8(ascii: "\"") else { throw .malformed }
    let name = try text(in: bytes)
    skipBlanks(in: bytes)
    guard consume(":", in: bytes) else { throw .malformed }
    return name
  }

  /// Moves to the next value of an array; returns false after the last value.
  ///
  /// The walk is at the bracket if `isFirst`, and otherwise after the previous value. `isFirst` becomes false
  /// if there is a value.
  ///
  /// - Throws: `malformed`.
  public mutating func hasElement(
    in bytes: Span<UInt8>, _ isFirst: inout Bool
  ) throws(JSON.Refusal) -> Bool {
    try advance(to: "]", in: bytes, &isFirst)
  }

  private mutating func advance(
    to end: Unicode.Scalar, in bytes: Span<UInt8>, _ isFirst: inout Bool
  ) throws(JSON.Refusal) -> Bool {
    if isFirst { next += 1 }
    skipBlanks(in: bytes)
    if consume(end, in: bytes) { return false }
    guard isFirst || consume(",", in: bytes) else { throw .malformed }
    isFirst = false
    skipBlanks(in: bytes)
    return true
  }

  private mutating func consume(_ character: Unicode.Scalar, in bytes: Span<UInt8>) -> Bool {
    guard byte(in: bytes) == UInt8(ascii: character) else { return false }
    next += 1
    return true
  }

  private mutating func word(
    _ word: StaticString, _ value: Value, in bytes: Span<UInt8>
  ) throws(JSON.Refusal) -> Value {
    let end = next + word.utf8CodeUnitCount
    guard end <= bytes.count, bytes.equals(word, in: next..<end) else { throw .malformed }
    next = end
    return value
  }

  /// Reads a text; returns the range between its quotation marks.
  private mutating func text(in bytes: Span<UInt8>) throws(JSON.Refusal) -> Range<Int> {
    next += 1
    let start = next
    while let byte = byte(in: bytes), byte != UInt8(ascii: "\"") { _ = try scalar(in: bytes) }
    let end = next
    guard consume("\"", in: bytes) else { throw .malformed }
    return start..<end
  }
}

/// The characters in texts.
extension JSONWalk {
  /// Reads the next character of a text, escaped or not.
  ///
  /// - Throws: `malformed`.
  public mutating func scalar(in bytes: Span<UInt8>) throws(JSON.Refusal) -> Unicode.Scalar {
    let lead = bytes[next]
    guard lead >= 0x20 else { throw .malformed }
    next += 1
    if lead == UInt8(ascii: "\\") { return try escaped(in: bytes) }
    if lead < 0x80 { return Unicode.Scalar(lead) }
    let more = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3
    var value = UInt32(lead) & (0x3f >> UInt32(more))
    for _ in 0..<more {
      value = value << 6 | UInt32(bytes[next]) & 0x3f
      next += 1
    }
    guard let scalar = Unicode.Scalar(value) else { throw .malformed }
    return scalar
  }

  /// Reads the rest of an escape sequence after the backslash.
  private mutating func escaped(in bytes: Span<UInt8>) throws(JSON.Refusal) -> Unicode.Scalar {
    guard let letter = byte(in: bytes) else { throw .malformed }
    next += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw .malformed
    }
    let unit = try codeUnit(in: bytes)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), consume("\\", in: bytes), consume("u", in: bytes) else {
      throw .malformed
    }
    let trail = try codeUnit(in: bytes)
    let value = 0x1_0000 + ((UInt32(unit) & 0x3ff) << 10 | UInt32(trail) & 0x3ff)
    guard UTF16.isTrailSurrogate(trail), let scalar = Unicode.Scalar(value) else { throw .malformed }
    return scalar
  }

  private mutating func codeUnit(in bytes: Span<UInt8>) throws(JSON.Refusal) -> UInt16 {
    guard next + 4 <= bytes.count else { throw .malformed }
    var unit: UInt16 = 0
    for offset in next..<next + 4 {
      switch bytes[offset] {
      case 0x30...0x39: unit = unit << 4 | UInt16(bytes[offset] - 0x30)
      case 0x41...0x46, 0x61...0x66: unit = unit << 4 | UInt16(bytes[offset] & 0x0f + 9)
      default: throw .malformed
      }
    }
    next += 4
    return unit
  }

  /// Reads a number.
  ///
  /// It is an optional minus sign, digits without a leading zero, an optional fraction and an optional
  /// exponent.
  ///
  /// - Throws: `malformed` or `notFinite`.
  public mutating func number(in bytes: Span<UInt8>) throws(JSON.Refusal) -> Double {
    var decimal = Decimal()
    decimal.isNegative = consume("-", in: bytes)
    let first = byte(in: bytes)
    let whole = digits(in: bytes, into: &decimal)
    guard whole > 0, first != UInt8(ascii: "0") || whole == 1 else { throw .malformed }
    if consume(".", in: bytes) {
      let fraction = digits(in: bytes, into: &decimal)
      guard fraction > 0 else { throw .malformed }
      decimal.exponent -= fraction
    }
    if consume("e", in: bytes) || consume("E", in: bytes) {
      let isNegative = consume("-", in: bytes)
      if !isNegative { _ = consume("+", in: bytes) }
      var exponent = Decimal()
      guard digits(in: bytes, into: &exponent) > 0 else { throw .malformed }
      let size = exponent.exponent > 0 ? 9_999 : Int(min(exponent.digits, 9_999))
      decimal.exponent += isNegative ? -size : size
    }
    guard let number = decimal.number else { throw .notFinite }
    return number
  }

  private mutating func digits(in bytes: Span<UInt8>, into decimal: inout Decimal) -> Int {
    let start = next
    while let byte = byte(in: bytes), (0x30...0x39).contains(byte) {
      decimal.append(byte - 0x30)
      next += 1
    }
    return next - start
  }
}
