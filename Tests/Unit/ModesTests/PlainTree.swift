import Model
import Modes

/// A reference implementation of a tree that is as simple as possible.
///
/// It consists of objects and recursion, and examines the whole path from the root for each node.
final class PlainTree {
  final class Node {
    let name: Int
    let kind: NodeKind
    weak var parent: Node?
    var children: [Node] = []
    var since: Int
    var isBound = true
    var isEnabled = true
    var isRunning = false
    var isStopping = false
    var hasStarted = false

    init(_ name: Int, _ kind: NodeKind, under parent: Node?, since: Int) {
      (self.name, self.kind, self.parent, self.since) = (name, kind, parent, since)
    }

    /// The node and its ancestors.
    var path: [Node] { [self] + (parent?.path ?? []) }
    /// The node and its descendants.
    var family: [Node] { [self] + children.flatMap(\.family) }

    func hears(_ number: Int) -> Bool {
      path.allSatisfy {
        $0.isBound && $0.isEnabled && ($0.kind != .mode || $0.isRunning) && $0.since < number
      }
    }
  }

  private var nodes: [Int: Node] = [0: Node(0, .container, under: nil, since: 0)]
  private var number = 0
  private var depth = 0
  private var holds: [(node: Node, slot: PlayerSlot, buttons: Buttons)] = []
  private(set) var releases: [(slot: PlayerSlot, buttons: Buttons)] = []
  private var timers: [(node: Node, id: UInt16, due: Instant, number: Int)] = []
  private var timerNumber = 0
  private let record: Record

  init(_ record: Record) {
    self.record = record
  }

  func node(_ name: Int) -> Node? { nodes[name].flatMap { $0.isBound ? $0 : nil } }

  func perform(_ deed: Deed) {
    switch deed {
    case .bind(let parent, let kind): record.note(deed, bind(under: parent, kind))
    case .unbind(let name): record.note(deed, unbind(name))
    case .enable(let name): record.note(deed, setEnabled(name, true))
    case .disable(let name): record.note(deed, setEnabled(name, false))
    case .start(let name): record.note(deed, start(name))
    case .stop(let name): record.note(deed, stop(name))
    case .change(let name): record.note(deed, change(to: name))
    case .hold(let buttons, let slot, let name): record.note(deed, hold(buttons, slot, name))
    case .letGo(let buttons, let slot, let name): letGo(buttons, slot, name)
    case .setTimer(let id, let due, let name): record.note(deed, setTimer(id, due, name))
    case .cancelTimer(let id, let name): cancelTimer(id, name)
    case .send(let message, let name): record.note(deed, send(message, from: name))
    case .advance(let now): advance(to: now)
    }
  }

  private func bind(under parent: Int, _ kind: NodeKind) -> Bool {
    defer { record.count += 1 }
    guard let above = node(parent), above.kind != .leaf else { return false }
    let node = Node(record.count, kind, under: above, since: number)
    nodes[record.count] = node
    above.children.append(node)
    return true
  }

  private func unbind(_ name: Int) -> Bool {
    guard name != 0, let node = node(name) else { return false }
    leave(node)
    for one in node.family { one.isBound = false }
    node.parent?.children.removeAll { $0 === node }
    return true
  }

  private func setEnabled(_ name: Int, _ isEnabled: Bool) -> Bool {
    guard let node = node(name), node.isEnabled != isEnabled else { return false }
    if isEnabled { node.since = number } else { leave(node) }
    node.isEnabled = isEnabled
    return true
  }

  private func start(_ name: Int) -> Bool {
    guard let node = node(name), node.kind == .mode, !node.isRunning else { return false }
    (node.isRunning, node.since) = (true, number)
    _ = send(.started, from: name)
    return true
  }

  private func stop(_ name: Int) -> Bool {
    guard let node = node(name), node.isRunning, !node.isStopping else { return false }
    node.isStopping = true
    _ = send(.stopped, from: name)
    guard node.isBound else { return true }
    leave(node)
    (node.isRunning, node.isStopping) = (false, false)
    for one in node.family { one.hasStarted = false }
    return true
  }

  private func change(to name: Int) -> Bool {
    guard let node = node(name), let parent = node.parent else { return false }
    var done: Set<Int> = [name]
    // Nodes that are bound meanwhile are asked too. None of them runs, unless it was started after it was
    // bound.
    while let next = parent.children.first(where: { !done.contains($0.name) }) {
      done.insert(next.name)
      _ = stop(next.name)
    }
    return start(name)
  }

  // MARK: Holding

  func held(of slot: PlayerSlot) -> Buttons {
    holds.reduce(into: []) { if $1.slot == slot { $0.formUnion($1.buttons) } }
  }

  /// True if a node that receives nothing still holds a button or has a running timer.
  var hasLeftovers: Bool {
    holds.contains { !$0.node.hears(.max) } || timers.contains { !$0.node.hears(.max) }
  }

  private func hold(_ buttons: Buttons, _ slot: PlayerSlot, _ name: Int) -> Bool {
    guard let node = node(name), node.hears(.max) else { return false }
    if !buttons.isEmpty { holds.append((node, slot, buttons)) }
    return true
  }

  private func letGo(_ buttons: Buttons, _ slot: PlayerSlot, _ name: Int) {
    change(of: node(name)) { hold in
      if hold.node.name == name && hold.slot == slot { hold.buttons.subtract(buttons) }
    }
  }

  private func leave(_ top: Node) {
    change(of: top) { hold in
      if hold.node.path.contains(where: { $0 === top }) { hold.buttons = [] }
    }
    timers.removeAll { $0.node.path.contains { $0 === top } }
  }

  private func change(
    of node: Node?, _ body: (inout (node: Node, slot: PlayerSlot, buttons: Buttons)) -> Void
  ) {
    guard node != nil else { return }
    let slots = (0..<PlayerSlot.limit).map { PlayerSlot(index: $0) }
    let former = slots.map(held(of:))
    for place in holds.indices { body(&holds[place]) }
    holds.removeAll { $0.buttons.isEmpty }
    for slot in slots {
      let gone = former[slot.index].subtracting(held(of: slot))
      if !gone.isEmpty { releases.append((slot, gone)) }
    }
  }

  // MARK: Timers

  private func setTimer(_ id: UInt16, _ due: Instant, _ name: Int) -> Bool {
    guard let node = node(name), node.hears(.max) else { return false }
    cancelTimer(id, name)
    timerNumber += 1
    timers.append((node, id, due, timerNumber))
    return true
  }

  private func cancelTimer(_ id: UInt16, _ name: Int) {
    timers.removeAll { $0.node.name == name && $0.id == id }
  }

  var nextDeadline: Instant { timers.map(\.due).min() ?? .distantFuture }

  private func advance(to now: Instant) {
    let last = timerNumber
    while depth < Tree<Int>.nestingLimit {
      let due = timers.filter { $0.due <= now && $0.number <= last }
      guard let next = due.min(by: { ($0.due, $0.number) < ($1.due, $1.number) }) else { return }
      timers.removeAll { $0.number == next.number }
      _ = send(.timer(id: next.id), from: next.node.name)
    }
  }

  // MARK: Messages

  private func send(_ message: NodeMessage, from name: Int) -> String {
    guard nodes[name] != nil else { return "nobody" }
    guard depth < Tree<Int>.nestingLimit else { return "refused" }
    guard let top = node(name) else { return "passed" }
    number += 1
    depth += 1
    defer { depth -= 1 }
    return visit(top, message, number).map { "consumed by \($0.name)" } ?? "passed"
  }

  private func visit(_ node: Node, _ message: NodeMessage, _ number: Int) -> Node? {
    guard node.hears(number) else { return nil }
    if wants(node, message) {
      let (deeds, reply) = record.hear(node.name, message)
      for deed in deeds { perform(deed) }
      if reply == .consume, message != .started, message != .stopped { return node }
    }
    for child in node.children {
      if let consumer = visit(child, message, number) { return consumer }
    }
    return nil
  }

  private func wants(_ node: Node, _ message: NodeMessage) -> Bool {
    switch message {
    case .started:
      defer { node.hasStarted = true }
      return !node.hasStarted
    case .stopped:
      defer { node.hasStarted = false }
      return node.hasStarted
    default: return true
    }
  }
}
