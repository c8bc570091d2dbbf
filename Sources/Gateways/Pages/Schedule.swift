public import Model

/// The times for the gateway's work that no event starts.
public struct Schedule: Sendable {
  /// The time between two checks of the machine's addresses.
  private static let lookout = Interval.seconds(30)
  /// The time between two heartbeats to the bridge and the service manager.
  private static let beat = Interval.seconds(1)
  /// The time between two attempts to reach the bridge, and between two checks for other work to retry.
  private static let patience = Interval.milliseconds(250)

  private var nextLook = Instant(nanoseconds: 0)
  private var nextBeat = Instant(nanoseconds: 0)
  private var nextTick = Instant.distantFuture

  /// Creates a schedule on which everything is due immediately.
  public init() {}

  /// Returns whether a heartbeat is due at `now`; if so, schedules the next one a second later.
  public mutating func isBeatDue(at now: Instant) -> Bool {
    guard nextBeat <= now else { return false }
    nextBeat = now + Schedule.beat
    return true
  }

  /// Returns whether a check of the machine's addresses is due at `now`; if so, schedules the next one 30 s later.
  public mutating func isLookDue(at now: Instant) -> Bool {
    guard nextLook <= now else { return false }
    nextLook = now + Schedule.lookout
    return true
  }

  /// Returns the time for which to arm the timer; `isRestless` is true if something has to be retried soon, and `due` is
  /// the time of the crowd's next work.
  public mutating func next(
    after now: Instant, isRestless: Bool, due: Instant = .distantFuture
  ) -> Instant {
    nextTick = min(due, isRestless ? now + Schedule.patience : min(nextLook, nextBeat))
    return nextTick
  }

  /// Returns `due` if the timer has to be armed for it; nil if the timer expires before that anyway.
  public mutating func bringForward(to due: Instant) -> Instant? {
    guard due < nextTick else { return nil }
    nextTick = due
    return nextTick
  }

  /// Returns the time for which to arm the timer for a retry; nil if the timer expires soon anyway.
  public mutating func hurry(at now: Instant) -> Instant? {
    bringForward(to: now + Schedule.patience)
  }
}
