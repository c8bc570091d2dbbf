/// A decimal number whose digits are being read: `digits` × 10^`exponent`.
struct Decimal {
  /// The digits so far; digits that no longer fit only raise the exponent.
  private(set) var digits: UInt64 = 0
  var exponent = 0
  var isNegative = false

  /// Appends a digit, 0 to 9.
  mutating func append(_ digit: UInt8) {
    if digits < UInt64.max / 10 {
      digits = 10 * digits + UInt64(digit)
    } else {
      exponent += 1
    }
  }

  /// The number, within two units in the last place of a 64-bit float; nil if it is infinite.
  ///
  /// Powers of ten up to 10²² are exact, so that numbers such as sensor readings are rounded at most twice.
  var number: Double? {
    var number = Double(digits)
    var rest = min(max(exponent, -400), 400)
    while rest != 0, number != 0, number.isFinite {
      let step = min(rest.magnitude, 22)
      var power = 1.0
      for _ in 0..<step { power *= 10 }
      number = rest > 0 ? number * power : number / power
      rest -= rest.signum() * Int(step)
    }
    return number.isFinite ? (isNegative ? -number : number) : nil
  }
}
