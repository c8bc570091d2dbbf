import Model
import Modes
import Testing

/// Nodes that have been removed, and the room that they leave in the tree.
@Suite struct RemovedNodeTests {
  private let player = PlayerSlot(index: 0)
  private let start = Instant(nanoseconds: 0)

  @Test func `A node that is gone does nothing, and nothing is done to it`() throws {
    var tree = Tree("root")
    let bound = tree.bind("mode", under: tree.root, as: .mode)
    let mode = try #require(bound)
    let below = tree.bind("leaf", under: mode)
    let leaf = try #require(below)
    #expect(tree.start(mode) { _, _, _ in .pass } == true)
    #expect(tree.isRunning(mode) && tree.isOn(leaf) && tree[leaf] == "leaf")
    #expect(tree.unbind(mode) == true && tree.unbind(mode) == false)
    for node in [mode, leaf] {
      #expect(!tree.isRunning(node) && !tree.isOn(node) && tree[node] == nil)
      #expect(tree.start(node) { _, _, _ in .pass } == false && tree.stop(node) { _, _, _ in .pass } == false)
      #expect(tree.change(to: node) { _, _, _ in .pass } == false)
      #expect(tree.enable(node) == false && tree.disable(node) == false)
      #expect(
        tree.hold(Buttons(.a), of: player, by: node) == false
          && tree.setTimer(1, at: start, for: node) == false)
      #expect(tree.send(.update(elapsed: .zero), from: node) { _, _, _ in .consume } == .passed)
    }
    #expect(tree.nextDeadline == .distantFuture && tree.held(of: player) == [])
  }

  @Test func `What is no mode is not started, and the root is not changed to`() throws {
    var tree = Tree("root")
    let bound = tree.bind("group", under: tree.root, as: .container)
    let group = try #require(bound)
    for node in [group, tree.root] {
      #expect(
        tree.start(node) { _, _, _ in .pass } == false && tree.change(to: node) { _, _, _ in .pass } == false)
      #expect(tree.enable(node) == false, "it is")
      #expect(tree.disable(node) == true && tree.disable(node) == false && tree.enable(node) == true)
    }
  }

  @Test func `After a change of modes messages nest as deeply as before, and places are used again`() throws {
    var tree = Tree("root")
    let modes = ["m", "n", "o"].compactMap { tree.bind($0, under: tree.root, as: .mode) }
    try #require(modes.count == 3)
    if let before = tree.bind("x", under: tree.root) { tree.unbind(before) }
    for mode in modes { #expect(tree.change(to: mode) { _, _, _ in .pass } == true) }
    #expect(modes.map { tree.isRunning($0) } == [false, false, true])
    #expect(nesting(&tree) == Tree<String>.nestingLimit)
    // A mode that removes itself while it stops leaves the tree only when the change is complete.
    tree.change(to: modes[0]) { tree, node, message in
      if node == modes[2], case .stopped = message { tree.unbind(node) }
      return .pass
    }
    #expect(tree[modes[2]] == nil && tree.isRunning(modes[0]))
    var heard: [String] = []
    tree.send(.update(elapsed: .zero)) { tree, node, _ in
      heard.append(tree[node] ?? "?")
      return .pass
    }
    #expect(heard == ["root", "m"])
  }

  /// Returns how many messages can be nested, each sent during another.
  private func nesting(_ tree: inout Tree<String>) -> Int {
    var deepest = 0
    func dive(_ tree: inout Tree<String>, _ depth: Int) -> Reply {
      deepest = max(deepest, depth)
      tree.send(.update(elapsed: .zero)) { tree, _, _ in dive(&tree, depth + 1) }
      return .consume
    }
    _ = dive(&tree, 0)
    return deepest
  }
}
