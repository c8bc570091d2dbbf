public import Model

/// A token bucket, which limits the average rate per second and the burst after a pause.
public struct TokenBucket: Sendable {
  private let spacing: Int64
  private let allowance: Int64
  private var owed = Int64.min / 2

  /// Creates a full bucket of `burst` tokens that refills at `rate` per second.
  ///
  /// - Precondition: `rate` is 1 to 10⁹, `burst` at least 1.
  public init(rate: Int64, burst: Int64) {
    precondition((1...1_000_000_000).contains(rate) && burst >= 1)
    self.init(spacing: Interval(nanoseconds: 1_000_000_000 / rate), burst: burst)
  }

  /// Creates a full bucket of `burst` tokens that gets another one after each `spacing`.
  ///
  /// - Precondition: `spacing` is 1 ns to an hour, `burst` 1 to a million.
  public init(spacing: Interval, burst: Int64) {
    self.spacing = spacing.nanoseconds
    allowance = spacing.nanoseconds * burst
  }

  /// The time from which a token is available.
  public var next: Instant { Instant(nanoseconds: owed + spacing) }

  /// Returns whether there is a token to consume.
  public func hasToken(at now: Instant) -> Bool { next <= now }

  /// Consumes a token; returns false when the bucket is empty.
  public mutating func consume(at now: Instant) -> Bool {
    guard hasToken(at: now) else { return false }
    owed = max(owed, now.nanoseconds - allowance) + spacing
    return true
  }
}
