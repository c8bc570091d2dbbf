public import Model

/// The times for the gateway's work that no event starts.
public struct Schedule: Sendable {
  /// The time between two checks of the machine's addresses.
  private static let lookout = Interval.seconds(30)
  /// The time between two heartbeats to the bridge and the service manager.
  private static let beat = Interval.seconds(1)
  /// The time between two attempts to reach the bridge, or to ask it again for the waiting pages.
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

  /// Returns the time for which to arm the timer; `isRestless` is true if something has to be retried soon.
  public mutating func next(after now: Instant, isRestless: Bool) -> Instant {
    nextTick = isRestless ? now + Schedule.patience : min(nextLook, nextBeat)
    return nextTick
  }

  /// Returns the time for which to arm the timer for a retry; nil if it expires soon anyway.
  public mutating func hurry(at now: Instant) -> Instant? {
    guard now + Schedule.patience < nextTick else { return nil }
    nextTick = now + Schedule.patience
    return nextTick
  }
}
