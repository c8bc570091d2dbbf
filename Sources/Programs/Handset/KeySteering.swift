package import Model

/// A hand on a keyboard: keys hold buttons and pull the tilt, which springs back.
///
/// A terminal does not report releases, so a key counts as held until it has not repeated for ``hold``.
package struct KeySteering: Sendable {
  /// The time for which a key counts as held after its last arrival.
  package static let hold = Interval.milliseconds(120)
  /// The time that the tilt takes from the centre to the end, and back.
  package static let swing = Interval.milliseconds(250)

  /// The greatest tilt by the keys, in radians.
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

  /// Notes that `key` arrived at `now`.
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

  /// Returns the time after `now` at which a key next counts as released; the distant future when no key is held.
  package func nextRelease(after now: Instant) -> Instant {
    heldUntil.values.filter { $0 > now }.min() ?? .distantFuture
  }

  private var buttons: Buttons {
    var buttons: Buttons = []
    for binding in Key.bindings where heldUntil[binding.key] != nil { buttons[binding.button] = true }
    return buttons
  }

  /// Returns the tilt in radians to which two opposite keys pull; 0 when both or neither are held.
  private func pull(_ negative: Key, _ positive: Key) -> Double {
    (heldUntil[positive] == nil ? 0 : reach) - (heldUntil[negative] == nil ? 0 : reach)
  }

  private static func approach(_ goal: Double, from value: Double, by step: Double) -> Double {
    value < goal ? min(goal, value + step) : max(goal, value - step)
  }
}
