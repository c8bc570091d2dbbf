import Model

/// The stage that moves the right stick if the profile asks for it (``Aiming``); otherwise it does nothing.
struct AimStage: Sendable {
  /// True if the profile moves the stick.
  let isOn: Bool
  /// The time at which the stick moves without new input, or the distant future.
  private(set) var deadline = Instant.distantFuture
  private var stage: Aiming?

  /// Creates the stage with `aim`.
  init(_ aim: Aim) { (isOn, stage) = (aim.isOn, Aiming(aim)) }

  /// Stops a turn of the view that a flick, or a turn of the stick at its edge, has begun.
  mutating func rest() { if isOn { stage?.rest() } }

  /// Follows a sample of the sensors, if there is one.
  mutating func follow(_ motion: PadMotion?) { if isOn, let motion { stage?.follow(motion) } }

  /// Follows the controller's own right stick at `now`; nil has the effect of ``rest()``.
  mutating func follow(_ stick: Stick?, at now: Instant) {
    guard isOn else { return }
    if let stick { stage?.follow(stick, at: now) } else { rest() }
  }

  /// Replaces the controller's own right stick in `report` by the stick that turns the view.
  ///
  /// `motion` is the motion of the pad at `now`.
  mutating func move(_ report: inout PadReport, _ motion: PadMotion?, at now: Instant) {
    guard isOn, let stick = stage?.stick(report.rightStick, motion, at: now) else { return }
    report.rightStick = stick
    deadline = stage?.deadline ?? .distantFuture
  }
}
