import Model

/// The clock by which a sender dates its sensors' measurements, relative to the host's.
///
/// The quickest recent message gives the offset between the clocks, so that the network's jitter does not affect the
/// motion.
struct SenderClock: Sendable {
  /// The greatest lateness of a message in ns; beyond it, the sender's clock was set or counts in another unit.
  private static let latest = Interval.seconds(1).nanoseconds
  /// The inverse of the rate at which the quickest message loses weight: two clocks drift apart by less than 1/2000.
  private static let drift: Int64 = 2_000

  /// The host's time minus the sender's in ns, for the quickest message.
  private var offset: Int64?
  private var heard = Instant(nanoseconds: 0)

  /// Returns the time of a measurement at `stamp` on the sender's clock, whose message arrived at `now`; never later
  /// than `now`.
  mutating func time(of stamp: Instant, at now: Instant) -> Instant {
    let passed = (now - stamp).nanoseconds
    let relaxed = offset.map { $0 &+ (now - heard).nanoseconds / SenderClock.drift }
    heard = now
    guard let relaxed, (passed &- relaxed).magnitude <= SenderClock.latest else {
      offset = passed
      return now
    }
    let quickest = min(relaxed, passed)
    offset = quickest
    return now - Interval(nanoseconds: passed &- quickest)
  }
}
