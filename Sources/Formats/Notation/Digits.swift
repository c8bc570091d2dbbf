extension UInt32 {
  /// The number in decimal with leading zeros, at least six digits, for PINs and short codes.
  public var sixDigits: String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, 6 - digits.count)) + digits
  }
}
