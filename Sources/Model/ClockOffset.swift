/// How far a controller's clock is ahead of the host's, as bounds (docs/protocol.md, "Clocks").
///
/// Both clocks count µs and wrap at 2³², and so does the offset: only ever compare by ``contains(_:)``.
public struct ClockOffset: Hashable, Sendable {
  /// The least that it can be, in µs; positive when the controller's clock is ahead.
  public var lower: Int32
  /// The most that it can be, in µs.
  public var upper: Int32
  /// The shortest round trip so far, in µs, without what the controller took to answer.
  public var roundTrip: UInt32
  /// Whether the clock has lately contradicted itself: it was set, stood still, or is made up.
  public var isSuspect: Bool

  /// An offset between `lower` and `upper`.
  public init(lower: Int32, upper: Int32, roundTrip: UInt32, isSuspect: Bool) {
    (self.lower, self.upper) = (lower, upper)
    (self.roundTrip, self.isSuspect) = (roundTrip, isSuspect)
  }

  /// How far the true offset is from the middle of the bounds at most.
  public var halfWidth: Interval {
    Interval(nanoseconds: Int64(UInt32(bitPattern: upper &- lower)) * 500)
  }

  /// Whether `offset`, in µs, is within the bounds.
  public func contains(_ offset: Int32) -> Bool {
    UInt32(bitPattern: offset &- lower) <= UInt32(bitPattern: upper &- lower)
  }
}
