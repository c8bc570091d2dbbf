import Model

/// The stage that moves the right stick of a report by rotation and flicks (``Aim``).
struct Aiming: Sendable {
  /// The time at which the stick moves without new input, or the distant future.
  private(set) var deadline = Instant.distantFuture

  private let conversion: GyroStick
  private var gravity = Gravity()
  private var flick: FlickStick

  /// Creates the stage with `aim`; nil if `aim` leaves the right stick as the controller sends it.
  init?(_ aim: Aim) {
    guard aim.isOn else { return nil }
    conversion = GyroStick(aim: aim)
    flick = FlickStick(speed: aim.turnRate, snap: aim.snap)
  }

  /// Follows a sample of the sensors.
  mutating func follow(_ motion: PadMotion) {
    if conversion.aim.usesGyro, conversion.aim.space != .local { gravity.follow(motion) }
  }

  /// Follows the controller's own right stick at `now`.
  mutating func follow(_ stick: Stick, at now: Instant) {
    if conversion.aim.usesFlick { flick.follow(stick, at: now) }
  }

  /// Stops a turn of the view that a flick, or a turn of the stick at its edge, has begun.
  mutating func rest() {
    flick.rest()
    deadline = .distantFuture
  }

  /// Returns the stick to show at `now`, from the controller's `own` stick and the `motion` of its pad.
  ///
  /// Rotation does not count while a flick turns the view, because it would divert the flick.
  mutating func stick(_ own: Stick, _ motion: PadMotion?, at now: Instant) -> Stick {
    var turn = conversion.turn(by: own)
    if conversion.aim.usesFlick {
      turn = SIMD2(flick.turn(at: now), 0)
      deadline = flick.deadline
    }
    if conversion.aim.usesGyro, let motion, !flick.isFlicking {
      turn += conversion.turn(by: motion.rotation.vector / 16, under: gravity.direction)
    }
    return conversion.stick(for: turn)
  }
}
