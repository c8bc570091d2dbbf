public import Model

/// How far a controller's clock is ahead of the host's: bounds that hold however unevenly the network delays
/// (docs/protocol.md, "Clocks").
///
/// Each exchange of t1 (host sends), t2 (controller receives), t3 (controller answers) and t4 (host receives) says that
/// t3 − t4 ≤ offset ≤ t2 − t1, since no packet arrives before it is sent. Clocks drift, so each pair of bounds grows apart
/// with its age; what all of them allow is the result.
public struct ClockBounds: Sendable {
  /// What an exchange has led to.
  public enum Verdict: Hashable, Sendable {
    /// It agrees with those before it.
    case agrees
    /// It contradicts some of those before it, which are forgotten.
    case contradicts
    /// It contradicts itself, and is forgotten.
    case impossible
  }

  /// The most exchanges that are kept.
  public static let capacity = 256
  /// How many ns one ns of drift takes at most: 50 ppm, twice what phones and computers do.
  static let driftTime: Int64 = 20_000
  /// Exchanges that take longer than this, in µs, say nothing.
  static let longest: UInt32 = 1 << 29
  /// A clock so many µs from where it was has been set: differences beyond 2³¹ µs cannot be told from others.
  static let farthest: UInt32 = 1 << 30
  /// How long a clock stays suspect.
  public static let suspicion = Interval.seconds(5)

  /// The bounds of each exchange in ns above ``base``, as they would be at instant 0 of the host's clock: there no
  /// drift is between them, and at instant t they are t/20,000 further apart on each side.
  private var lows = InlineArray<256, Int64>(repeating: 0)
  private var highs = InlineArray<256, Int64>(repeating: 0)
  private var first = 0
  private var count = 0
  private var lowest = Int64.min
  private var highest = Int64.max
  /// The first upper bound, in µs: all others are not far from it, though the clocks wrap.
  private var base: UInt32 = 0
  private var roundTrip = UInt32.max
  private var suspectUntil = Instant(nanoseconds: .min)

  /// No exchanges yet.
  public init() {}

  /// Takes the exchange whose answer has come `now`; `hostSent` is t1, `received` t2 and `sent` t3, in µs that wrap.
  ///
  /// The controller's clock goes on `step` µs at a time, at least one.
  @discardableResult
  public mutating func add(
    hostSent: UInt32, received: UInt32, sent: UInt32, step: UInt32 = 1, at now: Instant
  ) -> Verdict {
    // A step is counted from its beginning: the upper bound is one more, and t4 is rounded up.
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
    // The bounds are as old as their packets, at most as the whole exchange.
    let slack = Int64(elapsed) * 1_000 / ClockBounds.driftTime + 1
    append(deviation(low) - slack, deviation(high) + slack, at: now)
    roundTrip = min(roundTrip, elapsed - answering)
    guard settle(at: now) == .contradicts || isFar else { return .agrees }
    suspect(at: now)
    return .contradicts
  }

  /// How far the controller's clock is ahead at `now`; nil before the first exchange.
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

  /// Finds what all exchanges allow; where that is nothing, the older half of them is no longer true.
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
      let place = (first + index) % ClockBounds.capacity
      lowest = max(lowest, lows[place])
      highest = min(highest, highs[place])
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
  /// Nanoseconds as whole microseconds, downwards.
  fileprivate var flooredMicroseconds: Int64 { self >= 0 ? self / 1_000 : -((999 - self) / 1_000) }
}
