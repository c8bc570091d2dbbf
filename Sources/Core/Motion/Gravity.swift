import Model

/// An estimate of the direction downwards, in the pad's frame.
///
/// It turns with the gyroscope, and slowly follows the accelerometer. The accelerometer counts less when the
/// hand shakes.
struct Gravity: Sendable {
  /// The time constant with which the accelerometer of a still hand corrects an error, in s.
  private static let settling = 0.5
  /// The maximum time for which one sample counts, in s.
  private static let longest = 0.1
  /// The unit of the pad's acceleration, 1/8192 g, and of its rotation, 1/16 °/s in rad/s.
  private static let scales = (acceleration: 1.0 / 8_192, rotation: Double.pi / 180 / 16)
  /// The difference between the acceleration and 1 g from which on the accelerometer does not count, in g.
  private static let shaking = 0.5

  /// The unit vector downwards; before the first usable sample, that of a pad that lies on a table.
  private(set) var direction = SIMD3(0, -1.0, 0)
  private var measured: Int64?

  /// Follows a sample of the sensors.
  mutating func follow(_ motion: PadMotion) {
    let felt = motion.acceleration.vector * Gravity.scales.acceleration
    let strength = felt.length
    let trust = max(1 - (strength - 1).magnitude / Gravity.shaking, 0)
    guard let former = measured else {
      if trust > 0 { (direction, measured) = (-felt / strength, motion.time) }
      return
    }
    measured = motion.time
    let seconds = min(Double(max(motion.time - former, 0)) * 1e-6, Gravity.longest)
    let turned = direction.turned(against: motion.rotation.vector * (Gravity.scales.rotation * seconds))
    guard trust > 0 else {
      direction = turned
      return
    }
    let corrected = turned + (-felt / strength - turned) * (trust * seconds / Gravity.settling)
    // If the two directions are opposite, their weighted sum may be almost zero.
    direction = corrected.length > 0.1 ? corrected / corrected.length : -felt / strength
  }
}

extension MotionVector {
  /// The components as numbers.
  var vector: SIMD3<Double> { SIMD3(Double(x), Double(y), Double(z)) }
}

extension SIMD3<Double> {
  /// Returns a fixed vector as it appears in a frame that has turned by `turn`.
  ///
  /// The direction of `turn` is the axis, and its length is the angle in rad. The rotation is Cayley's, which
  /// keeps the length of the vector. Its angle is 3 % too small at 0.6 rad.
  fileprivate func turned(against turn: SIMD3<Double>) -> SIMD3<Double> {
    let half = turn * -0.5
    let first = half.cross(self)
    return self + (first + half.cross(first)) * (2 / (1 + half.dot(half)))
  }
}
