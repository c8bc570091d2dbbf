public import Model

/// The repetitions of an effect that plays, each preceded by its delay.
public struct Playback: Hashable, Sendable {
  /// The beginning of the first delay.
  private let since: Instant
  /// The number of repetitions from `since` on.
  private let count: Int
  /// The delay before each repetition.
  private let delay: Interval
  /// The length of each repetition; nil if the first one does not end.
  let length: Interval?

  /// The state of a playback at one time.
  public struct Position {
    /// The beginning of the present repetition, after its delay.
    public let begin: Instant
    /// The time for which the present repetition has played; negative during its delay.
    public let elapsed: Interval
    /// The number of repetitions left, including the present one.
    public let left: Int
  }

  /// Creates a playback of `count` repetitions that begins at `now`.
  ///
  /// Each repetition lasts `length` and follows its `delay`. If `length` is nil, the first repetition does
  /// not end.
  public init(length: Interval?, delay: Interval, count: Int, at now: Instant) {
    (since, self.count) = (now, count)
    (self.length, self.delay) = (length, delay)
  }

  /// Returns the state at `now`, or nil if the effect is over.
  public func position(at now: Instant) -> Position? {
    guard let length else {
      return Position(begin: since + delay, elapsed: now - (since + delay), left: count)
    }
    let period = (delay + length).nanoseconds
    let over = max(0, (now - since).nanoseconds / period)
    guard over < count else { return nil }
    let begin = since + Interval(nanoseconds: over * period) + delay
    return Position(begin: begin, elapsed: now - begin, left: count - Int(over))
  }

  /// Returns the next time after `now` at which a repetition begins or ends; nil if there is none.
  func nextChange(after now: Instant) -> Instant? {
    guard let position = position(at: now) else { return nil }
    if position.elapsed < .zero { return position.begin }
    return length.map { position.begin + $0 }
  }
}
