import Model

/// The moment when the players have not changed for some time, so that memory needed only for joins and leaves can be
/// released.
struct QuietMoment: Sendable {
  /// The time without a change of players until the moment arrives.
  static let patience = Interval.seconds(2)

  /// The time of the moment; the distant future if it has passed since the last change.
  private(set) var deadline = Instant.distantFuture

  /// Notes a change of the players at `now`.
  mutating func noteChange(at now: Instant) { deadline = now + QuietMoment.patience }

  /// Returns whether the moment has arrived at `now`, once for each change.
  mutating func hasCome(at now: Instant) -> Bool {
    guard deadline <= now else { return false }
    deadline = .distantFuture
    return true
  }
}
