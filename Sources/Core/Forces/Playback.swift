import Model

/// The repetitions of an effect that plays, each with its delay before it.
struct Playback: Hashable, Sendable {
  /// The beginning of the first delay.
  let since: Instant
  /// The number of repetitions from `since` on.
  let count: Int
  /// The delay before each repetition.
  private let delay: Interval
  /// The length of each repetition; nil if the first one does not end.
  let length: Interval?

  /// A point in the repetitions.
  struct Position {
    /// The beginning of the present repetition, after its delay.
    let begin: Instant
    /// The time for which the present repetition has played; negative during its delay.
    let elapsed: Interval
    /// The number of repetitions left, including the present one.
    let left: Int
  }

  /// Begins to play `effect` at `now`, `count` times.
  init(of effect: ForceEffect, count: Int, at now: Instant) {
    (since, self.count) = (now, count)
    delay = .milliseconds(Int64(effect.delay))
    length = effect.length == 0 || effect.length == 0xffff ? nil : .milliseconds(Int64(effect.length))
  }

  /// Returns the point that is reached at `now`, or nil if the effect is over.
  func position(at now: Instant) -> Position? {
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
