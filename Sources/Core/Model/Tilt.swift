/// An angle as a binary fraction of a turn, so that arithmetic wraps at ±π by itself.
///
/// 2³² units make a turn: one unit is 1.46 nrad. The difference of two angles, taken with wrapping
/// subtraction, is always the shortest way round.
public struct Angle: Hashable, Sendable {
  /// The angle in units of 2π / 2³² rad, from −π to just under π.
  public var raw: Int32

  /// The angle of `raw` units.
  public init(raw: Int32) {
    self.raw = raw
  }

  /// The angle of 16-bit binary units (2π / 65536 rad), as STATE carries it.
  public init(bam16: Int16) {
    raw = Int32(bam16) << 16
  }

  /// Creates the angle of `radians`, wrapped into −π..<π.
  ///
  /// - Precondition: `radians` is finite and within ±6284, about a thousand turns; the callers check that.
  public init(radians: Double) {
    precondition(radians.magnitude < 6_284)
    raw = Int32(truncatingIfNeeded: Int64((radians * Angle.unitsPerRadian).rounded()))
  }

  /// An angle of zero.
  public static let zero = Angle(raw: 0)

  /// The angle in radians, −π..<π.
  public var radians: Double { Double(raw) / Angle.unitsPerRadian }

  /// The nearest 16-bit binary angle, as STATE carries it.
  public var bam16: Int16 {
    Int16(truncatingIfNeeded: (Int64(raw) + 0x8000) >> 16)
  }

  /// The shortest turn from `origin` to `angle`.
  public static func - (angle: Angle, origin: Angle) -> Angle {
    Angle(raw: angle.raw &- origin.raw)
  }

  /// The angle turned further by `turn`.
  public static func + (angle: Angle, turn: Angle) -> Angle {
    Angle(raw: angle.raw &+ turn.raw)
  }

  /// The number of units in one radian: 2³¹ / π.
  public static let unitsPerRadian = 2_147_483_648.0 / Double.pi
}

/// The attitude of a controller, in the frame of its screen: x right, y to the top edge, z out of the screen.
public struct Tilt: Hashable, Sendable {
  /// Rotation about the screen's normal; positive is clockwise as seen by the player: steer right.
  public var roll: Angle
  /// Rotation about the screen's x axis; positive lifts the top edge towards the player: nose up.
  public var pitch: Angle
  /// Rotation about the vertical; positive is clockwise seen from above: heading right.
  public var yaw: Angle

  /// A tilt of three angles.
  public init(roll: Angle = .zero, pitch: Angle = .zero, yaw: Angle = .zero) {
    self.roll = roll
    self.pitch = pitch
    self.yaw = yaw
  }

  /// The tilt of a controller held exactly upright: all angles zero.
  public static let zero = Tilt()

  /// The rotation, axis by axis, from `origin` to `tilt`.
  public static func - (tilt: Tilt, origin: Tilt) -> Tilt {
    Tilt(roll: tilt.roll - origin.roll, pitch: tilt.pitch - origin.pitch, yaw: tilt.yaw - origin.yaw)
  }
}

/// A tilt and the time of its measurement on the controller's own clock.
public struct TiltSample: Hashable, Sendable {
  /// The time in microseconds of the controller's clock, unwrapped so that it never jumps at 2³².
  public var microseconds: Int64
  /// The measured tilt.
  public var tilt: Tilt

  /// A sample of `tilt` at `microseconds`.
  public init(microseconds: Int64, tilt: Tilt) {
    self.microseconds = microseconds
    self.tilt = tilt
  }
}
