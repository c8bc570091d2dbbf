/// A block of addresses (CIDR, RFC 4632), such as 192.168.1.0/24 or fd00::/8.
public struct AddressRange: Hashable, Sendable {
  /// An address in the block.
  public let base: Address
  /// The number of leading bits that all addresses of the block share, 0 to 128; for IPv4, the written length plus 96.
  public let length: Int

  /// Creates the block of the addresses that share `length` leading bits with `base`.
  ///
  /// Fails unless `length` is 0 to 32 for an IPv4 `base` and 0 to 128 for an IPv6 one.
  public init?(base: Address, length: Int) {
    let bits = base.v4 == nil ? 128 : 32
    guard (0...bits).contains(length) else { return nil }
    self.base = base
    self.length = length + 128 - bits
  }

  /// Returns whether `address` belongs to the block.
  public func contains(_ address: Address) -> Bool {
    let high = AddressRange.mask(length)
    let low = AddressRange.mask(length - 64)
    return (address.high ^ base.high) & high == 0 && (address.low ^ base.low) & low == 0
  }

  /// Returns a word whose `count` most significant bits are set; `count` is clamped to 0 to 64.
  private static func mask(_ count: Int) -> UInt64 {
    count <= 0 ? 0 : count >= 64 ? .max : ~(.max >> UInt64(count))
  }
}

extension AddressRange {
  /// Creates the range from `text`: an address, or an address and the number of its leading bits, such as 10.0.0.0/8.
  public init?(text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let first = parts.first, let base = Address(first) else { return nil }
    let bits = base.v4 == nil ? 128 : 32
    guard let length = parts.count == 2 ? Int(parts[1]) : bits else { return nil }
    self.init(base: base, length: length)
  }

  /// Returns the ranges listed in `text`, separated by blanks or commas, or no range for `none`.
  ///
  /// The result is nil if the text has no word, or if any word is not a range.
  public static func list(_ text: String) -> [AddressRange]? {
    if text == "none" { return [] }
    let words = text.split { $0 == " " || $0 == "," || $0 == "\t" }
    let ranges = words.compactMap { AddressRange(text: String($0)) }
    return ranges.count == words.count && !ranges.isEmpty ? ranges : nil
  }
}
