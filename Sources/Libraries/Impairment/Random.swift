/// A generator of reproducible random numbers (SplitMix64, Steele, Lea and Flood 2014).
public struct Random: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator that always returns the same numbers for the same `seed`.
  public init(seed: UInt64) {
    state = seed
  }

  /// Returns 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  /// Returns a number from 0 to just under 1.
  public mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// Returns an exponentially distributed number with mean 1.
  ///
  /// The method is von Neumann's comparison of random numbers, which needs no logarithm.
  public mutating func exponential() -> Double {
    var whole = 0.0
    while true {
      let first = unit()
      var last = first
      var length = 1
      while true {
        let following = unit()
        if following >= last { break }
        last = following
        length += 1
      }
      if length % 2 == 1 { return whole + first }
      whole += 1
    }
  }
}
