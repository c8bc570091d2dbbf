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

  /// Creates a response, by default ``direct``.
  public init(deadZone: Double = 0, antiDeadZone: Double = 0, curve: Double = 0) {
    self.deadZone = deadZone
    self.antiDeadZone = antiDeadZone
    self.curve = curve
  }

  /// The linear response without dead zones, with which ``AxisMapping`` passes the stick through unchanged.
  public static let direct = StickResponse()

  /// Returns the two axes, −1…1 each, for a stick at (`x`, `y`), −1…1 each; a deflection above 1 counts as 1.
  public func callAsFunction(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let length = (x * x + y * y).squareRoot()
    guard length > deadZone else { return (0, 0) }
    let moved = min((length - deadZone) / (1 - deadZone), 1)
    let wanted = antiDeadZone + (1 - antiDeadZone) * bend(moved, by: curve)
    return (x * wanted / length, y * wanted / length)
  }
}
