/// A conversion of an angle into an axis: dead zone, full lock, curve, direction.
public struct TiltResponse: Hashable, Sendable {
  /// The angle, in radians, at which the axis reaches its end; above 0.
  public var fullLock: Double
  /// The dead zone around the centre, as a share of the full lock, 0..<1; movement begins at its edge.
  public var deadZone: Double
  /// The curve, 0 (linear) to 1 (cubic): fine around the centre, quick at the ends.
  public var curve: Double
  /// True if the axis moves against the tilt.
  public var isInverted: Bool

  /// Creates a response, by default linear and without a dead zone.
  public init(fullLock: Double, deadZone: Double = 0, curve: Double = 0, isInverted: Bool = false) {
    self.fullLock = fullLock
    self.deadZone = deadZone
    self.curve = curve
    self.isInverted = isInverted
  }

  /// Returns the axis, −1…1, at an angle of `radians`.
  public func callAsFunction(_ radians: Double) -> Double {
    let share = min(radians.magnitude / fullLock, 1)
    let moved = max(share - deadZone, 0) / (1 - deadZone)
    let value = bend(moved, by: curve)
    return (radians < 0) != isInverted ? -value : value
  }
}

/// Returns a blend of `value` and its cube, known as expo in radio control; `curve` is the share of the cube.
func bend(_ value: Double, by curve: Double) -> Double {
  value * (1 - curve + curve * value * value)
}
