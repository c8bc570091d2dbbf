public import Model

/// What flows down the tree.
public enum NodeMessage: Hashable, Sendable {
  /// So much time has gone by since the last one.
  case update(elapsed: Interval)
  /// A timer of the node has run out; only the node that has set it, and what is below it, hears it.
  case timer(id: UInt16)
  /// A finger on a player's screen has done something.
  case touch(PlayerSlot, Touch)
  /// A finger on a player's screen was swept across it.
  case swipe(PlayerSlot, Swipe)
  /// A player's controller was moved.
  case accelerate(PlayerSlot, MotionSample)
  /// A player's controller is held like this.
  case tilt(PlayerSlot, Tilt)
  /// A player has pressed or released a button.
  case button(PlayerSlot, Edge)
  /// A player has come.
  case joined(PlayerSlot)
  /// A player has gone for good.
  case left(PlayerSlot)
  /// The mode that the node belongs to has started.
  case started
  /// The mode that the node belongs to is about to stop; who has not heard that it started does not hear this.
  case stopped

  /// Whether who hears it can keep it from the others: not start and stop, which everybody relies on.
  var canBeConsumed: Bool { self != .started && self != .stopped }
}
