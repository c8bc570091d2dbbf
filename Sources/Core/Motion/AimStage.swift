import Model

/// The stage for the right stick if the profile has one (``Aiming``), and otherwise nothing.
///
/// Without one it must not be read on the packet path, because a read copies it.
struct AimStage: Sendable {
  private var stage: Aiming?

  /// Creates the stage with `aim`.
  init(_ aim: Aim) { stage = Aiming(aim) }

  /// Ends flicks and turns of the stick.
  mutating func rest() { stage?.rest() }

  /// Follows a sample of the sensors, if there is one.
  mutating func follow(_ motion: PadMotion?) { if let motion { stage?.follow(motion) } }

  /// Follows the controller's own right stick at `now`; nil if it must not move the view.
  mutating func follow(_ stick: Stick?, at now: Instant) {
    if let stick { stage?.follow(stick, at: now) } else { rest() }
  }

  /// Moves the right stick of `report`, which is the controller's own, for the `motion` of its pad at `now`, and sets
  /// `deadline` to the time at which the stick moves next by itself, or to the distant future.
  mutating func move(
    _ report: inout PadReport, _ motion: PadMotion?, until deadline: inout Instant, at now: Instant
  ) {
    guard let stick = stage?.stick(report.rightStick, motion, at: now) else { return }
    report.rightStick = stick
    deadline = stage?.deadline ?? .distantFuture
  }
}
