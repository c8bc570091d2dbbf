import Model

/// The hold on announcements of rounds and points while jobs that store them are under way (docs/decisions/0027).
struct RoundHold: Sendable {
  /// The longest time for which the hold waits for the writer.
  static let patience = Interval.seconds(10)

  private var count = 0
  /// The time since which the writer has finished no job of the hold.
  private var since = Instant.distantFuture
  private var hasGivenUp = false

  /// True if rounds and points may not be announced.
  var isClosed: Bool { count > 0 && !hasGivenUp }

  /// The deadline for ``giveUp(at:)``; the distant future while nothing is held.
  var deadline: Instant { isClosed ? since + RoundHold.patience : .distantFuture }

  /// Notes a job that is under way from `now` on.
  mutating func begin(at now: Instant) {
    if count == 0 { since = now }
    count += 1
  }

  /// Notes that the writer has finished a job at `now`; the writer is trusted again.
  mutating func end(at now: Instant) {
    count -= 1
    (since, hasGivenUp) = (now, false)
  }

  /// Forgets a job that the writer has refused, which says nothing about the others.
  mutating func cancel() {
    count -= 1
    if count == 0 { hasGivenUp = false }
  }

  /// Opens the hold if the writer has been silent for ``patience`` at `now`; returns whether it has.
  mutating func giveUp(at now: Instant) -> Bool {
    guard deadline <= now else { return false }
    hasGivenUp = true
    return true
  }
}
