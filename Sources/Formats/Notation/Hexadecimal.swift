extension Span where Element == UInt8 {
  /// The bytes in hexadecimal, with two lower-case digits for each.
  public var hexadecimal: String {
    indices.map { (self[$0] < 16 ? "0" : "") + String(self[$0], radix: 16) }.joined()
  }
}

extension InlineArray where Element == UInt8 {
  /// Decodes `text`, with two hexadecimal digits for each byte; returns nil for any other text.
  public init?(hexadecimal text: some StringProtocol) {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == 2 * count, text.utf8.count == digits.count else { return nil }
    self.init { UInt8(digits[2 * $0] << 4 | digits[2 * $0 + 1]) }
  }
}
