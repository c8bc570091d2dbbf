public import Model

/// Buttons of players that nodes hold down.
extension Tree {
  struct Hold: Sendable {
    var node: Int32
    var slot: PlayerSlot
    var buttons: Buttons
  }

  /// Holds `buttons` of a player down until `node` lets go of them, is disabled, unbound or stopped; false when it is not on.
  @discardableResult
  public mutating func hold(_ buttons: Buttons, of slot: PlayerSlot, by node: NodeID) -> Bool {
    guard isOn(node) else { return false }
    if let place = holds.firstIndex(where: { $0.node == node.index && $0.slot == slot }) {
      holds[place].buttons.formUnion(buttons)
    } else if !buttons.isEmpty {
      holds.append(Hold(node: node.index, slot: slot, buttons: buttons))
    }
    return true
  }

  /// Lets `node` let go of `buttons` of a player.
  public mutating func letGo(_ buttons: Buttons, of slot: PlayerSlot, by node: NodeID) {
    guard let index = index(of: node) else { return }
    let former = holds
    for place in holds.indices where holds[place].node == index && holds[place].slot == slot {
      holds[place].buttons.subtract(buttons)
    }
    holds.removeAll { $0.buttons.isEmpty }
    noteReleases(since: former)
  }

  /// Which buttons of a player are held, by whomever.
  public func held(of slot: PlayerSlot) -> Buttons { Tree.held(of: slot, by: holds) }

  /// The next thing that nobody holds any longer; nil when there is nothing more.
  public mutating func takeRelease() -> Release? {
    releases.isEmpty ? nil : releases.removeFirst()
  }

  /// Lets go of what `top` and everything below it holds.
  mutating func dropHolds(below top: Int32) {
    let former = holds
    holds.removeAll { branches.isWithin($0.node, top) }
    noteReleases(since: former)
  }

  /// Notes what was held by `former` and by nobody now: another node may hold the same button.
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
