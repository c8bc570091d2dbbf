import Model

/// The clock by which a sender tells when its sensors measured, seen from ours.
///
/// The quickest message of late tells how far the clocks are apart, so that the network's jitter does not reach the motion.
struct SenderClock: Sendable {
  /// The greatest lateness of a message in ns; beyond it the sender's clock has been set, or counts in another unit.
  private static let latest = Interval.seconds(1).nanoseconds
  /// The part of time by which the quickest message counts less: two clocks drift apart by less than 1/2000.
  private static let drift: Int64 = 2_000

  /// Our time less the sender's in ns, at the quickest message.
  private var offset: Int64?
  private var heard = Instant(nanoseconds: 0)

  /// Returns the time of a measurement at `stamp` of the sender's clock, whose message came at `now`: not after `now`.
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
