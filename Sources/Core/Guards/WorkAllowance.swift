public import Model

/// An allowance of processor time for unknown senders: a share of all time, and a burst after a pause.
///
/// Work is measured when it is done, so that nobody is charged for other programs on a busy machine. A flood
/// from unknown senders thus takes no more than the share. Known senders need no allowance.
public struct WorkAllowance: Sendable {
  private let part: Int64
  private let burst: Interval
  /// The time at which everything charged so far is paid off.
  private var debt = Instant(nanoseconds: .min / 2)

  /// Creates an allowance of 1/`part` of all time; work of up to `burst` may be done without a pause.
  ///
  /// - Precondition: `part` is 1 to 1000.
  public init(part: Int64, burst: Interval) {
    precondition((1...1_000).contains(part))
    self.part = part
    self.burst = Interval(nanoseconds: part * burst.nanoseconds)
  }

  /// The time from which more work may be done.
  public var next: Instant { debt - burst }

  /// Returns whether work may be done at `now`.
  public func isOpen(at now: Instant) -> Bool { next <= now }

  /// Charges processor time spent up to `now`.
  public mutating func charge(_ work: Interval, at now: Instant) {
    debt = max(debt, now) + Interval(nanoseconds: part * max(work, .zero).nanoseconds)
  }
}
