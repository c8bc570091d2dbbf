public import Model

/// When something happened at a controller, on the host's clock: certainly between the two.
public struct HostTime: Hashable, Sendable {
  /// The soonest that it can have been.
  public var earliest: Instant
  /// The latest that it can have been.
  public var latest: Instant

  /// How many ns one ns of drift takes at most: 50 ppm, twice what phones and computers do.
  private static let driftTime: Int64 = 20_000

  /// What happened when the controller's clock showed `time` (µs, going round at 2³²), and was heard of at `received`.
  ///
  /// `clock` holds for `received`: before, the clocks were as much further apart as they have drifted since.
  public init(of time: UInt32, _ clock: ClockOffset, received: Instant) {
    let stamp = received.nanoseconds / 1_000
    func instant(_ offset: Int32) -> Instant {
      let sent = time &- UInt32(bitPattern: offset)
      let behind = Int32(bitPattern: UInt32(truncatingIfNeeded: stamp) &- sent)
      return Instant(nanoseconds: (stamp - Int64(behind)) * 1_000)
    }
    // A clock shows a µs until it is over.
    (earliest, latest) = (instant(clock.upper), instant(clock.lower) + .microseconds(1))
    widen(by: Interval(nanoseconds: max(0, (received - earliest).nanoseconds) / HostTime.driftTime))
  }

  /// What happened at `time` of a clock that can be read; nil when nothing is known of it, or it has contradicted itself.
  init?(reading time: UInt32, _ clock: ClockOffset?, received: Instant) {
    guard let clock, !clock.isSuspect else { return nil }
    self.init(of: time, clock, received: received)
  }

  /// Between these two.
  public init(from earliest: Instant, to latest: Instant) {
    (self.earliest, self.latest) = (earliest, latest)
  }

  /// The middle.
  public var middle: Instant {
    earliest + Interval(nanoseconds: (latest - earliest).nanoseconds / 2)
  }

  /// How far the truth is from the middle at most.
  public var halfWidth: Interval { Interval(nanoseconds: (latest - earliest).nanoseconds / 2) }

  /// Moves both ends apart, each by `interval`.
  mutating func widen(by interval: Interval) {
    (earliest, latest) = (earliest - interval, latest + interval)
  }
}
