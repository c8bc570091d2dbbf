import Model

extension Tilt {
  /// The shares of gravity in the plane of the screen, 0 to 1, between which the roll fades.
  ///
  /// They belong to 15° and 30° from flat: the roll is 0 below 15°, and complete from 30° onwards.
  private static let fade = (start: 0.258_8, end: 0.5)

  /// Creates the tilt of a controller at rest from its accelerometer's `reading`, in any unit.
  ///
  /// Gravity does not reveal the yaw, which is 0. Nor does it reveal the roll of a controller that lies flat,
  /// so the roll fades to 0 there. Otherwise a trembling hand could steer to full lock, and a phone laid on a
  /// table would not drive straight.
  init(against reading: MotionVector) {
    let (x, y, z) = (Double(reading.x), Double(reading.y), Double(reading.z))
    let inScreen = (x * x + y * y).squareRoot()
    let whole = max((inScreen * inScreen + z * z).squareRoot(), 1)
    let share = min(max((inScreen / whole - Tilt.fade.start) / (Tilt.fade.end - Tilt.fade.start), 0), 1)
    self.init(
      roll: Angle(radians: Angle(y: -x, x: y).radians * share), pitch: Angle(y: -z, x: inScreen))
  }
}
