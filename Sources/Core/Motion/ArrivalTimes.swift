public import Model

/// Statistics of packet arrivals.
///
/// They contain the jitter as RTP measures it (RFC 3550 §6.4.1), and each packet's delay relative to the quickest.
public struct ArrivalTimes: Sendable {
  /// The length of a comparison window.
  ///
  /// Each packet is compared with the quickest packet so far in its window, and in the window before. While
  /// packets keep arriving, clocks that drift apart by 100 ppm change the result by 1 ms at most.
  private static let window = Interval.seconds(5)

  /// The histogram of the packets' delays.
  public private(set) var delays = DelayCounts()
  private var last: Int64?
  private var sixteenths: Int64 = 0
  private var quickest = Int64.max
  private var formerQuickest = Int64.max
  private var windowEnds = Instant(nanoseconds: .min)

  /// Creates statistics without packets.
  public init() {}

  /// The smoothed deviation of the transit time.
  public var jitter: Interval { .microseconds(sixteenths / 16) }

  /// Adds a packet that was sampled at `sampleTime` (µs of the sender's clock) and arrived at `now`.
  public mutating func add(sampleTime: UInt32, at now: Instant) {
    let came = Int64(truncatingIfNeeded: now.nanoseconds / 1_000) &- Int64(sampleTime)
    // The sender's clock wraps at 2³² µs; the transit time does not.
    let change = last.map { Int64(Int32(truncatingIfNeeded: came &- $0)) }
    let transit = change.flatMap { change in last.map { $0 &+ change } } ?? came
    last = transit
    if let change { sixteenths += Int64(change.magnitude) - (sixteenths + 8) / 16 }
    compare(transit, at: now)
  }

  private mutating func compare(_ transit: Int64, at now: Instant) {
    if windowEnds <= now {
      (formerQuickest, quickest) = (quickest, transit)
      windowEnds = now + ArrivalTimes.window
    }
    quickest = min(quickest, transit)
    delays.add(.microseconds(transit &- min(quickest, formerQuickest)), first: DelayCounts.network)
  }
}
