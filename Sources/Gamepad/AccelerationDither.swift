public import Model

/// Keeps a still accelerometer from falling silent: SDL shows 0 until an axis moves, and the kernel takes small moves for noise.
///
/// Every sample is a change that passes the kernel's filter of 16 steps, 2 mg, in which devices made through uinput and
/// hid-playstation's are alike: one that the filter would swallow is moved by half of that, away from what the device
/// shows, so that one that stands still trembles about what was measured.
public struct AccelerationDither: Sendable {
  /// What the kernel takes for noise on each axis.
  static let fuzz: Int32 = 16

  private var held = MotionVector.zero

  /// For a device that shows no acceleration.
  public init() {}

  /// What the device is now given for `acceleration`.
  public mutating func next(_ acceleration: MotionVector) -> MotionVector {
    let given = acceleration.combined(with: held, AccelerationDither.moved)
    held = given.combined(with: held, AccelerationDither.filtered)
    return given
  }

  /// `value`, or as near to it as the kernel lets through after `held`.
  private static func moved(_ value: Int32, _ held: Int32) -> Int32 {
    guard filtered(value, held) == held else { return value }
    let step = value < held ? -fuzz / 2 : fuzz / 2
    return Int16(exactly: value + step) == nil ? value - 2 * step : value + step
  }

  /// What the kernel makes of `value` after `held` (input_defuzz_abs_event).
  static func filtered(_ value: Int32, _ held: Int32) -> Int32 {
    switch (value - held).magnitude {
    case ..<UInt32(fuzz / 2): held
    case ..<UInt32(fuzz): (held * 3 + value) / 4
    case ..<UInt32(fuzz * 2): (held + value) / 2
    default: value
    }
  }
}

extension MotionVector {
  /// What `body` makes of each component and its like of `other`.
  fileprivate func combined(with other: MotionVector, _ body: (Int32, Int32) -> Int32) -> MotionVector {
    MotionVector(
      x: Int16(body(Int32(x), Int32(other.x))), y: Int16(body(Int32(y), Int32(other.y))),
      z: Int16(body(Int32(z), Int32(other.z))))
  }
}
