import CBaseline
import Model
import Modes
import Platform

/// Returns a tree of ten thousand nodes, ten below each container, in which every node receives every message.
private func wideTree() -> Tree<Int> {
  var tree = Tree(0)
  var containers = [tree.root]
  var count = 1
  while count < 10_000 {
    let parent = containers.removeFirst()
    for _ in 0..<10 where count < 10_000 {
      if let node = tree.bind(count, under: parent, as: .container) { containers.append(node) }
      count += 1
    }
  }
  return tree
}

/// Sends messages down a tree of ten thousand nodes and prints the cost.
///
/// Returns true if every node received each message, and no allocation was counted.
func showWalk() -> Bool {
  var tree = wideTree()
  let rounds = 100
  var heard = 0
  allocations_start()
  let start = Clock.now()
  for _ in 0..<rounds {
    tree.send(.update(elapsed: .milliseconds(16))) { _, _, _ in
      heard += 1
      return .pass
    }
  }
  let time = Clock.now() - start
  let allocations = allocations_stop()
  let each = Double(time.nanoseconds) / Double(max(heard, 1))
  let isGood = heard == 10_000 * rounds && allocations == 0
  print(
    "tree: \(heard / rounds) nodes hear a message, \(each.text(1)) ns each, \(allocations) allocations:",
    isGood ? "PASS" : "FAIL")
  return isGood
}
