extension UInt32 {
  /// The number in decimal with at least six digits, including leading zeros, for PINs and short codes.
  public var sixDigits: String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, 6 - digits.count)) + digits
  }
}
