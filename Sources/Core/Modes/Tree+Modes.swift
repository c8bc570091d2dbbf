extension Tree {
  /// Starts the mode `node`: the mode and the nodes below it receive `started`, and then all other messages.
  ///
  /// Returns false when `node` is running already, is not a mode, or is removed.
  @discardableResult
  public mutating func start(_ node: NodeID, _ hear: Hear) -> Bool {
    guard let index = index(of: node) else { return false }
    let state = branches.nodes[Int(index)].state
    guard state.contains(.mode), !state.contains(.running) else { return false }
    branches.open(index, .running, since: number)
    send(.started, from: node, hear)
    return true
  }

  /// Stops the mode `node`: the mode and the nodes below it receive `stopped` and then nothing.
  ///
  /// The buttons that these nodes hold are released, and their timers are cancelled. Returns false when `node` is not
  /// running, is stopping already, or is removed.
  @discardableResult
  public mutating func stop(_ node: NodeID, _ hear: Hear) -> Bool {
    guard let index = index(of: node) else { return false }
    let state = branches.nodes[Int(index)].state
    guard state.contains(.running), !state.contains(.stopping) else { return false }
    branches.insert(.stopping, index)
    send(.stopped, from: node, hear)
    guard self.index(of: node) != nil else { return true }
    leave(index)
    branches.remove(.stopping, index)
    branches.close(index, .running)
    forgetStart(below: index)
    return true
  }

  /// Stops the running siblings of the mode `node`, then starts `node`.
  ///
  /// Returns false when `node` is running already, is not a mode, or is removed.
  @discardableResult
  public mutating func change(to node: NodeID, _ hear: Hear) -> Bool {
    guard let index = index(of: node) else { return false }
    let parent = branches.nodes[Int(index)].parent
    guard parent != Branches.none else { return false }
    var other = branches.nodes[Int(parent)].first
    depth += 1
    while other != Branches.none {
      if other != index { stop(id(of: other), hear) }
      other = branches.nodes[Int(other)].next
    }
    depth -= 1
    if depth == 0 { branches.sweep() }
    return start(node, hear)
  }

  /// Clears the `started` flag of `top` and every node below it.
  ///
  /// Nodes that received no `stopped`, for example because they were disabled, have kept the flag.
  private mutating func forgetStart(below top: Int32) {
    var index = top
    while index != Branches.none {
      branches.remove(.started, index)
      index = branches.following(index, within: top)
    }
  }
}
