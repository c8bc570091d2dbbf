/// The numeric text of an address: IPv4 with dots, IPv6 in its short form (RFC 5952) and without brackets.
extension Address: LosslessStringConvertible {
  /// Creates the address from its numeric form `text`; nil for any other text.
  ///
  /// The last two groups of an IPv6 address may be an IPv4 address (RFC 4291 §2.2). Zones and brackets are refused.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else {
      guard let number = Address.v4(text[...]) else { return nil }
      self.init(v4: number)
      return
    }
    var groups = text
    if let number = Address.v4(text[text.index(after: colon)...]) {
      groups = "\(text[...colon])\(String(number >> 16, radix: 16)):\(String(number & 0xffff, radix: 16))"
    }
    guard let address = Address.v6(groups[...]) else { return nil }
    self = address
  }

  /// The numeric text of the address; IPv4-mapped addresses are written as IPv4.
  public var description: String {
    if let v4 { return [24, 16, 8, 0].map { "\(v4 >> UInt32($0) & 255)" }.joined(separator: ".") }
    let groups = groups
    let words = groups.map { String($0, radix: 16) }
    guard let gap = Address.longestGap(in: groups) else { return words.joined(separator: ":") }
    let (before, after) = (words[..<gap.lowerBound], words[gap.upperBound...])
    return "\(before.joined(separator: ":"))::\(after.joined(separator: ":"))"
  }

  /// Parses four decimal numbers from 0 to 255 without leading zeros, separated by dots.
  private static func v4(_ text: Substring) -> UInt32? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let bytes = parts.compactMap { part in UInt8(part).flatMap { "\($0)" == part ? $0 : nil } }
    guard parts.count == 4, bytes.count == 4 else { return nil }
    return bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Parses eight groups, or fewer with one `::` in place of at least one group that is 0.
  private static func v6(_ text: Substring) -> Address? {
    guard let gap = text.firstRange(of: "::") else { return groups(text).flatMap(Address.init(groups:)) }
    guard let before = groups(text[..<gap.lowerBound]), let after = groups(text[gap.upperBound...]),
      before.count + after.count < 8
    else { return nil }
    let zeros = [UInt16](repeating: 0, count: 8 - before.count - after.count)
    return Address(groups: before + zeros + after)
  }

  /// Parses groups of one to four hexadecimal digits, separated by colons.
  ///
  /// Returns no groups for an empty text, nil for an invalid one.
  private static func groups(_ text: Substring) -> [UInt16]? {
    guard !text.isEmpty else { return [] }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let groups = parts.compactMap { part in
      part.utf8.count <= 4 && part.first?.isHexDigit == true ? UInt16(part, radix: 16) : nil
    }
    return groups.count == parts.count ? groups : nil
  }

  private init?(groups: [UInt16]) {
    guard groups.count == 8 else { return nil }
    let half = { (range: Range<Int>) in groups[range].reduce(UInt64(0)) { $0 << 16 | UInt64($1) } }
    self.init(high: half(0..<4), low: half(4..<8))
  }

  private var groups: [UInt16] {
    [high, low].flatMap { half in
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

extension Address {
  /// Creates the address from its form in a URL, IPv6 in brackets (RFC 3986 §3.2.2); nil for any other text.
  public init?(inURL text: Substring) {
    let isV6 = text.first == "["
    guard !isV6 || text.last == "]" else { return nil }
    self.init(String(isV6 ? text.dropFirst().dropLast() : text))
    guard isV6 == text.contains(":") else { return nil }
  }

  /// The address in its form for a URL, IPv6 in brackets (RFC 3986 §3.2.2).
  public var inURL: String { v4 == nil ? "[\(description)]" : description }
}
