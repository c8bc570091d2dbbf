internal import Glibc

/// Numbers that look random and are the same for the same seed (SplitMix64, Steele, Lea and Flood 2014).
public struct Dice: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The numbers that follow from `state`.
  public init(state: UInt64) {
    self.state = state
  }

  /// Sixty-four of them, as bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// From 0 to just under 1.
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Exponentially distributed with this mean.
  public mutating func exponential(_ mean: Double) -> Double { -mean * log(1 - unit()) }

  /// Γ-distributed with `shape` of 1 at least (Marsaglia and Tsang 2000).
  public mutating func gamma(_ shape: Double, _ scale: Double) -> Double {
    let d = shape - 1.0 / 3
    while true {
      let normal = sqrt(-2 * log(1 - unit())) * cos(2 * .pi * unit())
      let cube = pow(1 + normal / sqrt(9 * d), 3)
      guard cube > 0 else { continue }
      if log(1 - unit()) < normal * normal / 2 + d - d * cube + d * log(cube) { return d * cube * scale }
    }
  }
}

/// How long packets are under way, in ms, up to the host and down to the controller.
public enum Delays: String, CaseIterable, Sendable {
  /// A cable.
  case wired
  /// A home's wireless network at night.
  case quiet
  /// The same while others use it; sometimes something takes long.
  case busy
  /// A controller that saves power: now and then it hears nothing for up to a tenth of a second.
  case powerSave
  /// Down is 50 times as long as up.
  case lopsided

  /// Packets to the controller take so much longer anyhow.
  private static let asymmetry = 0.3

  /// The next packet to the host.
  public func up(_ dice: inout Dice) -> Double {
    switch self {
    case .wired: 0.2 + dice.gamma(1.5, 0.05)
    case .quiet, .powerSave: 0.8 + dice.gamma(1.5, 0.5)
    case .busy: 1 + dice.gamma(1.2, 2.5) + (dice.unit() < 0.08 ? dice.exponential(15) : 0)
    case .lopsided: 1
    }
  }

  /// The next packet to the controller.
  public func down(_ dice: inout Dice) -> Double {
    switch self {
    case .wired, .quiet, .busy: up(&dice) + Delays.asymmetry
    case .powerSave: up(&dice) + Delays.asymmetry + (dice.unit() < 0.35 ? 100 * dice.unit() : 0)
    case .lopsided: 50
    }
  }
}
