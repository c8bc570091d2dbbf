package import Model

/// A hand on a keyboard: keys hold buttons, and pull the tilt, which springs back.
///
/// A terminal does not report releases, so a key counts as held until ``hold`` has passed without its repetition.
package struct KeySteering: Sendable {
  /// The time for which a key counts as held after its last repetition.
  package static let hold = Interval.milliseconds(120)
  /// The time that the tilt takes from the centre to its limit, and also from there to the centre.
  package static let swing = Interval.milliseconds(250)

  /// The maximum tilt that the keys can reach, in radians.
  package let reach: Double
  private var heldUntil: [Key: Instant] = [:]
  private var roll = 0.0
  private var pitch = 0.0
  private var moved: Instant

  /// Creates a hand that holds the controller level at `now`, and tilts it by up to `reach` radians.
  package init(reach: Double, at now: Instant) {
    self.reach = reach
    moved = now
  }

  /// Records that `key` arrived at `now`.
  package mutating func press(_ key: Key, at now: Instant) {
    heldUntil[key] = now + KeySteering.hold
  }

  /// Returns the controls at `now`.
  package mutating func controls(at now: Instant) -> Controls {
    heldUntil = heldUntil.filter { $0.value > now }
    let step = reach * (now - moved).seconds / KeySteering.swing.seconds
    moved = now
    roll = KeySteering.approach(pull(.left, .right), from: roll, by: step)
    pitch = KeySteering.approach(pull(.up, .down), from: pitch, by: step)
    return Controls(
      tilt: Tilt(roll: Angle(radians: roll), pitch: Angle(radians: pitch)), buttons: buttons)
  }

  /// Returns the time after `now` at which a key next counts as released; the distant future if no key is held.
  package func nextRelease(after now: Instant) -> Instant {
    heldUntil.values.filter { $0 > now }.min() ?? .distantFuture
  }

  private var buttons: Buttons {
    var buttons: Buttons = []
    for binding in Key.bindings where heldUntil[binding.key] != nil { buttons[binding.button] = true }
    return buttons
  }

  /// Returns the tilt to which two opposite keys pull, in radians; 0 if both or neither are held.
  private func pull(_ negative: Key, _ positive: Key) -> Double {
    (heldUntil[positive] == nil ? 0 : reach) - (heldUntil[negative] == nil ? 0 : reach)
  }

  private static func approach(_ goal: Double, from value: Double, by step: Double) -> Double {
    value < goal ? min(goal, value + step) : max(goal, value - step)
  }
}
