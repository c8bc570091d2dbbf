import Model

/// The strength with which a hand holds the wheel.
public enum Grip: String, CaseIterable, Sendable {
  /// Full torque turns the wheel by 38°, and the wheel lags 40 ms behind a fast swing.
  case loose
  /// Full torque turns the wheel by 9.4°, and the wheel lags 13 ms behind a fast swing.
  case normal
  /// Full torque turns the wheel by 2.3°, and the wheel lags 3 ms behind a fast swing.
  case firm

  /// The stiffness of the hand, in full torques for each radian.
  var stiffness: Double {
    switch self {
    case .loose: 1.5
    case .normal: 6
    case .firm: 25
    }
  }
}

/// The hand on the wheel: a spring and a damper between the wheel and the angle that the controller shows.
///
/// A phone cannot push its player's hand, so the angle of the hand is given, and the wheel follows it.
struct Hand: Sendable {
  /// The greatest torque of a hand, in N·m.
  private static let limit = 5.0
  /// The time over which the speed of the hand is smoothed, in seconds.
  private static let smoothing = 0.020
  /// The time without a sample, or without a motion, after which the hand counts as still.
  static let patience = Interval.milliseconds(60)

  /// The angle of the hand, in radians.
  private(set) var angle = 0.0
  /// The speed of the hand, in rad/s.
  private(set) var speed = 0.0
  /// The stiffness, in N·m for each radian.
  let stiffness: Double
  /// The damping, in N·m·s: the critical damping of this spring with a wheel of the usual inertia.
  let damping: Double
  /// The time of the newest sample, and of the newest that moved the hand; nil before the first.
  private var sampled, moved: Instant?

  /// Creates a hand in the middle, which holds a wheel of `build`.
  init(_ grip: Grip, on build: SteeringColumn.Build) {
    stiffness = grip.stiffness * build.torque
    damping = 2 * (stiffness * build.inertia).squareRoot()
  }

  /// Moves the hand to `angle`, the angle that the controller shows at `now`.
  mutating func move(to angle: Double, at now: Instant) {
    let former = (angle: self.angle, sampled: sampled)
    (self.angle, sampled) = (angle, now)
    if angle != former.angle { moved = now }
    guard let sampled = former.sampled, sampled < now, now - sampled < Hand.patience else {
      speed = 0
      return
    }
    let time = (now - sampled).seconds
    let share = time / (time + Hand.smoothing)
    speed += share * ((angle - former.angle) / max(time, SteeringColumn.step) - speed)
  }

  /// Stops the hand if the controller has been silent for long enough at `now`.
  mutating func settle(at now: Instant) {
    if let sampled, now - sampled >= Hand.patience { speed = 0 }
  }

  /// Returns whether, at `now`, the hand has not moved for ``patience``.
  func isStill(at now: Instant) -> Bool {
    moved.map { now - $0 >= Hand.patience } ?? true
  }

  /// The torque of the damper on a wheel that stands still while the hand moves.
  var drag: Double { damping * speed }

  /// Returns the torque of the hand's spring with the wheel at `angle`, and the slope of this torque.
  ///
  /// The slope is 0 where the torque is at its limit.
  func pull(at angle: Double) -> (torque: Double, stiffness: Double) {
    let torque = stiffness * (self.angle - angle)
    if torque.magnitude < Hand.limit { return (torque, stiffness) }
    return (torque < 0 ? -Hand.limit : Hand.limit, 0)
  }

  /// Returns the energy of the hand's spring with the wheel at `angle`, in joules.
  func energy(at angle: Double) -> Double {
    let distance = (self.angle - angle).magnitude
    let bend = min(distance, Hand.limit / stiffness)
    return stiffness * bend * bend / 2 + Hand.limit * (distance - bend)
  }
}
