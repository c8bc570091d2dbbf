import Gamepad

/// The real pads of this machine that wait to become players; a returning pad gets its former place.
struct PadQueue: Sendable {
  /// The nodes of the plugged-in pads and sensors, by path.
  private var nodes: [String: InputNode] = [:]
  /// The paths of the waiting pads, in the order of their arrival.
  private var waiting: [String] = []
  /// The places that pads had before, by ``InputNode/mark``, which recognises a pad that is plugged in again.
  ///
  /// A mark has several places only if several pads have it.
  private var places: [String: Set<Int>] = [:]

  /// The nodes that are plugged in.
  var known: [InputNode] { Array(nodes.values) }

  /// The nodes of the waiting pads, in the order of their arrival.
  var queued: [InputNode] { waiting.compactMap { nodes[$0] } }

  /// True if no pad waits.
  var isEmpty: Bool { waiting.isEmpty }

  /// Adds the plugged-in `node`.
  ///
  /// If `isChosen` is not nil, it decides whether the node waits for a place. Otherwise the node waits if it
  /// is a pad that Tiltpad has not made. A node that udev has not finished processing is ignored; a later
  /// call adds it once its kind is known. A chosen node is added at once.
  mutating func add(_ node: InputNode, isChosen: Bool? = nil) {
    guard node.isDescribed || isChosen == true else { return }
    let isNew = nodes.updateValue(node, forKey: node.path) == nil
    if isNew, isChosen ?? (node.isJoystick && !node.isOwn) { waiting.append(node.path) }
  }

  /// Removes the unplugged node at `path`.
  mutating func remove(_ path: String) {
    nodes[path] = nil
    waiting.removeAll { $0 == path }
  }

  /// Removes and returns the next pad that can have a place, with that place; nil if there is none.
  ///
  /// `taken` maps the players' places to the nodes of their pads; it is nil if no pad can have a place now.
  mutating func next(besides taken: [Int: InputNode]?) -> (node: InputNode, player: Int)? {
    guard let taken else { return nil }
    for (index, path) in waiting.enumerated() {
      guard let node = nodes[path], let player = player(for: node, besides: taken) else { continue }
      waiting.remove(at: index)
      note(player, of: node, besides: taken)
      return (node, player)
    }
    return nil
  }

  /// Returns the place for the pad at `node`: its former one, or else the first free one.
  ///
  /// Returns nil if no place is free, or while another player, whose unplugged pad had the same mark, still
  /// says goodbye. Two pads that are plugged in can have the same mark if they share a receiver; each gets
  /// its own place.
  private func player(for node: InputNode, besides taken: [Int: InputNode]) -> Int? {
    if taken.values.contains(where: { $0.mark == node.mark && !isPluggedIn($0) }) { return nil }
    let former = places[node.mark, default: []].sorted()
    return (former + Array(0..<Party.limit)).first { taken[$0] == nil }
  }

  /// Returns whether the device of `node` is still plugged in; the kernel never uses a device name twice.
  private func isPluggedIn(_ node: InputNode) -> Bool { nodes[node.path]?.device == node.device }

  /// Records that the pad at `node` has the place `player`.
  ///
  /// Removes the pad's former places that now belong to pads with other marks.
  private mutating func note(_ player: Int, of node: InputNode, besides taken: [Int: InputNode]) {
    let lost = taken.filter { $0.value.mark != node.mark }.keys
    places[node.mark] = places[node.mark, default: []].subtracting(lost).union([player])
  }
}

extension InputNode {
  /// The mark that identifies a pad when it is plugged in again: its unique identifier, or else its position.
  var mark: String { [uniq, phys, path].first { !$0.isEmpty } ?? path }
}
