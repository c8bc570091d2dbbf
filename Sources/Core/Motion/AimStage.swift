import Model

/// The stage for the right stick if the profile has one (``Aiming``), and otherwise nothing.
///
/// Without one, only ``isOn`` and ``deadline`` are read on the packet path: reading the optional stage would copy it.
struct AimStage: Sendable {
  /// True if the profile moves the stick.
  let isOn: Bool
  /// The time at which the stick moves by itself, or the distant future.
  private(set) var deadline = Instant.distantFuture
  private var stage: Aiming?

  /// Creates the stage with `aim`.
  init(_ aim: Aim) { (isOn, stage) = (aim.isOn, Aiming(aim)) }

  /// Ends flicks and turns of the stick.
  mutating func rest() { if isOn { stage?.rest() } }

  /// Follows a sample of the sensors, if there is one.
  mutating func follow(_ motion: PadMotion?) { if isOn, let motion { stage?.follow(motion) } }

  /// Follows the controller's own right stick at `now`.
  mutating func follow(_ stick: Stick, at now: Instant) { if isOn { stage?.follow(stick, at: now) } }

  /// Returns the stick to show at `now` for the controller's `own` and the `motion` of its pad.
  mutating func stick(_ own: Stick, _ motion: PadMotion?, at now: Instant) -> Stick {
    guard isOn else { return own }
    let stick = stage?.stick(own, motion, at: now) ?? own
    deadline = stage?.deadline ?? .distantFuture
    return stick
  }
}
