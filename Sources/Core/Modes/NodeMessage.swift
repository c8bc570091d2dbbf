public import Model

/// A message that travels down the tree.
public enum NodeMessage: Hashable, Sendable {
  /// The passage of time since the last update.
  case update(elapsed: Interval)
  /// The end of a timer.
  ///
  /// Only the node that set the timer, and the nodes below that node, receive the message.
  case timer(id: UInt16)
  /// A touch of a finger on a player's screen.
  case touch(PlayerSlot, Touch)
  /// A swipe of a finger across a player's screen.
  case swipe(PlayerSlot, Swipe)
  /// A motion sample from a player's controller.
  case accelerate(PlayerSlot, MotionSample)
  /// A tilt from a player's controller.
  case tilt(PlayerSlot, Tilt)
  /// A press or release of a player's button.
  case button(PlayerSlot, Edge)
  /// A press of a player's button, with its time on the controller's clock.
  case press(PressClaim)
  /// The time of a controller's state.
  ///
  /// Until `inputDelay` before this time, the player has certainly pressed nothing else.
  case still(PressClaim)
  /// The arrival of a player.
  case joined(PlayerSlot)
  /// The final departure of a player.
  case left(PlayerSlot)
  /// The start of the mode that the node belongs to.
  case started
  /// The imminent stop of the mode that the node belongs to.
  ///
  /// A node that has not received `started` does not receive this message.
  case stopped

  /// True if a node can consume the message; false for `started` and `stopped`, which every node relies on.
  var canBeConsumed: Bool { self != .started && self != .stopped }
}
