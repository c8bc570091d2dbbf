/// Three components along or about x, y and z.
public struct MotionVector: Hashable, Sendable {
  /// A component of the vector.
  public var x, y, z: Int16

  /// A vector of three components.
  public init(x: Int16 = 0, y: Int16 = 0, z: Int16 = 0) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// A vector of zero length.
  public static let zero = MotionVector()
}

/// A measurement of a controller's sensors in its screen's frame: x right, y to the top edge, z out of the screen.
public struct MotionSample: Hashable, Sendable {
  /// Acceleration in 1/4096 g, gravity included: z is 4096 when the screen faces up at rest.
  public var acceleration: MotionVector
  /// Rotation in 1/16 °/s, right-handed.
  public var rotation: MotionVector

  /// A sample of both sensors.
  public init(acceleration: MotionVector, rotation: MotionVector) {
    self.acceleration = acceleration
    self.rotation = rotation
  }
}

/// The reading of a pad's sensors, in the frame of SDL and real pads: x right, y up, z towards the player.
public struct PadMotion: Hashable, Sendable {
  /// Acceleration in 1/8192 g, gravity included: y is 8192 when the pad is level and at rest.
  public var acceleration: MotionVector
  /// Rotation in 1/16 °/s, right-handed.
  public var rotation: MotionVector
  /// The time of the measurement, in µs of the pad's own clock, which never runs backwards.
  public var time: Int64

  /// Creates the reading of both sensors at `time`.
  public init(acceleration: MotionVector, rotation: MotionVector, time: Int64) {
    self.acceleration = acceleration
    self.rotation = rotation
    self.time = time
  }
}
