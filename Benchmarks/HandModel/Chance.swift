import Glibc
import Impairment

extension Random {
  /// Returns a uniformly distributed number in `range`.
  mutating func number(in range: ClosedRange<Double>) -> Double {
    .random(in: range, using: &self)
  }

  /// Returns a normal deviate with mean 0 and variance 1 (Box and Muller).
  mutating func normal() -> Double {
    let radius = sqrt(-2 * log(number(in: 1e-12...1)))
    return radius * cos(2 * .pi * number(in: 0...1))
  }
}
