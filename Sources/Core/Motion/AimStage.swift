import Model

/// The stage for the right stick if the profile has one (``Aiming``), and otherwise nothing.
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

  /// Follows the controller's own right stick at `now`; nil if it must not move the view.
  mutating func follow(_ stick: Stick?, at now: Instant) {
    guard isOn else { return }
    if let stick { stage?.follow(stick, at: now) } else { rest() }
  }

  /// Moves the right stick of `report`, which is the controller's own, for the `motion` of its pad at `now`.
  mutating func move(_ report: inout PadReport, _ motion: PadMotion?, at now: Instant) {
    guard isOn, let stick = stage?.stick(report.rightStick, motion, at: now) else { return }
    report.rightStick = stick
    deadline = stage?.deadline ?? .distantFuture
  }
}
