import Gamepad

/// The real pads of this machine that wait for a place among its players; a pad that comes back gets its former place.
struct PadQueue: Sendable {
  /// The nodes of pads and sensors that are plugged in, by path.
  private var nodes: [String: InputNode] = [:]
  /// The paths of the pads that wait, in the order of their arrival.
  private var waiting: [String] = []
  /// The place that each pad had last, by its mark.
  private var places: [String: Int] = [:]

  /// The nodes that are plugged in.
  var known: [InputNode] { Array(nodes.values) }

  /// True if no pad waits.
  var isEmpty: Bool { waiting.isEmpty }

  /// Adds `node`, which was plugged in, to the known ones; it waits for a place if it `isChosen`, which nil leaves to what it
  /// is: a pad that is not Tiltpad's own.
  mutating func add(_ node: InputNode, isChosen: Bool? = nil) {
    let isNew = nodes.updateValue(node, forKey: node.path) == nil
    if isNew, isChosen ?? (node.isJoystick && !node.isOwn) { waiting.append(node.path) }
  }

  /// Removes the node at `path`, which is unplugged.
  mutating func remove(_ path: String) {
    nodes[path] = nil
    waiting.removeAll { $0 == path }
  }

  /// Removes and returns the next pad that can have a place, with the place; nil when there is none.
  ///
  /// `taken` has the places of players with the marks of their pads; nil if no pad can have a place now.
  mutating func next(besides taken: [Int: String]?) -> (node: InputNode, place: Int)? {
    guard let taken else { return nil }
    for (index, path) in waiting.enumerated() {
      guard let node = nodes[path], let place = place(for: node.mark, besides: taken) else { continue }
      waiting.remove(at: index)
      places[node.mark] = place
      return (node, place)
    }
    return nil
  }

  /// Returns the place for the pad with this mark: its former one, or else the first free one; nil while its former
  /// player says goodbye, or without a free place.
  private func place(for mark: String, besides taken: [Int: String]) -> Int? {
    if taken.values.contains(mark) { return nil }
    if let former = places[mark], taken[former] == nil { return former }
    return (0..<Party.limit).first { taken[$0] == nil }
  }
}

extension InputNode {
  /// The mark by which a pad is known when it is plugged in again: its unique number, or else where it is plugged in.
  var mark: String { [uniq, phys, path].first { !$0.isEmpty } ?? path }
}
