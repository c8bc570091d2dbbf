import Model

/// The moment at which the players have been the same for some time, so that what only joins and leaves need can go.
struct QuietMoment: Sendable {
  /// The time without a change of the players before the moment comes.
  static let patience = Interval.seconds(2)

  /// The time of the moment; the distant future if it has come since the last change.
  private(set) var deadline = Instant.distantFuture

  /// Notes a change of the players at `now`.
  mutating func noteChange(at now: Instant) { deadline = now + QuietMoment.patience }

  /// Returns whether the moment has come at `now`, once for each change.
  mutating func hasCome(at now: Instant) -> Bool {
    guard deadline <= now else { return false }
    deadline = .distantFuture
    return true
  }
}
