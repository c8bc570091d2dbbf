public import Model

/// What becomes of a pad whose controller has fallen silent.
///
/// The stages follow docs/protocol.md, "Silence", with the ramp placed so that everything is at rest one second
/// after the last packet.
public struct DeadMan: Hashable, Sendable {
  /// How a controller's silence is seen.
  public enum Stage: UInt8, Comparable, Sendable {
    /// Packets keep coming.
    case live
    /// Silent for ``DeadMan/hold``: axes stay where they are.
    case holding
    /// Silent for ``DeadMan/release``: buttons are up, axes on their way to rest.
    case releasing
    /// All at rest.
    case released

    /// Orders by length of silence.
    public static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }
  }

  /// Silence after which the controller counts as holding: six missed packets of the slowest sender.
  public var hold = Interval.milliseconds(300)
  /// Silence after which buttons go up and axes start towards rest.
  public var release = Interval.milliseconds(900)
  /// How long the axes take to come to rest, so that a car does not jerk.
  public var ramp = Interval.milliseconds(100)
  /// How often an axis moves on the way: as often as a game at 125 Hz looks.
  public var step = Interval.milliseconds(8)

  /// The stages as docs/protocol.md, "Silence" has them.
  public init() {}

  /// Silence after which everything is at rest.
  public var end: Interval { release + ramp }

  /// The stage after `silence`.
  public func stage(after silence: Interval) -> Stage {
    if silence < hold { return .live }
    if silence < release { return .holding }
    return silence < end ? .releasing : .released
  }

  /// How much of an axis is left after `silence`: 1 before the ramp, 0 at its end.
  public func share(after silence: Interval) -> Double {
    let done = Double(silence.nanoseconds - release.nanoseconds) / Double(ramp.nanoseconds)
    return min(max(1 - done, 0), 1)
  }
}
