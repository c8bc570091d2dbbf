import Model

/// The moment to release the memory that only joins and leaves need: when the players have not changed for a
/// while.
struct QuietMoment: Sendable {
  /// The time without a change of players after which the moment has come.
  static let patience = Interval.seconds(2)

  /// The time of the next moment; the distant future if there was no change since the last one.
  private(set) var deadline = Instant.distantFuture

  /// Records that the players may have changed at `now`.
  mutating func noteChange(at now: Instant) { deadline = now + QuietMoment.patience }

  /// Returns whether the moment has arrived at `now`; after that, false until the players change again.
  mutating func hasCome(at now: Instant) -> Bool {
    guard deadline <= now else { return false }
    deadline = .distantFuture
    return true
  }
}
