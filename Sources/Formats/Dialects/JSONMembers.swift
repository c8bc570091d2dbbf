import Notation

/// The members of a flat JSON object (RFC 8259), read as ranges and numbers without copying.
///
/// ``JSON`` builds a tree from any text; this type is for messages that arrive hundreds of times a second.
/// Nested objects, and lists of anything but numbers, are checked against the grammar, but cannot be read.
/// Among members with the same name, the first counts.
struct JSONMembers {
  /// The size of the largest message, in bytes.
  static let longest = 1_024
  /// The maximum number of members.
  static let most = 16

  private struct Member {
    var name: Range<Int>
    var value: JSONWalk.Value
  }

  private var count = 0
  private var members = InlineArray<16, Member>(repeating: Member(name: 0..<0, value: .null))

  /// Reads the object in `bytes`, which may be surrounded by blanks.
  ///
  /// - Throws: `size`, `syntax`, `depth`, `notFinite`, or `field` for more than ``most`` members.
  init(parsing bytes: Span<UInt8>) throws(DialectDrop) {
    guard bytes.count <= JSONMembers.longest else { throw .size }
    guard bytes.isUTF8 else { throw .syntax }
    let end = try DialectDrop.reading { () throws(JSON.Refusal) in try read(bytes) }
    guard end == bytes.count else { throw .syntax }
    guard count <= JSONMembers.most else { throw .field }
  }

  /// Reads the members, and counts even those for which there is no room.
  ///
  /// Returns the offset after the object and any blanks.
  private mutating func read(_ bytes: Span<UInt8>) throws(JSON.Refusal) -> Int {
    var walk = JSONWalk()
    walk.skipBlanks(in: bytes)
    guard walk.byte(in: bytes) == UInt8(ascii: "{") else { throw .malformed }
    var isFirst = true
    while let name = try walk.name(in: bytes, &isFirst) {
      let value = try walk.value(in: bytes, depth: 1)
      if count < JSONMembers.most { members[count] = Member(name: name, value: value) }
      count += 1
    }
    walk.skipBlanks(in: bytes)
    return walk.next
  }

  /// Returns the value of the member `name`; nil if there is none.
  func value(_ name: StaticString, in bytes: Span<UInt8>) -> JSONWalk.Value? {
    for index in 0..<count where bytes.equals(name, in: members[index].name) { return members[index].value }
    return nil
  }

  /// Returns the number in the member `name`, at most `limit` from zero.
  ///
  /// - Throws: `field` or `range`.
  func number(_ name: StaticString, within limit: Double, in bytes: Span<UInt8>) throws(DialectDrop) -> Float
  {
    guard case .number(let number) = value(name, in: bytes) else { throw .field }
    guard number.magnitude <= limit else { throw .range }
    return Float(number)
  }

  /// Returns the numbers in the members x, y and z, at most `limit` from zero.
  ///
  /// - Throws: `field` or `range`.
  func vector(within limit: Float, in bytes: Span<UInt8>) throws(DialectDrop) -> Vector {
    Vector(
      x: try number("x", within: Double(limit), in: bytes),
      y: try number("y", within: Double(limit), in: bytes),
      z: try number("z", within: Double(limit), in: bytes))
  }

  /// Returns the range of the text in the member `name`.
  ///
  /// - Throws: `field`.
  func text(_ name: StaticString, in bytes: Span<UInt8>) throws(DialectDrop) -> Range<Int> {
    guard case .text(let range) = value(name, in: bytes) else { throw .field }
    return range
  }

  /// Returns the text in the member `name` as the name of a control.
  ///
  /// - Throws: `field` or `name`.
  func name(_ name: StaticString, in bytes: Span<UInt8>) throws(DialectDrop) -> ControlName {
    let range = try text(name, in: bytes)
    var plain = InlineArray<32, UInt8>(repeating: 0)
    var count = 0
    var walk = JSONWalk(at: range.lowerBound)
    while walk.next < range.upperBound {
      let scalar = try DialectDrop.reading { () throws(JSON.Refusal) in try walk.scalar(in: bytes) }
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
        guard count < plain.count else { throw .name }
        plain[count] = byte
        count += 1
      }
    }
    return try ControlName(plain.span.extracting(first: count))
  }

  /// Returns the first three numbers of the list in the member `name`, at most `limit` from zero.
  ///
  /// The list must have 3 to 16 numbers.
  ///
  /// - Throws: `field` or `range`.
  func list(_ name: StaticString, within limit: Float, in bytes: Span<UInt8>) throws(DialectDrop) -> Vector {
    guard case .list(let range) = value(name, in: bytes) else { throw .field }
    var numbers = InlineArray<3, Float>(repeating: 0)
    var count = 0
    var walk = JSONWalk(at: range.lowerBound)
    var isFirst = true
    while true {
      let value = try DialectDrop.reading { () throws(JSON.Refusal) -> JSONWalk.Value? in
        try walk.hasElement(in: bytes, &isFirst) ? try walk.value(in: bytes, depth: 1) : nil
      }
      guard let value else { break }
      guard case .number(let number) = value, count < 16 else { throw .field }
      guard number.magnitude <= Double(limit) || count >= 3 else { throw .range }
      if count < 3 { numbers[count] = Float(number) }
      count += 1
    }
    guard count >= 3 else { throw .field }
    return Vector(x: numbers[0], y: numbers[1], z: numbers[2])
  }
}
