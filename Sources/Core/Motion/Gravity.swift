import Model

/// An estimate of the direction downwards, in the pad's frame.
///
/// It turns with the gyroscope, and follows the accelerometer slowly: the less, the more the hand shakes.
struct Gravity: Sendable {
  /// The time in which the accelerometer of a still hand corrects most of an error, in s.
  private static let settling = 0.5
  /// The longest time between two samples over which the gyroscope is followed, in s.
  private static let longest = 0.1
  /// The unit of the pad's acceleration, 1/8192 g, and of its rotation, 1/16 °/s in rad/s.
  private static let scales = (acceleration: 1.0 / 8_192, rotation: Double.pi / 180 / 16)
  /// The distance from 1 g at which the accelerometer counts for nothing, in g.
  private static let shaking = 0.5

  /// The unit vector downwards; that of a pad that lies on a table until the accelerometer has shown another.
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
    // Opposite directions may meet in the middle.
    direction = corrected.length > 0.1 ? corrected / corrected.length : -felt / strength
  }
}

extension MotionVector {
  /// The components as numbers.
  var vector: SIMD3<Double> { SIMD3(Double(x), Double(y), Double(z)) }
}

extension SIMD3<Double> {
  /// Returns a fixed vector as it appears in a frame that turns by `turn`, whose length is the angle in rad.
  ///
  /// The rotation is Cayley's, which keeps lengths: 3 % short at 0.6 rad.
  fileprivate func turned(against turn: SIMD3<Double>) -> SIMD3<Double> {
    let half = turn * -0.5
    let first = half.cross(self)
    return self + (first + half.cross(first)) * (2 / (1 + half.dot(half)))
  }
}
