import Model

/// A stick that turns the view to the direction of its deflection, after JoyShockMapper's flick stick.
///
/// A push to the edge is a flick, which turns the view to that direction. If the stick then turns along its
/// edge, the view turns with it. A flick turns the view at the greatest speed of the game's stick, for as
/// long as the angle takes. Turns are positive to the right.
struct FlickStick: Sendable {
  /// The deflection at which a flick begins; not every stick reaches its edge.
  static let start = 0.95
  /// The deflection below which the stick counts as away from its edge.
  static let release = 0.85
  /// The time over which a turn of the stick is spread, so that the view does not move in steps.
  static let smoothing = Interval.milliseconds(64)

  private enum Hold: Sendable {
    /// The stick is away from its edge, so that a push to the edge begins a flick.
    case inside
    /// The stick points in this direction.
    case towards(Angle)
    /// The stick does not count until it has been away from its edge.
    case spent
  }

  /// The speed at which a flick turns the view, °/s.
  private let speed: Double
  /// The number of directions of a flick; 0 for any.
  private let snap: Int
  private var hold = Hold.spent
  /// The direction of the flick in progress: 1 is right, −1 is left, and 0 means that no flick is in progress.
  private var sign = 0.0
  private var ends = Instant(nanoseconds: 0)
  private var turns = RecentTurns()

  /// Creates the stick for a game that turns the view at `speed` °/s.
  ///
  /// Flicks go in one of `snap` directions, or in any direction if `snap` is 0.
  init(speed: Double, snap: Int) {
    (self.speed, self.snap) = (speed, snap)
  }

  /// True while a flick turns the view.
  var isFlicking: Bool { sign != 0 }

  /// The time at which the turn changes without new input, or the distant future; mutating
  /// (docs/decisions/0005).
  var deadline: Instant {
    mutating get { sign == 0 ? turns.deadline : min(ends, turns.deadline) }
  }

  /// Follows the controller's stick at `now`.
  mutating func follow(_ stick: Stick, at now: Instant) {
    let (x, y) = (Double(stick.x) / Stick.full, Double(stick.y) / Stick.full)
    let length = SIMD2(x, y).length
    if length < FlickStick.release {
      hold = .inside
      return
    }
    // Forward is 0, and right is positive.
    let angle = Angle(y: x, x: -y)
    switch hold {
    case .inside:
      guard length >= FlickStick.start else { return }
      add(degrees(snapped(angle.radians)), at: now)
      hold = .towards(angle)
    case .towards(let former):
      let turn = degrees((angle - former).radians)
      follow(turn, at: now)
      hold = .towards(angle)
    case .spent: break
    }
  }

  /// Returns the speed at which the view turns at `now`, in °/s.
  mutating func turn(at now: Instant) -> Double {
    turns.forget(at: now)
    if ends <= now { sign = 0 }
    return sign == 0 ? min(max(turns.speed, -speed), speed) : sign * speed
  }

  /// Stops turning; a stick that is at its edge does not count until it has been away from the edge.
  mutating func rest() {
    (hold, sign) = (.spent, 0)
    turns = RecentTurns()
  }

  /// Follows a turn of the stick at its edge, in degrees.
  ///
  /// A turn during a flick prolongs or shortens that flick. If the recent turns are faster than the game can
  /// turn the view, their remaining part becomes a flick.
  private mutating func follow(_ turn: Double, at now: Instant) {
    if now < ends, sign != 0 { return add(turn, at: now) }
    turns.add(turn, at: now)
    if turns.speed.magnitude > speed { add(turns.removeRest(at: now), at: now) }
  }

  /// Adds `turn`, in degrees, to the remaining angle of the flick, which is limited to ±360°.
  private mutating func add(_ turn: Double, at now: Instant) {
    let left = now < ends ? sign * speed * (ends - now).seconds : 0
    let whole = min(max(left + turn, -360), 360)
    sign = whole < 0 ? -1 : whole > 0 ? 1 : 0
    ends = now + Interval(nanoseconds: Int64(whole.magnitude / speed * 1e9))
  }

  private func snapped(_ radians: Double) -> Double {
    guard snap > 0 else { return radians }
    let step = 2 * Double.pi / Double(snap)
    return (radians / step).rounded() * step
  }

  private func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
}

/// The turns of a stick within the last ``FlickStick/smoothing``; each entry counts for exactly that time.
private struct RecentTurns: Sendable {
  /// The minimum time between two entries, so that 17 entries always suffice.
  private static let spacing = Interval.milliseconds(4)

  private var times = InlineArray<17, Instant>(repeating: .distantFuture)
  private var turns = InlineArray<17, Double>(repeating: 0)
  private var head = 0
  private var count = 0

  /// The time at which the oldest turn no longer counts; mutating (docs/decisions/0005).
  var deadline: Instant {
    mutating get { count == 0 ? .distantFuture : times[head] + FlickStick.smoothing }
  }

  /// The mean speed of the turns, °/s; mutating (docs/decisions/0005).
  var speed: Double {
    mutating get {
      var sum = 0.0
      for index in 0..<count { sum += turns[(head + index) % 17] }
      return sum / FlickStick.smoothing.seconds
    }
  }

  /// Adds a turn by `degrees` at `now`; it joins the newest entry if that began less than ``spacing`` before.
  ///
  /// A turn that joins an entry counts for a shorter time, and for more in that time: no angle is lost.
  mutating func add(_ degrees: Double, at now: Instant) {
    guard degrees != 0 else { return }
    forget(at: now)
    let newest = (head + count + 16) % 17
    if count > 0, now - times[newest] < RecentTurns.spacing {
      let left = times[newest] + FlickStick.smoothing - now
      turns[newest] += degrees * FlickStick.smoothing.seconds / left.seconds
      return
    }
    let next = (head + count) % 17
    (times[next], turns[next]) = (now, degrees)
    count += 1
  }

  /// Forgets all turns; returns the part of them that the view has not made yet at `now`, in degrees.
  mutating func removeRest(at now: Instant) -> Double {
    var rest = 0.0
    for index in 0..<count {
      let (time, turn) = (times[(head + index) % 17], turns[(head + index) % 17])
      rest += turn * (1 - (now - time).seconds / FlickStick.smoothing.seconds)
    }
    count = 0
    return rest
  }

  /// Forgets the turns that no longer count at `now`.
  mutating func forget(at now: Instant) {
    while count > 0, times[head] + FlickStick.smoothing <= now {
      head = (head + 1) % 17
      count -= 1
    }
  }
}
