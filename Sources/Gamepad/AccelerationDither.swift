public import Model

/// Keeps a still accelerometer from falling silent: SDL shows 0 until an axis moves, and the kernel takes small moves for noise.
///
/// Every sample is a change that passes the kernel's filter of 16 steps, 2 mg: one that the filter would swallow is raised
/// by as much.
public struct AccelerationDither: Sendable {
  /// What the kernel takes for noise on each axis.
  static let fuzz: Int32 = 16

  private var held = MotionVector.zero

  /// For a device that shows no acceleration.
  public init() {}

  /// What the device is to be given for `acceleration`.
  public func value(for acceleration: MotionVector) -> MotionVector {
    acceleration.combined(with: held, AccelerationDither.raised)
  }

  /// The device was given ``value(for:)`` of `acceleration`.
  public mutating func accept(_ acceleration: MotionVector) {
    held = value(for: acceleration).combined(with: held, AccelerationDither.filtered)
  }

  /// `value`, or as near to it as the kernel lets through after `held`.
  private static func raised(_ value: Int32, _ held: Int32) -> Int32 {
    guard filtered(value, held) == held else { return value }
    return value + (value > Int32(Int16.max) - fuzz ? -fuzz : fuzz)
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
