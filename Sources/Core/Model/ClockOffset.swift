/// The lead of a controller's clock over the host's, as a lower and an upper bound (docs/protocol.md, "Clocks").
///
/// Both clocks and the offset count µs and wrap at 2³², so offsets have to be compared with ``contains(_:)``.
public struct ClockOffset: Hashable, Sendable {
  /// The minimum possible offset, in µs; positive when the controller's clock is ahead.
  public var lower: Int32
  /// The maximum possible offset, in µs.
  public var upper: Int32
  /// The shortest round trip so far, in µs, excluding the time that the controller took to answer.
  public var roundTrip: UInt32
  /// True if the controller's clock has recently contradicted itself: it may have been set, stopped or forged.
  public var isSuspect: Bool

  /// An offset between `lower` and `upper`.
  public init(lower: Int32, upper: Int32, roundTrip: UInt32, isSuspect: Bool) {
    (self.lower, self.upper) = (lower, upper)
    (self.roundTrip, self.isSuspect) = (roundTrip, isSuspect)
  }

  /// The maximum difference between the true offset and the middle of the bounds.
  public var halfWidth: Interval {
    Interval(nanoseconds: Int64(UInt32(bitPattern: upper &- lower)) * 500)
  }

  /// Returns whether `offset`, in µs, is within the bounds.
  public func contains(_ offset: Int32) -> Bool {
    UInt32(bitPattern: offset &- lower) <= UInt32(bitPattern: upper &- lower)
  }
}
