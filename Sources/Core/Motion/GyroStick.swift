import Model

/// A conversion of rotation into the turn of a view, and of that turn into a stick.
///
/// The formulas are those of JoyShockMapper and GamepadMotionHelpers. A turn is in °/s: x to the right, y downwards.
struct GyroStick: Sendable {
  /// The maximum factor by which player space compensates for an axis that is not quite vertical.
  fileprivate static let relaxation = 1.41
  /// The share of 1 g up to which world space ignores pitch.
  ///
  /// It is compared with the larger of |y| and |z| of gravity; both are small if the controller is on its side.
  /// Pitch counts fully from twice this share on.
  fileprivate static let pitchFade = 0.125
  /// The minimum share of the stick's range that is shown; the stick stays at its centre below this share.
  private static let least = 0.01

  let aim: Aim

  /// Returns the turn for a `rotation` in °/s in the pad's frame; `gravity` is the unit vector downwards.
  func turn(by rotation: SIMD3<Double>, under gravity: SIMD3<Double>) -> SIMD2<Double> {
    let spin = aim.space.spin(rotation, gravity)
    let turn = SIMD2(-spin.yaw, -spin.pitch)
    let speed = turn.length
    return turn * (aim.rate * (speed < aim.tightening ? speed / aim.tightening : 1))
  }

  /// Returns the turn of the view that the controller's own stick asks for.
  func turn(by stick: Stick) -> SIMD2<Double> {
    SIMD2(Double(stick.x), Double(stick.y)) * (aim.turnRate / Stick.full)
  }

  /// Returns the stick that makes the game turn the view by `turn`, as far as it can.
  func stick(for turn: SIMD2<Double>) -> Stick {
    let speed = turn.length
    let share = root(of: min(speed / aim.turnRate, 1))
    guard share >= GyroStick.least else { return .centre }
    let deflection = turn * ((aim.innerZone + share * (1 - aim.outerZone - aim.innerZone)) / speed)
    return Stick(x: Stick.axis(deflection.x), y: Stick.axis(deflection.y))
  }

  /// Returns `share` raised to 1 ÷ ``Aim/power``, computed from the binary digits of that exponent.
  private func root(of share: Double) -> Double {
    guard aim.power > 1 else { return share }
    var (exponent, factor, result) = (1 / aim.power, share, 1.0)
    for _ in 0..<32 {
      exponent *= 2
      factor = factor.squareRoot()
      guard exponent >= 1 else { continue }
      exponent -= 1
      result *= factor
    }
    return result
  }
}

extension Aim.Space {
  /// Returns the rotation about the space's vertical, and about the space's axis from left to right, both
  /// right-handed.
  fileprivate func spin(_ rotation: SIMD3<Double>, _ gravity: SIMD3<Double>) -> (yaw: Double, pitch: Double) {
    switch self {
    case .local: return (rotation.y, rotation.x)
    case .player:
      let upright = -(gravity.y * rotation.y + gravity.z * rotation.z)
      let whole = SIMD2(rotation.y, rotation.z).length
      let yaw = min(upright.magnitude * GyroStick.relaxation, whole)
      return (upright < 0 ? -yaw : yaw, rotation.x)
    case .world:
      let axis = SIMD3(1, 0, 0) - gravity * gravity.x
      let upness = max(gravity.y.magnitude, gravity.z.magnitude)
      let share = min(max(upness / GyroStick.pitchFade - 1, 0), 1)
      let pitch = axis.length > 0 ? share * axis.dot(rotation) / axis.length : 0
      return (-gravity.dot(rotation), pitch)
    }
  }
}

extension SIMD2<Double> {
  /// The length of the vector.
  var length: Double { (x * x + y * y).squareRoot() }
}

extension SIMD3<Double> {
  /// The length of the vector.
  var length: Double { dot(self).squareRoot() }

  /// Returns the scalar product with `other`.
  func dot(_ other: SIMD3<Double>) -> Double { (self * other).sum() }

  /// Returns the vector product with `other`.
  func cross(_ other: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }
}
