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

/// A conversion of a stick's deflection into two axes.
///
/// The dead zone is round, so that diagonals feel like other directions.
public struct StickResponse: Hashable, Sendable {
  /// The dead zone around the centre, as a share of the full deflection, 0..<1; inside it the axes stay at rest.
  public var deadZone: Double
  /// The deflection at the dead zone's edge, 0..<1, to which the stick jumps to cancel the game's own dead zone.
  public var antiDeadZone: Double
  /// The curve, 0 (linear) to 1 (cubic).
  public var curve: Double

  /// Creates a response, which by default passes the stick through.
  public init(deadZone: Double = 0, antiDeadZone: Double = 0, curve: Double = 0) {
    self.deadZone = deadZone
    self.antiDeadZone = antiDeadZone
    self.curve = curve
  }

  /// The response that passes the stick through unchanged.
  public static let direct = StickResponse()

  /// Returns the deflection, −1…1 each, for a stick at (`x`, `y`), −1…1 each.
  public func callAsFunction(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let length = (x * x + y * y).squareRoot()
    guard length > deadZone else { return (0, 0) }
    let moved = min((length - deadZone) / (1 - deadZone), 1)
    let wanted = antiDeadZone + (1 - antiDeadZone) * bend(moved, by: curve)
    return (x * wanted / length, y * wanted / length)
  }
}

/// Returns the blend of a line and a cube, known as expo in radio control.
private func bend(_ value: Double, by curve: Double) -> Double {
  value * (1 - curve + curve * value * value)
}
