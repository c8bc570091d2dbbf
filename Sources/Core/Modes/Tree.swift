/// A tree of nodes that receive messages from the root down, depth first (docs/modes.md).
///
/// Siblings receive a message in the order in which they were bound. The tree is a plain value over flat
/// tables, so that sending allocates nothing. The caller decides how nodes respond: it passes a closure to
/// ``send(_:from:_:)``, which calls the closure for each node that receives the message. The closure may
/// send, bind, unbind, enable, disable, start and stop while the message is under way.
public struct Tree<Content: Sendable>: Sendable {
  /// A closure that handles a message for one node.
  public typealias Hear = (inout Tree, NodeID, NodeMessage) -> Reply

  /// The maximum number of nested messages that can be under way.
  public static var nestingLimit: Int { 8 }

  /// The root above all other nodes, a container that is never removed.
  public let root: NodeID
  var branches = Branches()
  var contents: [Content?] = []
  /// The number of messages sent so far.
  var number: UInt64 = 0
  /// The number of messages and changes of mode under way.
  var depth = 0
  var holds: [Hold] = []
  var releases: [Release] = []
  var timers: [Timer] = []
  var timerNumber: UInt64 = 0

  /// Creates a tree that consists of a root with `content`.
  public init(_ content: Content) {
    let index = branches.add(.container, under: Branches.none, since: 0)
    root = NodeID(index: index, generation: 0)
    contents.append(content)
  }

  /// Adds a node with `content` as the last one below `parent`; returns nil when `parent` is removed or a leaf.
  ///
  /// The new node receives the next message, but none that is under way. A new mode is not running.
  public mutating func bind(_ content: Content, under parent: NodeID, as kind: NodeKind = .leaf) -> NodeID? {
    guard let parentIndex = index(of: parent), branches.nodes[Int(parentIndex)].state.contains(.container)
    else {
      return nil
    }
    let states: Branches.State =
      switch kind {
      case .leaf: []
      case .container: .container
      case .mode: [.container, .mode]
      }
    let index = branches.add(states, under: parentIndex, since: number)
    if Int(index) == contents.count {
      contents.append(content)
    } else {
      contents[Int(index)] = content
    }
    return NodeID(index: index, generation: branches.nodes[Int(index)].generation)
  }

  /// Removes `node` and every node below it; returns false for the root or a removed node.
  ///
  /// The nodes receive nothing from now on. The buttons that they hold are released, and their timers are cancelled.
  @discardableResult
  public mutating func unbind(_ node: NodeID) -> Bool {
    guard node != root, let index = index(of: node) else { return false }
    leave(index)
    branches.markRemoved(index) { contents[$0] = nil }
    if depth == 0 { branches.sweep() }
    return true
  }

  /// Enables `node`, from the next message on; returns false when it is enabled already or removed.
  ///
  /// The nodes below it receive messages again too.
  @discardableResult
  public mutating func enable(_ node: NodeID) -> Bool {
    guard let index = index(of: node), !branches.nodes[Int(index)].state.contains(.enabled) else {
      return false
    }
    branches.open(index, .enabled, since: number)
    return true
  }

  /// Disables `node`, so that it and every node below it receive no messages.
  ///
  /// Returns false when `node` is disabled already or removed.
  ///
  /// The buttons that these nodes hold are released, and their timers are cancelled.
  @discardableResult
  public mutating func disable(_ node: NodeID) -> Bool {
    guard let index = index(of: node), branches.nodes[Int(index)].state.contains(.enabled) else {
      return false
    }
    leave(index)
    branches.close(index, .enabled)
    return true
  }

  /// The content of `node`; nil when `node` is removed.
  public subscript(node: NodeID) -> Content? { index(of: node).flatMap { contents[Int($0)] } }

  /// Returns whether `node` receives messages: it and every node above it are enabled, and the modes among them run.
  public func isOn(_ node: NodeID) -> Bool {
    index(of: node).map { branches.barrier(above: $0, .max) == Branches.none } ?? false
  }

  /// Returns whether the mode `node` was started and has not stopped since.
  public func isRunning(_ node: NodeID) -> Bool {
    index(of: node).map { branches.nodes[Int($0)].state.contains(.running) } ?? false
  }

  /// Returns the index of `node` in the tables; nil when `node` is removed.
  func index(of node: NodeID) -> Int32? {
    branches.nodes.indices.contains(Int(node.index))
      && branches.nodes[Int(node.index)].generation == node.generation ? node.index : nil
  }

  func id(of index: Int32) -> NodeID {
    NodeID(index: index, generation: branches.nodes[Int(index)].generation)
  }

  /// Releases the buttons and cancels the timers of `top` and every node below it.
  mutating func leave(_ top: Int32) {
    dropHolds(below: top)
    timers.removeAll { branches.isWithin($0.node, top) }
  }
}
