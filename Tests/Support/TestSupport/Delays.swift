internal import Glibc
public import Impairment

extension Random {
  /// Returns an exponentially distributed number with the given mean.
  public mutating func exponential(_ mean: Double) -> Double { -mean * log(1 - unit()) }

  /// Returns a gamma-distributed number with a `shape` of at least 1 (Marsaglia and Tsang 2000).
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

/// The delays of packets on a network, in ms: to the host, and to the controller.
public enum Delays: String, CaseIterable, Sendable {
  /// A cable.
  case wired
  /// A home wireless network at night.
  case quiet
  /// A home wireless network in use by others, with occasional long delays.
  case busy
  /// A controller that saves power: from time to time it receives nothing for up to 100 ms.
  case powerSave
  /// A network whose delay to the controller is 50 times its delay to the host.
  case lopsided

  /// The additional delay of packets to the controller on all networks but ``lopsided``, in ms.
  private static let asymmetry = 0.3

  /// Returns the delay of the next packet to the host, in ms.
  public func up(_ dice: inout Random) -> Double {
    switch self {
    case .wired: 0.2 + dice.gamma(1.5, 0.05)
    case .quiet, .powerSave: 0.8 + dice.gamma(1.5, 0.5)
    case .busy: 1 + dice.gamma(1.2, 2.5) + (dice.unit() < 0.08 ? dice.exponential(15) : 0)
    case .lopsided: 1
    }
  }

  /// Returns the delay of the next packet to the controller, in ms.
  public func down(_ dice: inout Random) -> Double {
    switch self {
    case .wired, .quiet, .busy: up(&dice) + Delays.asymmetry
    case .powerSave: up(&dice) + Delays.asymmetry + (dice.unit() < 0.35 ? 100 * dice.unit() : 0)
    case .lopsided: 50
    }
  }
}
