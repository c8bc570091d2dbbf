extension UInt32 {
  /// The number with zeros before it, six digits at least: a PIN, or what two people compare.
  public var sixDigits: String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, 6 - digits.count)) + digits
  }
}
