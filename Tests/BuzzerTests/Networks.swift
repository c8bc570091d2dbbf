import Foundation
import Model

/// Pseudo-random numbers that are the same for the same seed (SplitMix64).
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Evenly between 0 and 1, neither included.
  mutating func share() -> Double { (Double(next() >> 11) + 0.5) / 9_007_199_254_740_992 }

  /// An exponential distribution's value, of that mean.
  mutating func exponential(_ mean: Double) -> Double { -mean * log(share()) }

  /// A gamma distribution's value, of a shape of at least 1 (Marsaglia and Tsang, 2000).
  mutating func gamma(_ shape: Double, _ scale: Double) -> Double {
    let d = shape - 1 / 3
    while true {
      let normal = sqrt(-2 * log(share())) * cos(2 * .pi * share())
      let cube = pow(1 + normal / sqrt(9 * d), 3)
      if cube > 0, log(share()) < 0.5 * normal * normal + d - d * cube + d * log(cube) {
        return d * cube * scale
      }
    }
  }
}

/// How long packets are under way, in ms.
enum Network: CaseIterable {
  case wired, quiet, busy, powerSave, lopsided

  /// To the host.
  func up(_ dice: inout Dice) -> Double {
    switch self {
    case .wired: 0.2 + dice.gamma(1.5, 0.05)
    case .quiet, .powerSave: 0.8 + dice.gamma(1.5, 0.5)
    case .busy: 1 + dice.gamma(1.2, 2.5) + (dice.share() < 0.08 ? dice.exponential(15) : 0)
    case .lopsided: 1
    }
  }

  /// From the host.
  func down(_ dice: inout Dice) -> Double {
    switch self {
    case .powerSave: up(&dice) + (dice.share() < 0.35 ? 100 * dice.share() : 0)
    case .lopsided: 50
    case .wired, .quiet, .busy: up(&dice)
    }
  }
}
