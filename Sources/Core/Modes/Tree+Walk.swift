extension Tree {
  /// Sends `message` down from `top`, or from the root, and calls `hear` for one node after another.
  ///
  /// No node receives the message when `top` itself does not receive messages. A node that is unbound, disabled or
  /// stopped meanwhile receives nothing from then on; a node that is bound, enabled or started meanwhile receives the
  /// next message.
  @discardableResult
  public mutating func send(_ message: NodeMessage, from top: NodeID? = nil, _ hear: Hear) -> Passage {
    guard depth < Tree.nestingLimit else { return .refused }
    guard let top = index(of: top ?? root) else { return .passed }
    number += 1
    guard branches.barrier(above: top, number) == Branches.none else { return .passed }
    depth += 1
    let consumer = walk(from: top, number, message, hear)
    depth -= 1
    if depth == 0 { branches.sweep() }
    return consumer.map { .consumed(by: $0) } ?? .passed
  }

  /// Calls `hear` for each node that receives the message and returns the node that consumed it; nil when no node did.
  private mutating func walk(
    from top: Int32, _ number: UInt64, _ message: NodeMessage, _ hear: Hear
  ) -> NodeID? {
    var index = top
    while index != Branches.none {
      guard branches.admits(index, number) else {
        index = branches.after(index, within: top)
        continue
      }
      guard wants(index, message) else {
        index = branches.following(index, within: top)
        continue
      }
      let revision = branches.revision
      let node = id(of: index)
      if hear(&self, node, message) == .consume, message.canBeConsumed { return node }
      index = next(after: index, within: top, number, isChanged: branches.revision != revision)
    }
    return nil
  }

  /// Returns the next node of a walk, after `index`; ``Branches/none`` at the end.
  ///
  /// `isChanged` is true if the node at `index` has changed the tree while it received the message. The nodes
  /// below a node that no longer receives messages are then skipped.
  private func next(after index: Int32, within top: Int32, _ number: UInt64, isChanged: Bool) -> Int32 {
    guard isChanged else { return branches.following(index, within: top) }
    let barrier = branches.barrier(above: index, number)
    guard barrier != Branches.none else { return branches.following(index, within: top) }
    return branches.isWithin(barrier, top) ? branches.after(barrier, within: top) : Branches.none
  }

  /// Returns whether the node at `index` is to receive `message`.
  ///
  /// Records starts and stops, which the node receives alternately.
  private mutating func wants(_ index: Int32, _ message: NodeMessage) -> Bool {
    let hasStarted = branches.nodes[Int(index)].state.contains(.started)
    switch message {
    case .started:
      branches.insert(.started, index)
      return !hasStarted
    case .stopped:
      branches.remove(.started, index)
      return hasStarted
    default: return true
    }
  }
}
