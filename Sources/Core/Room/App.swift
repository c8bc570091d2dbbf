public import Model
public import Modes

/// An activity of the players that the room runs as a mode of its tree (docs/modes.md).
///
/// An app is a plain value: it reads no clock and holds no handle. It receives messages only while it runs:
/// ``hear(_:of:on:)`` gets `started` and `stopped` for the app itself and for each of its players, and everything
/// between.
public protocol App: Sendable {
  /// The mode in which the app runs.
  var mode: Mode { get }
  /// The recipients of the input of the players in this mode.
  var recipients: Recipients { get }
  /// The time between two `update` messages; nil for updates only when players join, leave, or are away.
  var updatePeriod: Interval? { get }

  /// Receives a message for the app, or for its `player`.
  ///
  /// For a player, these are `started` and `stopped`, when the player enters and leaves the mode, and the player's
  /// input as far as ``recipients`` says; everything else is for the app as a whole. The app requests changes through
  /// `stage`.
  mutating func hear(_ message: NodeMessage, of player: PlayerSlot?, on stage: inout Stage) -> Reply
}

extension App {
  /// No regular updates.
  public var updatePeriod: Interval? { nil }
}
