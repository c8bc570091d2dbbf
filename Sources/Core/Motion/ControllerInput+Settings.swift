public import Model

extension ControllerInput {
  /// The settings of a player's input.
  public struct Settings: Hashable, Sendable {
    /// The profile that maps tilt and sticks to axes.
    public var profile: Profile
    /// The rule that holds the output while a press shakes the controller; nil for none.
    public var pressHold: PressHold?
    /// The minimum time for which a button stays down or up: more than one frame of a game at 60 Hz.
    public var minimumPress: Interval
    /// The maximum age of an edge that is shown individually; for older edges, only the outcome is shown.
    public var edgeLifetime: Interval
    /// The time for which a new pad's axes rest: some programs read them only once, to learn the centre.
    public var settling: Interval
    /// The rules for the pad when the controller falls silent.
    public var deadMan: DeadMan
    /// The buttons that belong to the host and never reach the pad; see ``ControllerInput/consumeReservedPress()``.
    public var reserved: Buttons

    /// Creates settings.
    ///
    /// The default profile is the wheel. The default `deadMan` is described in docs/protocol.md, "Silence".
    public init(
      profile: Profile = .wheel, pressHold: PressHold? = .default,
      minimumPress: Interval = .milliseconds(20), edgeLifetime: Interval = .seconds(1),
      settling: Interval = .seconds(1), deadMan: DeadMan = DeadMan(), reserved: Buttons = []
    ) {
      self.profile = profile
      self.pressHold = pressHold
      self.minimumPress = minimumPress
      self.edgeLifetime = edgeLifetime
      self.settling = settling
      self.deadMan = deadMan
      self.reserved = reserved
    }

    /// Adopts the values of `fresh` that may change while the pad is in use.
    ///
    /// The other values stay as they are for as long as the input exists.
    mutating func adopt(_ fresh: Settings) {
      (profile, pressHold, minimumPress) = (fresh.profile, fresh.pressHold, fresh.minimumPress)
      deadMan = fresh.deadMan
    }
  }

  /// The position of a packet among the packets before it.
  public enum Arrival: Sendable {
    /// A packet ahead of all others, after `gap` missing packets.
    case newest(gap: UInt64)
    /// A packet older than one that arrived earlier.
    case late
  }
}
