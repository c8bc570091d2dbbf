/// A point on the host's monotonic clock.
public struct Instant: Comparable, Hashable, Sendable {
  /// Nanoseconds since the clock's arbitrary start; only differences are meaningful.
  public var nanoseconds: Int64

  /// A point `nanoseconds` after the clock's start.
  @inlinable public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// An instant later than every instant of a clock.
  @inlinable public static var distantFuture: Instant { Instant(nanoseconds: .max) }

  /// Orders by time.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The instant `interval` after `instant`.
  public static func + (instant: Instant, interval: Interval) -> Instant {
    Instant(nanoseconds: instant.nanoseconds &+ interval.nanoseconds)
  }

  /// The instant `interval` before `instant`.
  public static func - (instant: Instant, interval: Interval) -> Instant {
    Instant(nanoseconds: instant.nanoseconds &- interval.nanoseconds)
  }

  /// The time from `earlier` to `later`; negative when `earlier` is the later of the two.
  public static func - (later: Instant, earlier: Instant) -> Interval {
    Interval(nanoseconds: later.nanoseconds &- earlier.nanoseconds)
  }
}

/// A length of time, positive or negative.
public struct Interval: Comparable, Hashable, Sendable {
  /// The length in nanoseconds.
  public var nanoseconds: Int64

  /// A length of `nanoseconds`.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// An interval of length zero.
  public static let zero = Interval(nanoseconds: 0)

  /// A length of `count` microseconds.
  public static func microseconds(_ count: Int64) -> Interval {
    Interval(nanoseconds: count &* 1_000)
  }

  /// A length of `count` milliseconds.
  public static func milliseconds(_ count: Int64) -> Interval {
    Interval(nanoseconds: count &* 1_000_000)
  }

  /// A length of `count` seconds.
  public static func seconds(_ count: Int64) -> Interval {
    Interval(nanoseconds: count &* 1_000_000_000)
  }

  /// The length in whole microseconds, rounded towards zero.
  public var microseconds: Int64 { nanoseconds / 1_000 }

  /// The length in seconds, with a fraction.
  public var seconds: Double { Double(nanoseconds) / 1e9 }

  /// Orders by length.
  public static func < (left: Interval, right: Interval) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The sum of the two lengths.
  public static func + (left: Interval, right: Interval) -> Interval {
    Interval(nanoseconds: left.nanoseconds &+ right.nanoseconds)
  }
}
