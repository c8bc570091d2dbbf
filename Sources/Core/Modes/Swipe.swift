public import Model

/// A sweep of a finger across a player's screen.
public struct Swipe: Hashable, Sendable {
  /// The direction of a swipe.
  public enum Direction: Sendable, CaseIterable {
    /// The direction towards the left edge.
    case left
    /// The direction towards the right edge.
    case right
    /// The direction towards the top edge.
    case up
    /// The direction towards the bottom edge.
    case down
  }

  /// The finger's number.
  public var finger: UInt8
  /// The direction of the movement.
  public var direction: Direction
  /// The distance in ``direction``; 65535 is the whole way from one edge of the screen to the other.
  public var distance: UInt16
  /// The mean speed in ``direction``, in screens per second.
  public var speed: Double

  /// Creates a swipe.
  public init(finger: UInt8, direction: Direction, distance: UInt16, speed: Double) {
    (self.finger, self.direction, self.distance, self.speed) = (finger, direction, distance, speed)
  }
}

/// A recogniser of swipes among the touches on one screen; each finger makes its own swipes.
public struct SwipeRecogniser: Sendable {
  /// The shortest distance of a swipe: a seventh of the screen, farther than a tap drifts.
  public static let shortest: UInt16 = 9_362
  /// The longest duration of a swipe: a finger that takes longer is dragging something.
  public static let longest = Interval.milliseconds(500)

  private struct Finger {
    var id: UInt8
    var x: UInt16
    var y: UInt16
    var began: Instant
  }

  private var fingers = InlineArray<10, Finger?>(repeating: nil)

  /// Creates a recogniser for an untouched screen.
  public init() {}

  /// Applies a touch that happened at `now`; returns the swipe that it completes, or nil.
  ///
  /// A finger whose start was missed starts at its first known position. Beyond ten fingers, the finger that
  /// has been down longest is dropped.
  public mutating func apply(_ touch: Touch, at now: Instant) -> Swipe? {
    let index = index(of: touch.id)
    switch touch.phase {
    case .began: begin(touch, at: index ?? vacancy, now)
    case .moved where index == nil: begin(touch, at: vacancy, now)
    case .moved: break
    case .cancelled:
      if let index { fingers[index] = nil }
    case .ended:
      guard let index, let finger = fingers[index] else { return nil }
      fingers[index] = nil
      return SwipeRecogniser.swipe(from: finger, to: touch, at: now)
    }
    return nil
  }

  private mutating func begin(_ touch: Touch, at index: Int, _ now: Instant) {
    fingers[index] = Finger(id: touch.id, x: touch.x, y: touch.y, began: now)
  }

  private mutating func index(of id: UInt8) -> Int? {
    for index in fingers.indices where fingers[index]?.id == id { return index }
    return nil
  }

  /// The index of a free entry, or of the finger that has been down longest.
  private var vacancy: Int {
    mutating get {
      var best = 0
      for index in fingers.indices {
        guard let finger = fingers[index] else { return index }
        if let former = fingers[best], finger.began < former.began { best = index }
      }
      return best
    }
  }

  /// Returns the swipe from `finger` to `end`.
  ///
  /// The result is nil unless the swipe is long and quick enough, and at least twice as long as wide.
  private static func swipe(from finger: Finger, to end: Touch, at now: Instant) -> Swipe? {
    let (right, down) = (Int(end.x) - Int(finger.x), Int(end.y) - Int(finger.y))
    let isLevel = right.magnitude > down.magnitude
    let (distance, deviation) =
      isLevel ? (right.magnitude, down.magnitude) : (down.magnitude, right.magnitude)
    let time = now - finger.began
    guard distance >= shortest, distance >= 2 * deviation, time > .zero, time <= longest else { return nil }
    let direction: Swipe.Direction = isLevel ? (right > 0 ? .right : .left) : (down > 0 ? .down : .up)
    return Swipe(
      finger: end.id, direction: direction, distance: UInt16(distance),
      speed: Double(distance) / 65_535 / time.seconds)
  }
}
