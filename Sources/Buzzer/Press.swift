public import Model

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
  ///
  /// `notBeforeTime` says the same on the controller's clock, as ``Judge/notBeforeTime(_:)``. `pressed` is right to `precision`, to a µs if that is nothing. A page hears of its input up to `inputDelay` late, as
  /// in ``Judge/noteUp(_:at:_:received:inputDelay:)``. Both ends are only ever brought to what is certain: a press is
  /// not before its button was up, and not after it came, whatever the network does.
  public init(
    of slot: PlayerSlot, at pressed: UInt32, clock: ClockOffset?, received: Instant, notBefore: Instant,
    notBeforeTime: UInt32? = nil, precision: Interval = .zero, inputDelay: Interval = .zero
  ) {
    guard let clock, var time = HostTime(reading: pressed, clock, received: received) else {
      self.init(counting: received, of: slot, doubts: .clock)
      return
    }
    let ahead = Interval.microseconds(Int64(Int32(bitPattern: pressed &- (notBeforeTime ?? pressed))))
    time.widen(by: precision)
    time.earliest = max(time.earliest, notBefore)
    time.latest = min(time.latest, received)
    guard time.earliest <= time.latest, ahead + precision >= .zero else {
      self.init(counting: received, of: slot, doubts: .time)
      return
    }
    let soonest = received - (.microseconds(Int64(clock.roundTrip)) + Press.allowance + inputDelay)
    let isStalled = time.latest < soonest
    // This only moves it back: it may still be as early as it claims, but wins nothing by that.
    time.latest = max(time.latest, soonest)
    self.init(of: slot, time: time, received: received, doubts: isStalled ? .stalled : [])
  }

  /// A press that counts when it came.
  private init(counting received: Instant, of slot: PlayerSlot, doubts: Doubts) {
    self.init(of: slot, time: HostTime(from: received, to: received), received: received, doubts: doubts)
  }
}
