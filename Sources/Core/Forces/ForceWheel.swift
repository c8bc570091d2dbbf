public import Model

/// The settings of wheels that games can push.
public struct WheelSettings: Hashable, Sendable {
  /// The angle from stop to stop, in degrees, 40 to 900.
  public var range: Int
  /// The strength with which players hold the wheel.
  public var grip: Grip

  /// Creates the settings, by default 900° and a normal grip.
  public init(range: Int = 900, grip: Grip = .normal) { (self.range, self.grip) = (range, grip) }
}

/// The holder of a wheel that games push.
public enum WheelHolder: Sendable {
  /// A hand, whose position the controller reports.
  case hand
  /// Nothing: the wheel turns freely.
  case nobody
  /// A real wheel with a motor, whose measured angle is the angle of the wheel.
  case motor
}

/// A wheel that games can push: the games' effects, the column, the hand on the wheel, and the shaking that
/// the hand feels.
///
/// The wheel is rigid until something pushes it: its position is that of the hand, and it needs no timer. The
/// wheel has no clock, and the same sequence of calls always gives the same bits.
public struct ForceWheel: Sendable {
  /// The time between two wake-ups of a moving wheel: four steps.
  public static let period = Interval.milliseconds(4)
  /// The maximum time that is simulated after a late wake-up; any time before that is skipped.
  private static let longest = Interval.milliseconds(50)
  private static let step = Interval.milliseconds(1)
  /// The speed below which the wheel counts as still, in rad/s.
  private static let stillness = 0.001
  /// The torque up to which friction counts as holding the wheel, in units of the friction.
  ///
  /// It is above 1, because a wheel that comes to rest only creeps towards 1.
  private static let hold = 1.05
  static let fullPosition = 32_767.0

  /// The effects that games have stored and play.
  public private(set) var bank = EffectBank()
  private(set) var load = ForceLoad()
  /// The angle from stop to stop, in degrees.
  let degrees: Int
  private var column: SteeringColumn
  private var hand: Hand
  private var holder = WheelHolder.hand
  private var texture = Texture()
  /// The position of the hand, as the controller last reported it.
  private var shown: Int16 = 0
  /// True if the column follows the forces, false if the wheel is where the hand is.
  public private(set) var isFree = false
  /// The time up to which steps are made; nil while nothing changes.
  private var reached: Instant?

  /// Creates a wheel at rest in the middle, without effects.
  public init(_ settings: WheelSettings = WheelSettings()) {
    degrees = settings.range
    let build = SteeringColumn.Build(degrees: settings.range)
    column = SteeringColumn(build)
    hand = Hand(settings.grip, on: build)
  }

  /// The position of the wheel, from −32768 at the left stop to 32767 at the right one.
  public var position: Int16 {
    guard isFree, holder != .motor else { return shown }
    let share = column.angle / column.build.halfRange
    return Int16((min(max(share, -1), 1) * ForceWheel.fullPosition).rounded())
  }

  /// The torque of the last step, in units of the full torque to the right.
  ///
  /// The torque of a push or of one condition is −1 to 1; the sum of several may exceed that.
  public var torque: Double { isFree ? column.drive : 0 }

  /// The strengths of two motors that shake as the wheel does, 0 to 65535.
  public var shaking: (strong: UInt16, weak: UInt16) { texture.strengths }

  /// The next time at which ``advance(to:)`` is due; `.distantFuture` if nothing changes without a request or the hand.
  public func nextStep(after now: Instant) -> Instant {
    reached == nil ? bank.nextChange(after: now) : nextWakeUp
  }

  /// The time of the next wake-up of a wheel that moves; `.distantFuture` if it stands still.
  public var nextWakeUp: Instant { reached.map { $0 + ForceWheel.period } ?? .distantFuture }

  /// Carries out the request of a game at `now`.
  public mutating func apply(_ request: ForceRequest, at now: Instant) {
    advance(to: now)
    bank.apply(request, at: now)
    load.nextCollection = Instant(nanoseconds: .min)
    reconsider(at: now)
  }

  /// Records that `holder` holds the wheel at `position`, as the controller reports at `now`.
  public mutating func hold(_ position: Int16, by holder: WheelHolder = .hand, at now: Instant) {
    let isMoved = position != shown || holder != self.holder
    if isFree { advance(to: now) }
    let isTaken = self.holder == .nobody && holder != .nobody
    (shown, self.holder) = (position, holder)
    guard isFree, holder != .nobody || isMoved else { return }
    // If a hand takes the wheel at another place than where it let go, the distance between the two places is
    // no motion of the hand.
    if isTaken { hand.move(to: angle(of: position), at: now - Hand.patience) }
    hand.move(to: angle(of: position), at: now)
    if isMoved { wake(at: now) }
  }

  /// Records that `holder` holds a rigid wheel at `position`; without forces, neither the time nor a speed
  /// matters.
  public mutating func hold(rigidly position: Int16, by holder: WheelHolder = .hand) {
    (shown, self.holder) = (position, holder)
  }

  private func angle(of position: Int16) -> Double {
    max(-1, Double(position) / ForceWheel.fullPosition) * column.build.halfRange
  }

  /// Makes the steps up to `now`, but none from more than 50 ms before.
  public mutating func advance(to now: Instant) {
    if reached == nil, load.nextCollection <= now { reconsider(at: now) }
    guard var time = reached else { return }
    time = max(time, now - ForceWheel.longest)
    guard time + ForceWheel.step <= now else { return }
    while time + ForceWheel.step <= now {
      time = time + ForceWheel.step
      advanceOnce(at: time)
    }
    reached = time
    rest(at: time)
  }

  private mutating func advanceOnce(at time: Instant) {
    bank.update(&load, at: time)
    guard isFree else { return texture.feel(0) }
    hand.settle(at: time)
    switch holder {
    case .hand: column.advance(load, hand: hand)
    case .nobody: column.advance(load, hand: nil)
    case .motor: column.follow(hand.angle, hand.speed, load)
    }
    texture.feel(column.drive)
  }

  /// Frees the wheel if something pushes it at `now`.
  ///
  /// The method is called after a request, and when an effect begins or ends.
  private mutating func reconsider(at now: Instant) {
    bank.update(&load, at: now)
    if !isFree, !load.isNothing {
      isFree = true
      column.angle = angle(of: shown)
      column.speed = 0
      hand.move(to: column.angle, at: now - Hand.patience)
    }
    if isFree { wake(at: now) }
  }

  private mutating func wake(at now: Instant) {
    if reached == nil { reached = now }
  }

  /// Makes the wheel rigid if nothing pushes it and it is at the hand or still, and ends the steps if nothing
  /// changes any more at `now`.
  ///
  /// The wheel's own friction may keep it away from the hand: by up to 0.6° with a loose grip, and by less
  /// with a firmer one.
  private mutating func rest(at now: Instant) {
    let isAtHand =
      holder != .nobody && (column.angle - hand.angle).magnitude < column.build.halfRange / 32_768
    let isStill =
      !load.isVarying && (holder == .nobody || hand.isStill(at: now))
      && column.speed.magnitude < ForceWheel.stillness
      && column.staticTorque.magnitude < ForceWheel.hold * column.build.friction
    if isFree, load.isNothing, isAtHand || isStill { isFree = false }
    guard texture.isStill, !isFree || isStill else { return }
    column.speed = 0
    texture.settle(at: torque)
    reached = nil
  }
}
