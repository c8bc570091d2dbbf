/// Nodes that hear messages from the root down, depth first, those at one place in the order in which they were bound
/// (docs/modes.md).
///
/// It is a plain value over flat tables: sending allocates nothing. What a node does with a message is the caller's
/// business: whoever sends gives a closure that is called for each node which hears the message, and which may send, bind,
/// unbind, enable, disable, start and stop while it is under way.
public struct Tree<Content: Sendable>: Sendable {
  /// What is done for a node that hears a message.
  public typealias Hear = (inout Tree, NodeID, NodeMessage) -> Reply

  /// How many messages can be under way, one inside the other.
  public static var nestingLimit: Int { 8 }

  /// The node above all others, a container that is always there.
  public let root: NodeID
  var branches = Branches()
  var contents: [Content?] = []
  /// How many messages were sent.
  var number: UInt64 = 0
  /// How many are under way.
  var depth = 0
  var holds: [Hold] = []
  var releases: [Release] = []
  var timers: [Timer] = []
  var timerNumber: UInt64 = 0

  /// A tree of nothing but a root with `content`.
  public init(_ content: Content) {
    let index = branches.add(.container, under: Branches.none, since: 0)
    root = NodeID(index: index, generation: 0)
    contents.append(content)
  }

  /// Adds a node with `content` as the last one below `parent`; nil when that is gone, or a leaf.
  ///
  /// It hears the next message, and none that is under way. A mode does not run yet.
  public mutating func bind(_ content: Content, under parent: NodeID, as kind: NodeKind = .leaf) -> NodeID? {
    guard let place = index(of: parent), branches.nodes[Int(place)].state.contains(.container) else {
      return nil
    }
    let states: Branches.State =
      switch kind {
      case .leaf: []
      case .container: .container
      case .mode: [.container, .mode]
      }
    let index = branches.add(states, under: place, since: number)
    if Int(index) == contents.count {
      contents.append(content)
    } else {
      contents[Int(index)] = content
    }
    return NodeID(index: index, generation: branches.nodes[Int(index)].generation)
  }

  /// Removes `node` and everything below it, which hear nothing from now on; false when it is gone, or the root.
  ///
  /// What they hold is released, and their timers are gone.
  @discardableResult
  public mutating func unbind(_ node: NodeID) -> Bool {
    guard node != root, let index = index(of: node) else { return false }
    leave(index)
    branches.bury(index) { contents[$0] = nil }
    if depth == 0 { branches.sweep() }
    return true
  }

  /// Lets `node` and everything below it hear messages from the next one on; false when that is so already.
  @discardableResult
  public mutating func enable(_ node: NodeID) -> Bool {
    guard let index = index(of: node), !branches.nodes[Int(index)].state.contains(.enabled) else {
      return false
    }
    branches.open(index, .enabled, since: number)
    return true
  }

  /// Keeps messages from `node` and everything below it from now on; false when that is so already.
  ///
  /// What they hold is released, and their timers are gone.
  @discardableResult
  public mutating func disable(_ node: NodeID) -> Bool {
    guard let index = index(of: node), branches.nodes[Int(index)].state.contains(.enabled) else {
      return false
    }
    leave(index)
    branches.close(index, .enabled)
    return true
  }

  /// What `node` is; nil when it is gone.
  public subscript(node: NodeID) -> Content? { index(of: node).flatMap { contents[Int($0)] } }

  /// Whether `node` hears messages: it and every node above it is enabled, and the modes among them run.
  public func isOn(_ node: NodeID) -> Bool {
    index(of: node).map { branches.barrier(above: $0, .max) == Branches.none } ?? false
  }

  /// Whether the mode `node` was started, and not stopped since.
  public func isRunning(_ node: NodeID) -> Bool {
    index(of: node).map { branches.nodes[Int($0)].state.contains(.running) } ?? false
  }

  /// The place of `node` in the tables; nil when it is gone.
  func index(of node: NodeID) -> Int32? {
    branches.nodes.indices.contains(Int(node.index))
      && branches.nodes[Int(node.index)].generation == node.generation ? node.index : nil
  }

  func id(of index: Int32) -> NodeID {
    NodeID(index: index, generation: branches.nodes[Int(index)].generation)
  }

  /// Lets go of what is held, and forgets the timers, of `top` and everything below it.
  mutating func leave(_ top: Int32) {
    dropHolds(below: top)
    timers.removeAll { branches.isWithin($0.node, top) }
  }
}
