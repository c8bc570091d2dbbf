import Model
import Platform

/// The reports to the service manager that the loop runs.
///
/// Two are sent in each timeout after which the service manager would restart the daemon.
struct Watchdog {
  private let period = ServiceState.watchdogInterval.map { Interval(nanoseconds: $0.nanoseconds / 2) }
  /// The time of the next report; the distant future before ``begin(at:)``, or if the service manager expects none.
  private(set) var deadline = Instant.distantFuture

  /// Makes the first report due at `now`.
  mutating func begin(at now: Instant) { if period != nil { deadline = now } }

  /// Sends a report if one is due at `now`.
  mutating func advance(to now: Instant) {
    guard deadline <= now, let period else { return }
    ServiceState.watchdog()
    deadline = now + period
  }
}
