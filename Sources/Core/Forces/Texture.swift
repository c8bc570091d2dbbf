/// The rumble that imitates quick changes of a wheel's torque, for controllers whose motors only shake.
///
/// The slow part of the torque, below 4 Hz, is left out, because such a motor cannot push. The part from 4 to
/// 30 Hz drives the strong motor, and the part above 30 Hz the weak one. Each motor follows a peak at once.
/// Then its strength falls to 37 % every 80 ms.
struct Texture: Sendable {
  private static let slow = share(ofHertz: 4)
  private static let middle = share(ofHertz: 30)
  private static let decay = SteeringColumn.step / 0.080
  /// The strength below which a motor counts as still.
  private static let least = 1.0 / 128

  private var mean = 0.0
  private var low = 0.0
  private var peaks = (strong: 0.0, weak: 0.0)

  /// Returns the share of a step's change that a low pass of first order lets through.
  private static func share(ofHertz frequency: Double) -> Double {
    let turn = 2 * .pi * frequency * SteeringColumn.step
    return turn / (1 + turn)
  }

  /// Adds the `torque` of one step, in units of the full torque.
  mutating func feel(_ torque: Double) {
    mean += Texture.slow * (torque - mean)
    let quick = torque - mean
    low += Texture.middle * (quick - low)
    peaks.strong = max(low.magnitude, peaks.strong * (1 - Texture.decay))
    peaks.weak = max((quick - low).magnitude, peaks.weak * (1 - Texture.decay))
  }

  /// True if both motors are still, and stay so unless the torque changes.
  var isStill: Bool { max(peaks.strong, peaks.weak) < Texture.least }

  /// Stops both motors, as if the torque had always been `torque`.
  mutating func settle(at torque: Double) {
    (mean, low, peaks) = (torque, 0, (0, 0))
  }

  /// The strengths of both motors, 0 to 65535 in 255 steps.
  var strengths: (strong: UInt16, weak: UInt16) {
    (Texture.strength(peaks.strong), Texture.strength(peaks.weak))
  }

  private static func strength(_ peak: Double) -> UInt16 {
    peak < least ? 0 : UInt16((min(peak, 1) * 255).rounded()) * 257
  }
}
