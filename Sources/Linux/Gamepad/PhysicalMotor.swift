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

  /// The number of the constant force; −1 before the first.
  private var constant: Int16 = -1
  /// The numbers of the conditions by place, −1 for none, and their kinds.
  private var running = [(number: Int16, kind: ForceCondition.Kind)](
    repeating: (-1, .spring), count: ForceConditions.capacity)

  /// Sets full gain and no autocenter.
  func begin(on device: borrowing Descriptor) { _ = evdev_force_begin(device.number) }

  /// Pushes with `level` until the next call (EVIOCSFF).
  mutating func push(_ level: Int16, on device: borrowing Descriptor) {
    _ = unsafe evdev_force_push(device.number, &constant, level)
  }

  /// Runs `condition` at `place` in place of the one that ran there; an effect cannot change its kind.
  mutating func run(_ condition: ForceCondition?, place: Int, on device: borrowing Descriptor) {
    if running[place].kind != condition?.kind {
      _ = unsafe evdev_force_end(device.number, &running[place].number)
    }
    guard let condition, let code = PhysicalMotor.codes[condition.kind] else { return }
    running[place].kind = condition.kind
    var numbers = ff_condition_effect(condition.numbers)
    _ = unsafe evdev_force_run(device.number, &running[place].number, code, &numbers)
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
