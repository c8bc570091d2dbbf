public import Model
public import Modes

/// A player activity that the room runs as a mode of its tree (docs/modes.md).
///
/// An app is a plain value: it has no descriptors and reads no clock. It receives messages only while it runs.
/// ``hear(_:of:on:)`` gets `started` and `stopped` for the app itself and for each of its players, and all messages
/// in between.
public protocol App: Sendable {
  /// The mode in which the app runs.
  var mode: Mode { get }
  /// The app's name in commands and on dashboards, by the rules of ``NamedMode/name``; used only for third-party apps.
  var name: String { get }
  /// The recipients of the players' input in this mode.
  var recipients: Recipients { get }
  /// The maximum time between two `update` messages; nil for updates only as players join, go away or return.
  var updatePeriod: Interval? { get }

  /// Receives a message for the app, or for its `player`.
  ///
  /// A player's messages are `started` and `stopped`, when the player enters and leaves the mode, and the player's
  /// input as selected by ``recipients``. All other messages are for the app as a whole. The app requests changes
  /// through `stage`.
  mutating func hear(_ message: NodeMessage, of player: PlayerSlot?, on stage: inout Stage) -> Reply
}

extension App {
  /// The default name: the word "mode" with the number of the app's mode.
  public var name: String { mode.label }
  /// The default period: nil, for no regular updates.
  public var updatePeriod: Interval? { nil }
}
