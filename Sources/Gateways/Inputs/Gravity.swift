import Model

extension Tilt {
  /// The range in which the roll fades: the part of gravity that acts in the plane of the screen, in g.
  ///
  /// The roll is 0 below 15° from flat, and complete from 30° onwards.
  private static let fade = (start: 0.258_8, end: 0.5)

  /// Creates the tilt of a controller at rest from its accelerometer's `reading`, in any unit.
  ///
  /// Gravity does not reveal the yaw, which is 0. Nor does it reveal the roll of a controller that lies flat, so the
  /// roll fades to 0 there: a trembling hand does not steer to full lock, and a phone laid on a table drives straight.
  init(against reading: MotionVector) {
    let (x, y, z) = (Double(reading.x), Double(reading.y), Double(reading.z))
    let inScreen = (x * x + y * y).squareRoot()
    let whole = max((inScreen * inScreen + z * z).squareRoot(), 1)
    let share = min(max((inScreen / whole - Tilt.fade.start) / (Tilt.fade.end - Tilt.fade.start), 0), 1)
    self.init(
      roll: Angle(radians: Angle(y: -x, x: y).radians * share), pitch: Angle(y: -z, x: inScreen))
  }
}

extension Angle {
  /// Creates the angle from the x axis to the point (`x`, `y`), positive towards the y axis; 0 at the origin.
  ///
  /// The error is less than 2 · 10⁻⁸ rad.
  init(y: Double, x: Double) {
    let (large, small) = (max(x.magnitude, y.magnitude), min(x.magnitude, y.magnitude))
    var angle = large > 0 ? Angle.arcTangent(small / large) : 0
    if y.magnitude > x.magnitude { angle = .pi / 2 - angle }
    if x < 0 { angle = .pi - angle }
    self.init(radians: y < 0 ? -angle : angle)
  }

  /// Returns the arc tangent of `slope`, 0 to 1, by halving the angle twice before the series.
  private static func arcTangent(_ slope: Double) -> Double {
    func halved(_ slope: Double) -> Double { slope / (1 + (1 + slope * slope).squareRoot()) }
    let part = halved(halved(slope))
    let square = part * part
    // 1 − s/3 + s²/5 − …
    let series = stride(from: 11.0, to: 0, by: -2).reduce(0) { 1 / $1 - square * $0 }
    return 4 * part * series
  }
}
