/// The time of a press, or of a state without a press, as the player's controller reports it.
public struct PressClaim: Hashable, Sendable {
  /// The slot of the player.
  public var slot: PlayerSlot
  /// The time on the controller's clock, in µs; wraps at 2³².
  public var time: UInt32
  /// The maximum difference between the true time and ``time``.
  public var precision: Interval
  /// The bounds of the offset of the controller's clock; nil when the clock is unknown.
  public var clock: ClockOffset?
  /// The maximum time from an input until the controller notices it; zero except behind a gateway.
  public var inputDelay: Interval
  /// The round that the controller names; nil for a state, and for a press that is known only from an edge.
  public var round: UInt16?
  /// The number of the press among the edges of the controller; nil for a state without a press.
  public var edge: UInt16?

  /// Creates a claim.
  public init(
    _ slot: PlayerSlot, at time: UInt32, precision: Interval = .zero, clock: ClockOffset?,
    inputDelay: Interval = .zero, round: UInt16? = nil, edge: UInt16? = nil
  ) {
    (self.slot, self.time, self.precision) = (slot, time, precision)
    (self.clock, self.inputDelay, self.round, self.edge) = (clock, inputDelay, round, edge)
  }
}
