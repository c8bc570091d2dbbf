public import Model

/// The rules for a pad whose controller has fallen silent.
///
/// The stages follow docs/protocol.md, "Silence". By default, the ramp ends one second after the last packet,
/// with everything at rest.
public struct DeadMan: Hashable, Sendable {
  /// The duration of silence after which the stage is holding: six missed packets of the slowest sender.
  public var hold = Interval.milliseconds(300)
  /// The duration of silence after which buttons are released and axes begin to return to rest.
  public var release = Interval.milliseconds(900)
  /// The time in which the axes come to rest, so that a car does not jerk.
  public var ramp = Interval.milliseconds(100)
  /// The interval between two movements of an axis that returns to rest: the polling interval of a game at 125 Hz.
  public var step = Interval.milliseconds(8)

  /// Creates the rules of docs/protocol.md, "Silence".
  public init() {}

  /// The rules for a controller that moves another player's pad: everything is released after ``hold``.
  ///
  /// With these rules, the pad's own player can soon use the pad again.
  public static var prompt: DeadMan {
    var rules = DeadMan()
    (rules.release, rules.ramp) = (rules.hold, Interval(nanoseconds: 1))
    return rules
  }

  /// The duration of silence after which everything is at rest.
  public var end: Interval { release + ramp }

  /// Returns the stage after `silence`.
  ///
  /// The stage is holding from ``hold`` on, releasing from ``release`` on, and released from ``end`` on.
  public func stage(after silence: Interval) -> SilencePhase {
    if silence < hold { return .live }
    if silence < release { return .holding }
    return silence < end ? .releasing : .released
  }

  /// Returns the share of its deflection that an axis keeps after `silence`: 1 before the ramp, 0 at the
  /// ramp's end.
  public func share(after silence: Interval) -> Double {
    let done = Double(silence.nanoseconds - release.nanoseconds) / Double(ramp.nanoseconds)
    return min(max(1 - done, 0), 1)
  }
}
