public import Model

/// A token bucket that knows when somebody has asked for too much for a while.
public struct RateLimit: Sendable {
  /// After so long without a refusal all is well again.
  static let forgiveness = Interval.seconds(1)

  private var bucket: TokenBucket
  private let patience: Interval
  private var refusals: (first: Instant, last: Instant)?

  /// A limit of `rate` per second, with `burst` at once, and of `patience` with whoever does not keep to it.
  public init(rate: Int64, burst: Int64, patience: Interval) {
    bucket = TokenBucket(rate: rate, burst: burst)
    self.patience = patience
  }

  /// Takes one if there is one.
  public mutating func take(at now: Instant) -> Bool {
    if bucket.take(at: now) { return true }
    let isFresh = refusals.map { now - $0.last >= RateLimit.forgiveness } ?? true
    refusals = (isFresh ? now : refusals?.first ?? now, now)
    return false
  }

  /// Whether refusals have followed each other for longer than there is patience for.
  public var isExhausted: Bool {
    refusals.map { $0.last - $0.first >= patience } ?? false
  }
}
