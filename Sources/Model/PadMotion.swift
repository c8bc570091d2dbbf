/// Three components along or about x, y and z.
public struct MotionVector: Hashable, Sendable {
  /// The components.
  public var x, y, z: Int16

  /// A vector of three components.
  public init(x: Int16 = 0, y: Int16 = 0, z: Int16 = 0) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// Nothing along or about any axis.
  public static let zero = MotionVector()
}

/// What a controller's sensors measured, in the frame of its screen: x right, y to the top edge, z out of the screen.
public struct MotionSample: Hashable, Sendable {
  /// Acceleration in 1/4096 g, gravity included: z is 4096 when the screen looks up at rest.
  public var acceleration: MotionVector
  /// Rotation in 1/16 °/s, right-handed.
  public var rotation: MotionVector

  /// A sample of both sensors.
  public init(acceleration: MotionVector, rotation: MotionVector) {
    self.acceleration = acceleration
    self.rotation = rotation
  }
}

/// What a pad's sensors show, in the frame that SDL and real pads have: x right, y up, z towards the player.
public struct PadMotion: Hashable, Sendable {
  /// Acceleration in 1/8192 g, gravity included: y is 8192 when the pad lies at rest.
  public var acceleration: MotionVector
  /// Rotation in 1/16 °/s, right-handed.
  public var rotation: MotionVector
  /// When it was measured: µs on a clock of the pad's own, which never goes back.
  public var time: Int64

  /// What the sensors show at `time`.
  public init(acceleration: MotionVector, rotation: MotionVector, time: Int64) {
    self.acceleration = acceleration
    self.rotation = rotation
    self.time = time
  }
}
