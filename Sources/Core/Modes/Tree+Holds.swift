public import Model

/// The players' buttons that nodes hold down.
extension Tree {
  struct Hold: Sendable {
    var node: Int32
    var slot: PlayerSlot
    var buttons: Buttons
  }

  /// Holds a player's `buttons` down until `node` releases them; returns false if it receives no messages.
  ///
  /// They are also released when `node`, or a node above it, is disabled, unbound or stopped.
  @discardableResult
  public mutating func hold(_ buttons: Buttons, of slot: PlayerSlot, by node: NodeID) -> Bool {
    guard isOn(node) else { return false }
    if let position = holds.firstIndex(where: { $0.node == node.index && $0.slot == slot }) {
      holds[position].buttons.formUnion(buttons)
    } else if !buttons.isEmpty {
      holds.append(Hold(node: node.index, slot: slot, buttons: buttons))
    }
    return true
  }

  /// Releases a player's `buttons` that `node` holds.
  public mutating func letGo(_ buttons: Buttons, of slot: PlayerSlot, by node: NodeID) {
    guard let index = index(of: node) else { return }
    let former = holds
    for position in holds.indices where holds[position].node == index && holds[position].slot == slot {
      holds[position].buttons.subtract(buttons)
    }
    holds.removeAll { $0.buttons.isEmpty }
    noteReleases(since: former)
  }

  /// Returns the player's buttons that any node holds.
  public func held(of slot: PlayerSlot) -> Buttons { Tree.held(of: slot, by: holds) }

  /// Removes and returns the oldest queued release; nil when none is left.
  public mutating func nextRelease() -> Release? {
    releases.isEmpty ? nil : releases.removeFirst()
  }

  /// Releases the buttons that `top` and every node below it hold.
  mutating func dropHolds(below top: Int32) {
    let former = holds
    holds.removeAll { branches.isWithin($0.node, top) }
    noteReleases(since: former)
  }

  /// Queues releases of the buttons in `former` that no node holds now.
  ///
  /// Another node may still hold the same button.
  private mutating func noteReleases(since former: [Hold]) {
    for index in 0..<PlayerSlot.limit {
      let slot = PlayerSlot(index: index)
      let gone = Tree.held(of: slot, by: former).subtracting(held(of: slot))
      if !gone.isEmpty { releases.append(Release(slot: slot, buttons: gone)) }
    }
  }

  private static func held(of slot: PlayerSlot, by holds: [Hold]) -> Buttons {
    holds.reduce(into: []) { if $1.slot == slot { $0.formUnion($1.buttons) } }
  }
}
