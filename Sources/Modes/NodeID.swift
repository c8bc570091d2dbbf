public import Model

/// The name of a node: it is never another node's, also when the node has gone.
public struct NodeID: Hashable, Sendable {
  /// The node's place in the tree's table.
  let index: Int32
  /// Which node it is of those that have had the place.
  let generation: UInt32
}

/// What a node can be.
public enum NodeKind: Sendable {
  /// It has nothing below it.
  case leaf
  /// Other nodes can be bound to it.
  case container
  /// A container that hears something, and lets anything through, only between start and stop.
  case mode
}

/// What a node does with a message that it hears.
public enum Reply: Sendable {
  /// Others hear it too.
  case pass
  /// Nobody after it hears it.
  case consume
}

/// What has become of a message.
public enum Passage: Hashable, Sendable {
  /// Everybody who could hear it has heard it.
  case passed
  /// That node was the last one to hear it.
  case consumed(by: NodeID)
  /// Too many messages are under way already, one inside the other.
  case refused
}

/// Buttons of a player that nobody holds any longer.
public struct Release: Hashable, Sendable {
  /// Whose they are.
  public let slot: PlayerSlot
  /// Which they are; never none.
  public let buttons: Buttons
}
