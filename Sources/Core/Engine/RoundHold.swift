import Model

/// A hold on announcements of rounds and points while they are being stored (docs/decisions/0027).
///
/// A job is one change that has to be stored before its announcement; the writer is the thread storing it.
struct RoundHold: Sendable {
  /// The maximum time for which the hold waits for the writer.
  static let patience = Interval.seconds(10)

  private var count = 0
  /// The time at which the first job began or the writer last finished one.
  private var since = Instant.distantFuture
  private var hasGivenUp = false

  /// True if rounds and points may not be announced.
  var isClosed: Bool { count > 0 && !hasGivenUp }

  /// The deadline for ``giveUp(at:)``; the distant future while announcements are allowed.
  var deadline: Instant { isClosed ? since + RoundHold.patience : .distantFuture }

  /// Records a job that begins at `now`.
  mutating func begin(at now: Instant) {
    if count == 0 { since = now }
    count += 1
  }

  /// Records that the writer has finished a job at `now`; the hold waits for the other jobs again, even after
  /// it has given up.
  mutating func end(at now: Instant) {
    count -= 1
    (since, hasGivenUp) = (now, false)
  }

  /// Removes a job that the writer has refused; the hold continues to wait for the other jobs.
  mutating func cancel() {
    count -= 1
    if count == 0 { hasGivenUp = false }
  }

  /// Opens the hold if the writer has been silent for ``patience`` at `now`; returns whether it was opened.
  mutating func giveUp(at now: Instant) -> Bool {
    guard deadline <= now else { return false }
    hasGivenUp = true
    return true
  }
}
