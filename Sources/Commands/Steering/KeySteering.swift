import Model

/// A hand on a keyboard: keys hold buttons and pull the tilt, which springs back.
///
/// A terminal tells of no release; a key counts as held until it has not come again for a while.
struct KeySteering: Sendable {
  /// How long a key is held after it last came.
  static let hold = Interval.milliseconds(120)
  /// How long the tilt takes from the centre to the end, and back.
  static let swing = Interval.milliseconds(250)

  /// How far the keys tilt, in radians.
  let reach: Double
  private var heldUntil: [Key: Instant] = [:]
  private var roll = 0.0
  private var pitch = 0.0
  private var moved: Instant

  /// A hand that holds the controller straight at `now` and tilts it by `reach` radians.
  init(reach: Double, at now: Instant) {
    self.reach = reach
    moved = now
  }

  /// Notes that `key` came.
  mutating func press(_ key: Key, at now: Instant) {
    heldUntil[key] = now + KeySteering.hold
  }

  /// What the hand does at `now`.
  mutating func controls(at now: Instant) -> Controls {
    heldUntil = heldUntil.filter { $0.value > now }
    let step = reach * (now - moved).seconds / KeySteering.swing.seconds
    moved = now
    roll = KeySteering.approach(pull(.left, .right), from: roll, by: step)
    pitch = KeySteering.approach(pull(.up, .down), from: pitch, by: step)
    return Controls(
      tilt: Tilt(roll: Angle(radians: roll), pitch: Angle(radians: pitch)), buttons: buttons)
  }

  /// When the next key is let go of after `now`.
  func nextRelease(after now: Instant) -> Instant {
    heldUntil.values.filter { $0 > now }.min() ?? .distantFuture
  }

  private var buttons: Buttons {
    var buttons: Buttons = []
    for binding in Key.bindings where heldUntil[binding.key] != nil { buttons[binding.button] = true }
    return buttons
  }

  /// Where two opposite keys pull the tilt to.
  private func pull(_ negative: Key, _ positive: Key) -> Double {
    (heldUntil[positive] == nil ? 0 : reach) - (heldUntil[negative] == nil ? 0 : reach)
  }

  private static func approach(_ goal: Double, from value: Double, by step: Double) -> Double {
    value < goal ? min(goal, value + step) : max(goal, value - step)
  }
}
