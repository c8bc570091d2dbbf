import Notation

/// The comma-separated fields of a line, which may end with a line break.
struct CSVFields {
  /// The maximum number of fields.
  static let most = 8

  private(set) var count = 0
  private var places = InlineArray<8, Range<Int>>(repeating: 0..<0)

  /// Reads the line in `bytes`.
  ///
  /// - Throws: `syntax` for more than ``most`` fields, or for a byte below 0x20 before the line break.
  init(parsing bytes: Span<UInt8>) throws(DialectDrop) {
    var end = bytes.count
    while end > 0, bytes[end - 1] == 0x0a || bytes[end - 1] == 0x0d { end -= 1 }
    var start = 0
    for index in 0...end {
      if index < end, bytes[index] != UInt8(ascii: ",") {
        guard bytes[index] >= 0x20 else { throw .syntax }
        continue
      }
      guard count < CSVFields.most else { throw .syntax }
      places[count] = start..<index
      count += 1
      start = index + 1
    }
  }

  subscript(index: Int) -> Range<Int> { places[index] }

  /// Returns the number in a field.
  ///
  /// - Throws: `syntax` or `notFinite`.
  func number(_ index: Int, in bytes: Span<UInt8>) throws(DialectDrop) -> Float {
    let field = bytes.extracting(places[index])
    var walk = JSONWalk()
    let number = try DialectDrop.reading { () throws(JSON.Refusal) in try walk.number(in: field) }
    guard walk.next == field.count else { throw .syntax }
    guard Float(number).isFinite else { throw .notFinite }
    return Float(number)
  }

  /// Returns the truth value in a field.
  ///
  /// - Throws: `field`.
  func bool(_ index: Int, in bytes: Span<UInt8>) throws(DialectDrop) -> Bool {
    if bytes.equals("true", in: places[index]) { return true }
    guard bytes.equals("false", in: places[index]) else { throw .field }
    return false
  }
}
