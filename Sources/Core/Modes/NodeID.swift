public import Model

/// The identifier of a node, never reused for another node, even after the node is removed.
public struct NodeID: Hashable, Sendable {
  /// The node's index in the tree's table.
  let index: Int32
  /// A counter that distinguishes the nodes that have had this index.
  let generation: UInt32
}

/// The kind of a node.
public enum NodeKind: Sendable {
  /// A node without nodes below it.
  case leaf
  /// A node to which other nodes can be bound.
  case container
  /// A container that receives messages, and passes messages to the nodes below it, only between start and stop.
  case mode
}

/// A node's reply to a message.
public enum Reply: Sendable {
  /// The nodes after this node receive the message too.
  case pass
  /// No node after this node receives the message.
  ///
  /// The messages `started` and `stopped` reach every node all the same.
  case consume
}

/// The outcome of a message.
public enum Passage: Hashable, Sendable {
  /// Every node that could receive the message has received it.
  case passed
  /// The given node consumed the message; later nodes have not received it.
  case consumed(by: NodeID)
  /// The message was not sent: too many nested messages are under way already.
  case refused
}

/// A player's buttons that no node holds any longer.
public struct Release: Hashable, Sendable {
  /// The slot of the player.
  public let slot: PlayerSlot
  /// The released buttons; never empty.
  public let buttons: Buttons
}
