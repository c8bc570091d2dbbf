/// A walk over a JSON text that accepts the grammar of RFC 8259 and nothing else; the text is valid UTF-8.
struct JSONWalk {
  /// The most levels of nesting, plain values included: as many as `Notation` has.
  static let depthLimit = 4

  /// The place of the next byte.
  var next = 0

  func byte(in bytes: Span<UInt8>) -> UInt8? { next < bytes.count ? bytes[next] : nil }

  mutating func skipBlanks(in bytes: Span<UInt8>) {
    while let byte = byte(in: bytes), byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d {
      next += 1
    }
  }

  private mutating func consume(_ character: Unicode.Scalar, in bytes: Span<UInt8>) -> Bool {
    guard byte(in: bytes) == UInt8(ascii: character) else { return false }
    next += 1
    return true
  }

  mutating func value(in bytes: Span<UInt8>, depth: Int) throws(DialectDrop) -> JSONMembers.Value {
    guard depth < JSONWalk.depthLimit else { throw .depth }
    skipBlanks(in: bytes)
    let start = next
    switch byte(in: bytes) {
    case UInt8(ascii: "{"):
      try members(in: bytes, depth: depth) { (_, _) throws(DialectDrop) in }
      return .object
    case UInt8(ascii: "["):
      try values(in: bytes, depth: depth) { (_) throws(DialectDrop) in }
      return .list(start..<next)
    case UInt8(ascii: "\""): return .text(try text(in: bytes))
    case UInt8(ascii: "t"): return try word("true", .bool(true), in: bytes)
    case UInt8(ascii: "f"): return try word("false", .bool(false), in: bytes)
    case UInt8(ascii: "n"): return try word("null", .null, in: bytes)
    default: return .number(try number(in: bytes))
    }
  }

  /// Reads an object, and calls `body` with the place of each name and the value.
  mutating func members(
    in bytes: Span<UInt8>, depth: Int, _ body: (Range<Int>, JSONMembers.Value) throws(DialectDrop) -> Void
  ) throws(DialectDrop) {
    try list(until: "}", in: bytes) { (walk) throws(DialectDrop) in
      guard walk.byte(in: bytes) == UInt8(ascii: "\"") else { throw .syntax }
      let name = try walk.text(in: bytes)
      walk.skipBlanks(in: bytes)
      guard walk.consume(":", in: bytes) else { throw .syntax }
      try body(name, try walk.value(in: bytes, depth: depth + 1))
    }
  }

  /// Reads an array, and calls `body` with each value.
  mutating func values(
    in bytes: Span<UInt8>, depth: Int, _ body: (JSONMembers.Value) throws(DialectDrop) -> Void
  ) throws(DialectDrop) {
    try list(until: "]", in: bytes) { (walk) throws(DialectDrop) in
      try body(try walk.value(in: bytes, depth: depth + 1))
    }
  }

  /// Reads a bracket, the elements, which `element` reads, with commas between, and the bracket `end`.
  private mutating func list(
    until end: Unicode.Scalar, in bytes: Span<UInt8>, _ element: (inout JSONWalk) throws(DialectDrop) -> Void
  ) throws(DialectDrop) {
    next += 1
    skipBlanks(in: bytes)
    if consume(end, in: bytes) { return }
    repeat {
      skipBlanks(in: bytes)
      try element(&self)
      skipBlanks(in: bytes)
    } while consume(",", in: bytes)
    guard consume(end, in: bytes) else { throw .syntax }
  }

  private mutating func word(
    _ word: StaticString, _ value: JSONMembers.Value, in bytes: Span<UInt8>
  ) throws(DialectDrop) -> JSONMembers.Value {
    let end = next + word.utf8CodeUnitCount
    guard end <= bytes.count, bytes.equals(word, in: next..<end) else { throw .syntax }
    next = end
    return value
  }

  /// Reads a text; returns the place between its quotation marks.
  private mutating func text(in bytes: Span<UInt8>) throws(DialectDrop) -> Range<Int> {
    next += 1
    let start = next
    while let byte = byte(in: bytes), byte != UInt8(ascii: "\"") { _ = try scalar(in: bytes) }
    let end = next
    guard consume("\"", in: bytes) else { throw .syntax }
    return start..<end
  }
}

/// The characters of texts.
extension JSONWalk {
  /// Reads one character of a text, escaped or not.
  mutating func scalar(in bytes: Span<UInt8>) throws(DialectDrop) -> Unicode.Scalar {
    let lead = bytes[next]
    guard lead >= 0x20 else { throw .syntax }
    next += 1
    if lead == UInt8(ascii: "\\") { return try escaped(in: bytes) }
    if lead < 0x80 { return Unicode.Scalar(lead) }
    let more = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3
    var value = UInt32(lead) & (0x3f >> UInt32(more))
    for _ in 0..<more {
      value = value << 6 | UInt32(bytes[next]) & 0x3f
      next += 1
    }
    guard let scalar = Unicode.Scalar(value) else { throw .syntax }
    return scalar
  }

  /// Reads the rest of an escape sequence after the backslash.
  private mutating func escaped(in bytes: Span<UInt8>) throws(DialectDrop) -> Unicode.Scalar {
    guard let letter = byte(in: bytes) else { throw .syntax }
    next += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw .syntax
    }
    let unit = try codeUnit(in: bytes)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), consume("\\", in: bytes), consume("u", in: bytes) else {
      throw .syntax
    }
    let trail = try codeUnit(in: bytes)
    let value = 0x1_0000 + ((UInt32(unit) & 0x3ff) << 10 | UInt32(trail) & 0x3ff)
    guard UTF16.isTrailSurrogate(trail), let scalar = Unicode.Scalar(value) else { throw .syntax }
    return scalar
  }

  private mutating func codeUnit(in bytes: Span<UInt8>) throws(DialectDrop) -> UInt16 {
    guard next + 4 <= bytes.count else { throw .syntax }
    var unit: UInt16 = 0
    for place in next..<next + 4 {
      switch bytes[place] {
      case 0x30...0x39: unit = unit << 4 | UInt16(bytes[place] - 0x30)
      case 0x41...0x46, 0x61...0x66: unit = unit << 4 | UInt16(bytes[place] & 0x0f + 9)
      default: throw .syntax
      }
    }
    next += 4
    return unit
  }

  /// Reads a number: an optional minus sign, digits without a needless zero, an optional fraction and an optional exponent.
  mutating func number(in bytes: Span<UInt8>) throws(DialectDrop) -> Double {
    var decimal = Decimal()
    decimal.isNegative = consume("-", in: bytes)
    let first = byte(in: bytes)
    let whole = digits(in: bytes, into: &decimal)
    guard whole > 0, first != UInt8(ascii: "0") || whole == 1 else { throw .syntax }
    if consume(".", in: bytes) {
      let fraction = digits(in: bytes, into: &decimal)
      guard fraction > 0 else { throw .syntax }
      decimal.exponent -= fraction
    }
    if consume("e", in: bytes) || consume("E", in: bytes) {
      let isNegative = consume("-", in: bytes)
      if !isNegative { _ = consume("+", in: bytes) }
      var exponent = Decimal()
      guard digits(in: bytes, into: &exponent) > 0 else { throw .syntax }
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
