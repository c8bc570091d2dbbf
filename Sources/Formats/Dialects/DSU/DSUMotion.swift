public import Model

/// The conversion between DSU's frame and the frames of pads and controllers.
///
/// A pad's frame is that of ``PadMotion``: x right, y up, z towards the player, right-handed. DSU reverses the
/// acceleration, and the rotation about y and z. This agrees with evdevhook2's table for the DualSense, and with
/// Dolphin's names for directions.
extension DSUPad {
  /// The units of ``PadMotion`` and ``MotionSample``.
  private enum Unit {
    static let padAcceleration: Float = 8_192
    static let acceleration: Float = 4_096
    static let rotation: Float = 16
  }

  /// Sets acceleration, rotation and time from `motion`, a pad's sensor sample.
  public mutating func show(_ motion: PadMotion) {
    time = UInt64(clamping: motion.time)
    acceleration = Vector(
      x: -Float(motion.acceleration.x) / Unit.padAcceleration,
      y: -Float(motion.acceleration.y) / Unit.padAcceleration,
      z: -Float(motion.acceleration.z) / Unit.padAcceleration)
    rotation = Vector(
      x: Float(motion.rotation.x) / Unit.rotation, y: -Float(motion.rotation.y) / Unit.rotation,
      z: -Float(motion.rotation.z) / Unit.rotation)
  }

  /// The acceleration and rotation in the frame of a controller's screen, clamped.
  ///
  /// The screen's y is the pad's −z, and the screen's z is the pad's y.
  public var motion: MotionSample {
    func whole(_ value: Float) -> Int16 { Int16(min(max(value.rounded(), -32_767), 32_767)) }
    return MotionSample(
      acceleration: MotionVector(
        x: whole(-acceleration.x * Unit.acceleration), y: whole(acceleration.z * Unit.acceleration),
        z: whole(-acceleration.y * Unit.acceleration)),
      rotation: MotionVector(
        x: whole(rotation.x * Unit.rotation), y: whole(rotation.z * Unit.rotation),
        z: whole(-rotation.y * Unit.rotation)))
  }
}
