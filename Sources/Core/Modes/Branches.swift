/// The shape of a tree in one flat table: the parent and children of each node, and the messages that it can receive.
///
/// A node that is unbound while a message is under way stays in the table, receiving nothing, until the last walk has
/// ended. A walk therefore needs no list of its own to find the next node.
struct Branches: Sendable {
  /// The index that stands for no node.
  static let none: Int32 = -1

  /// The flags of a node.
  struct State: OptionSet {
    let rawValue: UInt8
    static let bound = State(rawValue: 1)
    static let enabled = State(rawValue: 2)
    /// The node can have nodes below it.
    static let container = State(rawValue: 4)
    /// The node is a mode: it receives messages only while it runs.
    static let mode = State(rawValue: 8)
    static let running = State(rawValue: 16)
    /// The mode is stopping: the nodes below it are being notified.
    static let stopping = State(rawValue: 32)
    /// The node has received `started`, and not yet `stopped`.
    static let started = State(rawValue: 64)
  }

  struct Node {
    var parent = Branches.none
    var first = Branches.none
    var last = Branches.none
    var next = Branches.none
    var previous = Branches.none
    /// The next node in the list of unbound nodes or of free entries.
    var follower = Branches.none
    var generation: UInt32 = 0
    /// The number of the last message sent before the node could receive; the node receives only later messages.
    var since: UInt64 = 0
    var state: State = []
  }

  private(set) var nodes: [Node] = []
  /// A counter of the changes that may have opened or closed a node; a walk checks its position after each change.
  private(set) var revision: UInt64 = 0
  private var removed = Branches.none
  private var free = Branches.none

  /// Adds a node as the last one below `parent` and returns its index.
  ///
  /// The node receives the messages after number `since`.
  mutating func add(_ state: State, under parent: Int32, since: UInt64) -> Int32 {
    let index = allocate()
    let generation = nodes[Int(index)].generation
    var node = Node()
    (node.generation, node.since, node.state) = (generation, since, state.union([.bound, .enabled]))
    node.parent = parent
    if parent != Branches.none {
      node.previous = nodes[Int(parent)].last
      if node.previous == Branches.none {
        nodes[Int(parent)].first = index
      } else {
        nodes[Int(node.previous)].next = index
      }
      nodes[Int(parent)].last = index
    }
    nodes[Int(index)] = node
    return index
  }

  private mutating func allocate() -> Int32 {
    guard free != Branches.none else {
      nodes.append(Node())
      return Int32(nodes.count - 1)
    }
    defer { free = nodes[Int(free)].follower }
    return free
  }

  /// Unbinds `top` and every node below it for good, and calls `forget` with the index of each.
  mutating func markRemoved(_ top: Int32, _ forget: (Int) -> Void) {
    var index = top
    while index != Branches.none {
      if nodes[Int(index)].state.contains(.bound) {
        nodes[Int(index)].state = []
        nodes[Int(index)].generation &+= 1
        nodes[Int(index)].follower = removed
        removed = index
        forget(Int(index))
      }
      index = following(index, within: top)
    }
    revision += 1
  }

  /// Removes all unbound nodes from the table; no walk may be under way.
  mutating func sweep() {
    while removed != Branches.none {
      let node = nodes[Int(removed)]
      if node.previous == Branches.none {
        nodes[Int(node.parent)].first = node.next
      } else {
        nodes[Int(node.previous)].next = node.next
      }
      if node.next == Branches.none {
        nodes[Int(node.parent)].last = node.previous
      } else {
        nodes[Int(node.next)].previous = node.previous
      }
      nodes[Int(removed)].follower = free
      (free, removed) = (removed, node.follower)
    }
  }

  /// Returns whether `index` is `top` or below it.
  func isWithin(_ index: Int32, _ top: Int32) -> Bool {
    var index = index
    while index != Branches.none && index != top { index = nodes[Int(index)].parent }
    return index == top
  }

  /// Returns the node after the subtree of `index`, depth first, within `top`; ``none`` at the end.
  func after(_ index: Int32, within top: Int32) -> Int32 {
    var index = index
    while index != top {
      let node = nodes[Int(index)]
      if node.next != Branches.none { return node.next }
      index = node.parent
    }
    return Branches.none
  }

  /// Returns the node after `index`, depth first, within `top`; ``none`` at the end.
  func following(_ index: Int32, within top: Int32) -> Int32 {
    let first = nodes[Int(index)].first
    return first != Branches.none ? first : after(index, within: top)
  }

  /// Returns whether the node `index` itself admits message number `number`, regardless of the nodes above it.
  func admits(_ index: Int32, _ number: UInt64) -> Bool {
    let node = nodes[Int(index)]
    guard node.state.isSuperset(of: [.bound, .enabled]), node.since < number else { return false }
    return !node.state.contains(.mode) || node.state.contains(.running)
  }

  /// Returns the highest node among `index` and its ancestors that does not admit message `number`.
  ///
  /// The result is ``none`` if all of them admit the message.
  func barrier(above index: Int32, _ number: UInt64) -> Int32 {
    var (index, barrier) = (index, Branches.none)
    while index != Branches.none {
      if !admits(index, number) { barrier = index }
      index = nodes[Int(index)].parent
    }
    return barrier
  }

  /// Adds the flags `state` to those of node `index`.
  mutating func insert(_ state: State, _ index: Int32) {
    nodes[Int(index)].state.insert(state)
  }

  /// Removes the flags `state` from those of node `index`.
  mutating func remove(_ state: State, _ index: Int32) {
    nodes[Int(index)].state.remove(state)
  }

  /// Adds the flags `state` to node `index`.
  ///
  /// The node then receives messages after number `since` if it and the nodes above it admit them.
  mutating func open(_ index: Int32, _ state: State, since: UInt64) {
    insert(state, index)
    nodes[Int(index)].since = since
    revision += 1
  }

  /// Removes the flags `state` from node `index`, so that the node and every node below it receive nothing for now.
  mutating func close(_ index: Int32, _ state: State) {
    remove(state, index)
    revision += 1
  }
}
