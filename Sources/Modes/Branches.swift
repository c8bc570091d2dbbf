/// The shape of a tree, in one flat table: who is below whom, and who hears what.
///
/// Nodes that are unbound while a message is under way stay in their place, deaf, until the last walk is over: so a
/// walk needs no list of its own to find its way on.
struct Branches: Sendable {
  /// Nobody.
  static let none: Int32 = -1

  /// What is true of a node.
  struct State: OptionSet {
    let rawValue: UInt8
    static let bound = State(rawValue: 1)
    static let enabled = State(rawValue: 2)
    /// Can have nodes below it.
    static let container = State(rawValue: 4)
    /// Hears something only while it runs.
    static let mode = State(rawValue: 8)
    static let running = State(rawValue: 16)
    /// Its nodes are being told that it stops.
    static let stopping = State(rawValue: 32)
    /// Has heard that a mode started, and not yet that it stopped.
    static let started = State(rawValue: 64)
  }

  struct Node {
    var parent = Branches.none
    var first = Branches.none
    var last = Branches.none
    var next = Branches.none
    var previous = Branches.none
    /// The next one in the list of graves, or of free places.
    var follower = Branches.none
    var generation: UInt32 = 0
    /// The number of the last message that was sent before the node could hear; it hears those after it.
    var since: UInt64 = 0
    var state: State = []
  }

  private(set) var nodes: [Node] = []
  /// Counts what may have made somebody deaf: a walk has to look where it is when that has changed.
  private(set) var revision: UInt64 = 0
  private var graves = Branches.none
  private var free = Branches.none

  /// A new node, bound as the last one below `parent`, which hears the messages after number `since`.
  mutating func add(_ state: State, under parent: Int32, since: UInt64) -> Int32 {
    let index = takePlace()
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

  private mutating func takePlace() -> Int32 {
    guard free != Branches.none else {
      nodes.append(Node())
      return Int32(nodes.count - 1)
    }
    defer { free = nodes[Int(free)].follower }
    return free
  }

  /// Makes `top` and everything below it deaf for good, and tells `forget` of each.
  mutating func bury(_ top: Int32, _ forget: (Int) -> Void) {
    var index = top
    while index != Branches.none {
      if nodes[Int(index)].state.contains(.bound) {
        nodes[Int(index)].state = []
        nodes[Int(index)].generation &+= 1
        nodes[Int(index)].follower = graves
        graves = index
        forget(Int(index))
      }
      index = following(index, within: top)
    }
    revision += 1
  }

  /// Takes everything that was buried out of the tree; no walk may be under way.
  mutating func sweep() {
    while graves != Branches.none {
      let node = nodes[Int(graves)]
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
      nodes[Int(graves)].follower = free
      (free, graves) = (graves, node.follower)
    }
  }

  /// Whether `index` is `top` or below it.
  func isWithin(_ index: Int32, _ top: Int32) -> Bool {
    var index = index
    while index != Branches.none && index != top { index = nodes[Int(index)].parent }
    return index == top
  }

  /// The node after `index` and everything below it, depth first, within `top`.
  func after(_ index: Int32, within top: Int32) -> Int32 {
    var index = index
    while index != top {
      let node = nodes[Int(index)]
      if node.next != Branches.none { return node.next }
      index = node.parent
    }
    return Branches.none
  }

  /// The node after `index`, depth first, within `top`.
  func following(_ index: Int32, within top: Int32) -> Int32 {
    let first = nodes[Int(index)].first
    return first != Branches.none ? first : after(index, within: top)
  }

  /// Whether `index` itself lets message number `number` in.
  func admits(_ index: Int32, _ number: UInt64) -> Bool {
    let node = nodes[Int(index)]
    guard node.state.isSuperset(of: [.bound, .enabled]), node.since < number else { return false }
    return !node.state.contains(.mode) || node.state.contains(.running)
  }

  /// The highest of `index` and the nodes above it that does not let message number `number` in; none when all do.
  func barrier(above index: Int32, _ number: UInt64) -> Int32 {
    var (index, barrier) = (index, Branches.none)
    while index != Branches.none {
      if !admits(index, number) { barrier = index }
      index = nodes[Int(index)].parent
    }
    return barrier
  }

  /// Adds `state` to what is true of `index`.
  mutating func insert(_ state: State, _ index: Int32) {
    nodes[Int(index)].state.insert(state)
  }

  /// Takes `state` from what is true of `index`.
  mutating func remove(_ state: State, _ index: Int32) {
    nodes[Int(index)].state.remove(state)
  }

  /// Lets `index` hear, as far as the nodes above it do, the messages after number `since`.
  mutating func open(_ index: Int32, _ state: State, since: UInt64) {
    insert(state, index)
    nodes[Int(index)].since = since
    revision += 1
  }

  /// Makes `index` and everything below it deaf for now.
  mutating func close(_ index: Int32, _ state: State) {
    remove(state, index)
    revision += 1
  }
}
