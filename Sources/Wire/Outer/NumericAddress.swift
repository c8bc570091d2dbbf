public import Model

/// The text form of an IP address in links (RFC 3986 §3.2.2): IPv4 as it is, IPv6 in brackets and in its short form (RFC 5952).
///
/// This module cannot use the system's own functions, which `Platform` wraps.
public enum NumericAddress {
  /// Returns `address` as a link writes it.
  public static func text(of address: Address) -> String {
    if let v4 = address.v4 {
      return [24, 16, 8, 0].map { "\(v4 >> UInt32($0) & 255)" }.joined(separator: ".")
    }
    let groups = groups(of: address)
    let words = groups.map { String($0, radix: 16) }
    guard let gap = longestGap(in: groups) else { return "[\(words.joined(separator: ":"))]" }
    let (before, after) = (words[..<gap.lowerBound], words[gap.upperBound...])
    return "[\(before.joined(separator: ":"))::\(after.joined(separator: ":"))]"
  }

  /// Parses `text`; returns nil if it is not a numeric address.
  public static func address(_ text: Substring) -> Address? {
    guard text.first == "[" else { return v4(text) }
    guard text.last == "]" else { return nil }
    return v6(text.dropFirst().dropLast())
  }

  private static func v4(_ text: Substring) -> Address? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let bytes = parts.compactMap { decimal($0, UInt8.self) }
    guard parts.count == 4, bytes.count == 4 else { return nil }
    return Address(v4: bytes.reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// Parses eight groups, or fewer with one `::` in place of at least one group that is 0.
  private static func v6(_ text: Substring) -> Address? {
    guard let gap = text.firstRange(of: "::") else { return groups(text).flatMap(address(of:)) }
    guard let before = groups(text[..<gap.lowerBound]), let after = groups(text[gap.upperBound...]),
      before.count + after.count < 8
    else { return nil }
    let zeros = [UInt16](repeating: 0, count: 8 - before.count - after.count)
    return address(of: before + zeros + after)
  }

  /// Parses groups of one to four hexadecimal digits, separated by colons; returns no groups for an empty text, nil for an invalid one.
  private static func groups(_ text: Substring) -> [UInt16]? {
    guard !text.isEmpty else { return [] }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let groups = parts.compactMap { part -> UInt16? in
      guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy(isHexDigit) else { return nil }
      return UInt16(part, radix: 16)
    }
    return groups.count == parts.count ? groups : nil
  }

  private static func address(of groups: [UInt16]) -> Address? {
    guard groups.count == 8 else { return nil }
    let half = { (range: Range<Int>) in groups[range].reduce(UInt64(0)) { $0 << 16 | UInt64($1) } }
    return Address(high: half(0..<4), low: half(4..<8))
  }

  private static func groups(of address: Address) -> [UInt16] {
    [address.high, address.low].flatMap { half in
      [48, 32, 16, 0].map { UInt16(truncatingIfNeeded: half >> UInt64($0)) }
    }
  }

  /// Returns the first of the longest runs of two or more groups that are 0; nil if there is no such run.
  private static func longestGap(in groups: [UInt16]) -> Range<Int>? {
    var longest: Range<Int>?
    for start in groups.indices {
      let end = groups[start...].firstIndex { $0 != 0 } ?? groups.endIndex
      if end - start > max(1, longest?.count ?? 0) { longest = start..<end }
    }
    return longest
  }
}

/// Parses `text` as a decimal number without sign and leading zeros; returns nil if it is anything else.
func decimal<Number: FixedWidthInteger>(_ text: Substring, _: Number.Type) -> Number? {
  guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), text.count == 1 || text.first != "0"
  else { return nil }
  return Number(text)
}

/// Returns whether `byte` is a hexadecimal digit in ASCII.
func isHexDigit(_ byte: UInt8) -> Bool {
  (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
}
