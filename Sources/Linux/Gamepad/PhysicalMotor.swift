internal import CEvdev
internal import Model
internal import Platform

/// The effects that this program has stored in a real wheel with a motor.
///
/// The kernel stops and deletes them when the device is closed, also if the program is killed.
struct PhysicalMotor: Sendable {
  /// The codes of the conditions in Linux.
  static let codes: [ForceCondition.Kind: UInt16] = [
    .spring: UInt16(FF_SPRING), .damper: UInt16(FF_DAMPER), .friction: UInt16(FF_FRICTION),
    .inertia: UInt16(FF_INERTIA),
  ]

  /// The kernel's number for the constant force; −1 before the first push.
  private var constant: Int16 = -1
  /// The kernel's number and the kind of the condition at each place; the number is −1 at an empty place.
  private var running = [(number: Int16, kind: ForceCondition.Kind)](
    repeating: (-1, .spring), count: ForceConditions.capacity)

  /// Sets full gain and switches autocenter off.
  func begin(on device: borrowing Descriptor) { _ = evdev_force_begin(device.number) }

  /// Pushes for `ForceAbilities.pushTime` (EVIOCSFF); returns false if the device has refused.
  ///
  /// `level` is the torque, −32767 to 32767 (the full torque to the right).
  mutating func push(_ level: Int16, on device: borrowing Descriptor) -> Bool {
    let time = UInt16(ForceAbilities.pushTime.nanoseconds / 1_000_000)
    return unsafe evdev_force_push(device.number, &constant, level, time) >= 0
  }

  /// Repeats the last push for another `ForceAbilities.pushTime`; returns false if the device has refused.
  func prolong(on device: borrowing Descriptor) -> Bool { evdev_force_prolong(device.number, constant) >= 0 }

  /// Replaces the condition at `place` by `condition`, or by none if it is nil.
  ///
  /// A stored effect cannot change its kind, so another kind needs a new effect. Returns false if the device
  /// has refused.
  mutating func run(_ condition: ForceCondition?, place: Int, on device: borrowing Descriptor) -> Bool {
    if running[place].kind != condition?.kind {
      guard unsafe evdev_force_end(device.number, &running[place].number) >= 0 else { return false }
    }
    guard let condition, let code = PhysicalMotor.codes[condition.kind] else { return true }
    running[place].kind = condition.kind
    var numbers = ff_condition_effect(condition.numbers)
    return unsafe evdev_force_run(device.number, &running[place].number, code, &numbers) >= 0
  }
}

extension EventReader {
  /// True if the device has a motor that can push it (FF_CONSTANT).
  var hasMotor: Bool { plays(UInt16(FF_CONSTANT)) }

  /// The conditions that the motor can run itself.
  var conditions: Set<ForceCondition.Kind> {
    Set(PhysicalMotor.codes.filter { plays($0.value) }.keys)
  }
}

extension ff_condition_effect {
  fileprivate init(_ numbers: ForceCondition.Numbers) {
    self.init(
      right_saturation: numbers.rightSaturation, left_saturation: numbers.leftSaturation,
      right_coeff: numbers.rightCoefficient, left_coeff: numbers.leftCoefficient,
      deadband: numbers.deadBand, center: numbers.center)
  }
}
