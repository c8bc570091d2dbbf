public import Model

/// The time of an event at a controller, as an interval on the host's clock that certainly contains it.
public struct HostTime: Hashable, Sendable {
  /// The earliest possible time of the event.
  public var earliest: Instant
  /// The latest possible time of the event.
  public var latest: Instant

  /// The minimum time, in ns, in which a clock drifts by 1 ns: 50 ppm, twice the drift of phones and computers.
  private static let driftTime: Int64 = 20_000

  /// Creates the time of an event at `time` on the controller's clock (µs, wrapping at 2³²), reported at `received`.
  ///
  /// `clock` applies at `received`; the interval is widened by the possible drift since the event.
  public init(of time: UInt32, _ clock: ClockOffset, received: Instant) {
    let stamp = received.nanoseconds / 1_000
    func instant(_ offset: Int32) -> Instant {
      let sent = time &- UInt32(bitPattern: offset)
      let behind = Int32(bitPattern: UInt32(truncatingIfNeeded: stamp) &- sent)
      return Instant(nanoseconds: (stamp - Int64(behind)) * 1_000)
    }
    // The clock shows the same reading for a whole µs.
    (earliest, latest) = (instant(clock.upper), instant(clock.lower) + .microseconds(1))
    widen(by: Interval(nanoseconds: max(0, (received - earliest).nanoseconds) / HostTime.driftTime))
  }

  /// Creates the time of an event at `time` on a controller's clock; fails when the clock is unknown or suspect.
  init?(reading time: UInt32, _ clock: ClockOffset?, received: Instant) {
    guard let clock, !clock.isSuspect else { return nil }
    self.init(of: time, clock, received: received)
  }

  /// Creates the time of an event between `earliest` and `latest`.
  public init(from earliest: Instant, to latest: Instant) {
    (self.earliest, self.latest) = (earliest, latest)
  }

  /// The middle of the interval.
  public var middle: Instant {
    earliest + Interval(nanoseconds: (latest - earliest).nanoseconds / 2)
  }

  /// The maximum distance between the true time and the middle.
  public var halfWidth: Interval { Interval(nanoseconds: (latest - earliest).nanoseconds / 2) }

  /// Widens the interval at both ends, each by `interval`.
  mutating func widen(by interval: Interval) {
    (earliest, latest) = (earliest - interval, latest + interval)
  }
}

extension PressClaim {
  /// Returns the bounds of the press's time; both are its arrival if the clock is unknown or suspect.
  func span(received: Instant) -> HostTime {
    guard var time = HostTime(reading: time, clock, received: received) else {
      return HostTime(from: received, to: received)
    }
    time.widen(by: precision)
    time.latest = min(time.latest, received)
    return time
  }
}
