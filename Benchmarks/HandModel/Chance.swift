import Glibc

/// A small seeded generator (SplitMix64), so that every number can be had again.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The generator that always gives the same numbers for `seed`.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in `range`, all equally likely.
  mutating func number(in range: ClosedRange<Double>) -> Double {
    .random(in: range, using: &self)
  }

  /// A normal deviate with mean 0 and variance 1 (Box and Muller).
  mutating func normal() -> Double {
    let radius = sqrt(-2 * log(number(in: 1e-12...1)))
    return radius * cos(2 * .pi * number(in: 0...1))
  }
}
