public import Model

/// The bounds of the lead of a controller's clock over the host's (docs/protocol.md, "Clocks").
///
/// The bounds are valid however unevenly the network delays packets. Each exchange of t1 (host sends), t2 (controller
/// receives), t3 (controller answers) and t4 (host receives) shows that t3 − t4 ≤ offset ≤ t2 − t1, since no packet
/// arrives before it is sent. Clocks drift, so each pair of bounds widens with its age; the result is the
/// intersection of all pairs.
public struct ClockBounds: Sendable {
  /// The verdict on an exchange.
  public enum Verdict: Hashable, Sendable {
    /// The exchange agrees with the earlier exchanges.
    case agrees
    /// The exchange contradicts earlier exchanges, so the older half of all exchanges, or more, is discarded.
    case contradicts
    /// The exchange contradicts itself or took too long, and is discarded.
    case impossible
  }

  /// The maximum number of stored exchanges.
  public static let capacity = 256
  /// The minimum time, in ns, in which a clock drifts by 1 ns: 50 ppm, twice the drift of phones and computers.
  static let driftTime: Int64 = 20_000
  /// The minimum duration, in µs, of an exchange that is discarded for its length.
  static let longest: UInt32 = 1 << 29
  /// The change of the offset, in µs, beyond which somebody has probably set the clock to another time.
  ///
  /// Differences beyond 2³¹ µs are ambiguous.
  static let farthest: UInt32 = 1 << 30
  /// The time for which a clock stays suspect after a contradicting or impossible exchange.
  public static let suspicion = Interval.seconds(5)

  /// The lower bounds of the exchanges, in ns above ``base``, extrapolated to instant 0 of the host's clock.
  ///
  /// At instant t they are lower by t/20,000.
  private var lows = InlineArray<256, Int64>(repeating: 0)
  /// The upper bounds, in the same form; at instant t they are higher by t/20,000.
  private var highs = InlineArray<256, Int64>(repeating: 0)
  private var first = 0
  private var count = 0
  private var lowest = Int64.min
  private var highest = Int64.max
  /// The upper bound, in µs, that all others are near, although the clocks wrap.
  ///
  /// It is the first one, or the first one after all exchanges were discarded.
  private var base: UInt32 = 0
  private var roundTrip = UInt32.max
  private var suspectUntil = Instant(nanoseconds: .min)

  /// Creates bounds without exchanges.
  public init() {}

  /// Adds the exchange whose answer arrived at `now`; `hostSent` is t1, `received` t2 and `sent` t3, in wrapping µs.
  ///
  /// The resolution of the controller's clock is `step` µs, at least 1.
  @discardableResult
  public mutating func add(
    hostSent: UInt32, received: UInt32, sent: UInt32, step: UInt32 = 1, at now: Instant
  ) -> Verdict {
    // A clock shows the beginning of a step, so the upper bound is one step more, and t4 is rounded up.
    let arrived = UInt32(truncatingIfNeeded: (now.nanoseconds + 999) / 1_000)
    let high = received &- hostSent &+ step
    let low = sent &- arrived
    let (elapsed, answering) = (arrived &- hostSent, sent &- received)
    guard answering <= elapsed, elapsed < ClockBounds.longest else {
      suspect(at: now)
      return .impossible
    }
    let isFar = count > 0 && deviation(high).magnitude > UInt64(ClockBounds.farthest) * 1_000
    if isFar { forget(count) }
    if count == 0 { base = high }
    // The bounds are as old as their packets: at most as old as the whole exchange.
    let slack = Int64(elapsed) * 1_000 / ClockBounds.driftTime + 1
    append(deviation(low) - slack, deviation(high) + slack, at: now)
    roundTrip = min(roundTrip, elapsed - answering)
    guard settle(at: now) == .contradicts || isFar else { return .agrees }
    suspect(at: now)
    return .contradicts
  }

  /// Returns the bounds of the controller clock's lead at `now`; nil before the first exchange.
  public func offset(at now: Instant) -> ClockOffset? {
    guard count > 0 else { return nil }
    let drift = now.nanoseconds / ClockBounds.driftTime
    return ClockOffset(
      lower: wrapped((lowest - drift).flooredMicroseconds),
      upper: wrapped(-(-(highest + drift)).flooredMicroseconds),
      roundTrip: roundTrip, isSuspect: now < suspectUntil)
  }

  private func deviation(_ bound: UInt32) -> Int64 {
    Int64(Int32(bitPattern: bound &- base)) * 1_000
  }

  private func wrapped(_ deviation: Int64) -> Int32 {
    Int32(truncatingIfNeeded: deviation) &+ Int32(bitPattern: base)
  }

  private mutating func append(_ low: Int64, _ high: Int64, at now: Instant) {
    if count == ClockBounds.capacity { forget(1) }
    let drift = now.nanoseconds / ClockBounds.driftTime
    lows[(first + count) % ClockBounds.capacity] = low + drift
    highs[(first + count) % ClockBounds.capacity] = high - drift
    count += 1
  }

  /// Intersects the bounds of all exchanges; while the intersection is empty, discards the older half of them.
  private mutating func settle(at now: Instant) -> Verdict {
    intersect()
    var verdict = Verdict.agrees
    while count > 1, lowest - highest > 2 * (now.nanoseconds / ClockBounds.driftTime) {
      forget((count + 1) / 2)
      intersect()
      verdict = .contradicts
    }
    return verdict
  }

  private mutating func intersect() {
    (lowest, highest) = (.min, .max)
    for index in 0..<count {
      let slot = (first + index) % ClockBounds.capacity
      lowest = max(lowest, lows[slot])
      highest = min(highest, highs[slot])
    }
  }

  private mutating func forget(_ oldest: Int) {
    first = (first + oldest) % ClockBounds.capacity
    count -= oldest
  }

  private mutating func suspect(at now: Instant) {
    suspectUntil = now + ClockBounds.suspicion
  }
}

extension Int64 {
  /// The nanoseconds as whole microseconds, rounded down.
  fileprivate var flooredMicroseconds: Int64 { self >= 0 ? self / 1_000 : -((999 - self) / 1_000) }
}
