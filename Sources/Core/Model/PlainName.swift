extension String {
  /// Returns whether the text has 1 to `longest` lower-case ASCII letters, digits and hyphens, and begins with a letter.
  public func isPlainName(longest: Int) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let first = utf8.first, letters.contains(first), utf8.count <= longest else { return false }
    return utf8.allSatisfy { letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-") }
  }
}
