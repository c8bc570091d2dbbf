import Model
import Modes
import Testing

/// The tree under test, with its nodes named by the order in which they were bound.
final class RealTree {
  private var ids: [NodeID?]
  private let record: Record
  /// True if a node has received a message although it, or a node above it, was disabled or not running.
  private(set) var hasHeardInTheDark = false

  init(_ record: Record, root: NodeID) {
    self.record = record
    ids = [root]
  }

  func id(_ name: Int) -> NodeID? { ids[name] }

  func hear(_ tree: inout Tree<Int>, _ node: NodeID, _ message: NodeMessage) -> Reply {
    if !tree.isOn(node) { hasHeardInTheDark = true }
    let (deeds, reply) = record.hear(tree[node] ?? -1, message)
    for deed in deeds { perform(deed, on: &tree) }
    return reply
  }

  func perform(_ deed: Deed, on tree: inout Tree<Int>) {
    let ask: Tree<Int>.Hear = { [self] in hear(&$0, $1, $2) }
    switch deed {
    case .bind(let parent, let kind):
      let id = ids[parent].flatMap { tree.bind(record.count, under: $0, as: kind) }
      ids.append(id)
      record.count += 1
      record.note(deed, id != nil)
    case .unbind(let name): record.note(deed, with(name) { tree.unbind($0) })
    case .enable(let name): record.note(deed, with(name) { tree.enable($0) })
    case .disable(let name): record.note(deed, with(name) { tree.disable($0) })
    case .start(let name): record.note(deed, with(name) { tree.start($0, ask) })
    case .stop(let name): record.note(deed, with(name) { tree.stop($0, ask) })
    case .change(let name): record.note(deed, with(name) { tree.change(to: $0, ask) })
    case .hold(let buttons, let slot, let name):
      record.note(deed, with(name) { tree.hold(buttons, of: slot, by: $0) })
    case .letGo(let buttons, let slot, let name):
      _ = with(name) {
        tree.letGo(buttons, of: slot, by: $0)
        return true
      }
    case .setTimer(let id, let due, let name):
      record.note(deed, with(name) { tree.setTimer(id, at: due, for: $0) })
    case .cancelTimer(let id, let name):
      _ = with(name) {
        tree.cancelTimer(id, of: $0)
        return true
      }
    case .send(let message, let name): record.note(deed, send(message, from: name, on: &tree))
    case .advance(let now): tree.advance(to: now, ask)
    }
  }

  private func with(_ name: Int, _ body: (NodeID) -> Bool) -> Bool { ids[name].map(body) ?? false }

  private func send(_ message: NodeMessage, from name: Int, on tree: inout Tree<Int>) -> String {
    guard let id = ids[name] else { return "nobody" }
    return switch tree.send(message, from: id, { [self] in hear(&$0, $1, $2) }) {
    case .passed: "passed"
    case .refused: "refused"
    case .consumed(let consumer): "consumed by \(ids.firstIndex(of: consumer) ?? -1)"
    }
  }
}
