/// A reproducible random number generator: SplitMix64 (Steele, Lea, Flood 2014).
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator from `seed`.
  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Returns any number of its type.
  mutating func any<Number: FixedWidthInteger & UnsignedInteger>() -> Number {
    Number(truncatingIfNeeded: next())
  }

  /// Returns any number of its type.
  mutating func any<Number: FixedWidthInteger & SignedInteger>() -> Number {
    Number(truncatingIfNeeded: next())
  }

  /// Returns true once in `number` times on average.
  mutating func oneIn(_ number: UInt64) -> Bool {
    next() % number == 0
  }

  /// Returns a whole number in `range`.
  mutating func number(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// Returns `count` random bytes.
  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in any() }
  }
}
