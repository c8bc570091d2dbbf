public import Model

/// A press of a player in a round.
public struct Press: Hashable, Sendable {
  /// The extra transit time allowed to a press, beyond the shortest round trip.
  ///
  /// It covers the loss of packets, because a press is repeated with each packet until it is acknowledged.
  static let allowance = Interval.milliseconds(30)

  /// The slot of the player.
  public let slot: PlayerSlot
  /// The time of the press.
  public let time: HostTime
  /// The arrival time of the press at the host.
  public let received: Instant
  /// The doubts about the time of the press.
  public let doubts: PressDoubts

  /// Creates the press of `slot` at `time` from recorded values.
  public init(of slot: PlayerSlot, time: HostTime, received: Instant, doubts: PressDoubts) {
    (self.slot, self.time, self.received, self.doubts) = (slot, time, received, doubts)
  }

  /// Creates the press of `slot` at `pressed` (µs) on the controller's clock; `clock` has the bounds of that
  /// clock's offset.
  ///
  /// The press cannot be before `notBefore`: the button was up until then, or the round began then.
  /// `notBeforeTime` is the same limit on the controller's clock; see ``Judge/notBeforeTime(_:)``. `pressed`
  /// is accurate to `precision`, or to 1 µs if that is zero. A page learns of its input up to `inputDelay`
  /// late; see ``Judge/noteUp(_:at:_:received:inputDelay:)``. Whatever the network does, the resulting time
  /// is neither before the button was up nor after the press arrived.
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
    // The press may still be as early as it claims, but a claim that arrives this late must not win alone.
    time.latest = max(time.latest, soonest)
    self.init(of: slot, time: time, received: received, doubts: isStalled ? .stalled : [])
  }

  /// Creates a press that counts at its arrival.
  private init(counting received: Instant, of slot: PlayerSlot, doubts: PressDoubts) {
    self.init(of: slot, time: HostTime(from: received, to: received), received: received, doubts: doubts)
  }
}
