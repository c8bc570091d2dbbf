public import Model

/// When something happened at a controller, on the host's clock: certainly between the two.
public struct HostTime: Hashable, Sendable {
  /// The soonest that it can have been.
  public var earliest: Instant
  /// The latest that it can have been.
  public var latest: Instant

  /// What happened when the controller's clock showed `time` (µs, going round at 2³²), and was heard of at `received`.
  public init(of time: UInt32, _ clock: ClockOffset, received: Instant) {
    let stamp = received.nanoseconds / 1_000
    func instant(_ offset: Int32) -> Instant {
      let sent = time &- UInt32(bitPattern: offset)
      let behind = Int32(bitPattern: UInt32(truncatingIfNeeded: stamp) &- sent)
      return Instant(nanoseconds: (stamp - Int64(behind)) * 1_000)
    }
    // A clock shows a µs until it is over.
    (earliest, latest) = (instant(clock.upper), instant(clock.lower) + .microseconds(1))
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
}

/// A press of a player in a round.
public struct Press: Hashable, Sendable {
  /// What speaks against the time that the controller has given.
  public struct Doubts: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// The doubts whose bits are set.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The controller's clock is not known, or has contradicted itself lately: the press counts when it came.
    public static let clock = Doubts(rawValue: 1)
    /// The time cannot be, as the button was still up then or it lies ahead: the press counts when it came.
    public static let time = Doubts(rawValue: 2)
    /// The press was under way for longer than the network takes: it wins nothing by the time that it claims beyond that.
    public static let stalled = Doubts(rawValue: 4)
  }

  /// A packet takes at least so long.
  static let leastWay = Interval(nanoseconds: 100_000)
  /// A press may be under way for so much longer than the shortest round trip; it comes again with each packet until it is acknowledged.
  static let allowance = Interval.milliseconds(30)

  /// Whose it is.
  public let slot: PlayerSlot
  /// When it was.
  public let time: HostTime
  /// When it was heard of.
  public let received: Instant
  /// What speaks against it.
  public let doubts: Doubts

  /// The press of `slot` that was at `time`, as it was remembered.
  public init(of slot: PlayerSlot, time: HostTime, received: Instant, doubts: Doubts) {
    (self.slot, self.time, self.received, self.doubts) = (slot, time, received, doubts)
  }

  /// The press of `slot` at `pressed` on the controller's clock (µs), of which the host knows what `clock` says; the
  /// button was up until `notBefore`, or the round began then.
  public init(
    of slot: PlayerSlot, at pressed: UInt32, precision: Interval = .zero, clock: ClockOffset?,
    received: Instant,
    notBefore: Instant
  ) {
    self.slot = slot
    self.received = received
    guard let clock, !clock.isSuspect else {
      (time, doubts) = (HostTime(from: received, to: received), .clock)
      return
    }
    var claimed = HostTime(of: pressed, clock, received: received)
    (claimed.earliest, claimed.latest) = (claimed.earliest - precision, claimed.latest + precision)
    claimed.earliest = max(claimed.earliest, notBefore)
    claimed.latest = min(claimed.latest, received - Press.leastWay)
    guard claimed.earliest <= claimed.latest else {
      (time, doubts) = (HostTime(from: received, to: received), .time)
      return
    }
    let soonest = received - (.microseconds(Int64(clock.roundTrip)) + Press.allowance)
    doubts = claimed.latest < soonest ? .stalled : []
    claimed.latest = max(claimed.latest, soonest)
    time = claimed
  }
}
