public import Model

/// A finger that was swept across a player's screen.
public struct Swipe: Hashable, Sendable {
  /// Where to.
  public enum Direction: Sendable, CaseIterable {
    /// Towards the left edge.
    case left
    /// Towards the right edge.
    case right
    /// Towards the top edge.
    case up
    /// Towards the bottom edge.
    case down
  }

  /// The finger's number.
  public var finger: UInt8
  /// Where it went to.
  public var direction: Direction
  /// How far it went that way: 65535 is from one edge of the screen to the other.
  public var distance: UInt16
  /// How fast it went that way, in screens per second.
  public var speed: Double

  /// A swipe.
  public init(finger: UInt8, direction: Direction, distance: UInt16, speed: Double) {
    (self.finger, self.direction, self.distance, self.speed) = (finger, direction, distance, speed)
  }
}

/// Finds the swipes among what the fingers on one screen do; each finger makes its own.
public struct SwipeRecogniser: Sendable {
  /// How far a finger has to go at least: a seventh of the screen, which no tap slips.
  public static let shortest: UInt16 = 9_362
  /// How long it may take: a finger that is longer on its way is dragging something.
  public static let longest = Interval.milliseconds(500)

  private struct Finger {
    var id: UInt8
    var x: UInt16
    var y: UInt16
    var began: Instant
  }

  private var fingers = InlineArray<10, Finger?>(repeating: nil)

  /// A recogniser of a screen that nobody touches.
  public init() {}

  /// Takes what a finger did `now`; the swipe that it has made by that.
  ///
  /// A finger whose beginning was not seen begins where it is seen first; beyond ten the one that has been down for longest
  /// is given up.
  public mutating func take(_ touch: Touch, at now: Instant) -> Swipe? {
    let place = place(of: touch.id)
    switch touch.phase {
    case .began: begin(touch, at: place ?? vacancy, now)
    case .moved where place == nil: begin(touch, at: vacancy, now)
    case .moved: break
    case .cancelled:
      if let place { fingers[place] = nil }
    case .ended:
      guard let place, let finger = fingers[place] else { return nil }
      fingers[place] = nil
      return SwipeRecogniser.swipe(from: finger, to: touch, at: now)
    }
    return nil
  }

  private mutating func begin(_ touch: Touch, at place: Int, _ now: Instant) {
    fingers[place] = Finger(id: touch.id, x: touch.x, y: touch.y, began: now)
  }

  private mutating func place(of id: UInt8) -> Int? {
    for place in fingers.indices where fingers[place]?.id == id { return place }
    return nil
  }

  /// A free place, or that of the finger which has been down for longest.
  private var vacancy: Int {
    mutating get {
      var best = 0
      for place in fingers.indices {
        guard let finger = fingers[place] else { return place }
        if let former = fingers[best], finger.began < former.began { best = place }
      }
      return best
    }
  }

  /// A swipe goes far and quickly, and twice as far one way as the other.
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
