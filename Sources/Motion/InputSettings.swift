public import Model

extension ControllerInput {
  /// What a player's input can be told.
  public struct Settings: Sendable {
    /// How tilt and sticks become axes.
    public var profile: Profile
    /// How the output is held while a press shakes the controller; nil leaves it alone.
    public var pressHold: PressHold?
    /// How long a button keeps a state at least: over one frame of a game at 60 Hz.
    public var minimumPress: Interval
    /// Edges that waited longer than this at the sender are not shown one by one, only their outcome.
    public var edgeLifetime: Interval
    /// How long a new pad's axes rest, so that programs that look once learn where the centre is.
    public var settling: Interval
    /// What becomes of the pad when the controller falls silent.
    public var deadMan: DeadMan
    /// Buttons that are the host's and never the pad's; see ``ControllerInput/takeReservedPress()``.
    public var reserved: Buttons

    /// The settings of docs/protocol.md, "Silence" for `profile`.
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
  }

  /// Where a packet stands among those before it.
  public enum Arrival: Sendable {
    /// Ahead of all, after `gap` packets that did not come.
    case newest(gap: UInt64)
    /// Behind one that came before it.
    case late
  }

  /// What happened to edges so far.
  public struct Counts: Hashable, Sendable {
    /// Edges shown or waiting to be.
    public var taken: UInt64 = 0
    /// Edges that came although the packet that first carried them was lost.
    public var recovered: UInt64 = 0
    /// Edges that never came, or too late to be shown one by one.
    public var skipped: UInt64 = 0
  }
}
