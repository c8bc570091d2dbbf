public import Model

/// A filter that keeps a still accelerometer from falling silent.
///
/// SDL shows 0 until an axis moves, and the kernel treats small changes as noise. The kernel's filter swallows
/// changes below 8 steps, half of its `fuzz` of 16 steps (2 mg), on devices made through uinput as well as on those
/// of hid-playstation. A sample that the filter would swallow is moved by 8 steps away from the value that the device
/// shows. A still device therefore trembles around the measured value, and every sample is a change that passes the
/// filter.
public struct AccelerationDither: Sendable {
  /// The `fuzz` of each axis, in steps: the size of the changes that the kernel treats as noise.
  static let fuzz: Int32 = 16

  private var held = MotionVector.zero

  /// Creates a filter for a device that shows no acceleration yet.
  public init() {}

  /// Returns the acceleration to give the device for the measured `acceleration`.
  public mutating func next(_ acceleration: MotionVector) -> MotionVector {
    let given = acceleration.combined(with: held, AccelerationDither.moved)
    held = given.combined(with: held, AccelerationDither.filtered)
    return given
  }

  /// Returns `value` if the kernel's filter passes it after `held`, otherwise a value near it that passes.
  ///
  /// That is the value 8 steps farther from `held` or, if 16 bits cannot hold it, one on the other side.
  private static func moved(_ value: Int32, _ held: Int32) -> Int32 {
    guard filtered(value, held) == held else { return value }
    let step = value < held ? -fuzz / 2 : fuzz / 2
    return Int16(exactly: value + step) == nil ? value - 2 * step : value + step
  }

  /// Returns the value that the kernel shows when it is given `value` after `held` (input_defuzz_abs_event).
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
  /// Returns the vector of the results of `body` for each pair of components of this vector and `other`.
  fileprivate func combined(with other: MotionVector, _ body: (Int32, Int32) -> Int32) -> MotionVector {
    MotionVector(
      x: Int16(body(Int32(x), Int32(other.x))), y: Int16(body(Int32(y), Int32(other.y))),
      z: Int16(body(Int32(z), Int32(other.z))))
  }
}
