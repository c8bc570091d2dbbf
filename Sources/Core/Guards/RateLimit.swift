public import Model

/// A token bucket that detects a sender exceeding its rate for a while.
public struct RateLimit: Sendable {
  /// The time without a refusal after which earlier refusals are forgiven.
  static let forgiveness = Interval.seconds(1)

  private var bucket: TokenBucket
  private let patience: Interval
  private var refusals: (first: Instant, last: Instant)?

  /// Creates a limit of `rate` tokens per second and `burst` tokens at once.
  ///
  /// The limit is exhausted when its refusals have continued for `patience`.
  public init(rate: Int64, burst: Int64, patience: Interval) {
    bucket = TokenBucket(rate: rate, burst: burst)
    self.patience = patience
  }

  /// Consumes a token; returns false, and records the refusal, when the bucket is empty.
  public mutating func consume(at now: Instant) -> Bool {
    if bucket.consume(at: now) { return true }
    let isFresh = refusals.map { now - $0.last >= RateLimit.forgiveness } ?? true
    refusals = (isFresh ? now : refusals?.first ?? now, now)
    return false
  }

  /// True if refusals have followed each other for the configured patience or longer.
  public var isExhausted: Bool {
    refusals.map { $0.last - $0.first >= patience } ?? false
  }
}
