import Model

/// A sender's clock for its sensors' measurements, relative to the host's clock.
///
/// The fastest recent message gives the offset between the clocks, so that the network's jitter does not affect the
/// motion.
struct SenderClock: Sendable {
  /// The maximum deviation of a message from ``offset``, in ns.
  ///
  /// A larger one means that the sender's clock was set, or has another unit.
  private static let latest = Interval.seconds(1).nanoseconds
  /// The divisor that turns the time between two messages into the maximum drift of the two clocks.
  ///
  /// Two clocks drift apart by less than 1/2000 of the time.
  private static let drift: Int64 = 2_000

  /// The host's time minus the sender's for the fastest message, in ns; nil before the first message.
  private var offset: Int64?
  private var heard = Instant(nanoseconds: 0)

  /// Returns the host's time of a measurement at `stamp` on the sender's clock; never later than `now`, the message's
  /// arrival.
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
