import Model
import Modes
import Testing

/// A tree of named nodes that records which nodes have received messages, in order.
private struct Grove {
  var tree = Tree("root")
  var heard: [String] = []
  private var ids: [String: NodeID] = [:]

  init(_ bonds: [(name: String, parent: String, kind: NodeKind)]) {
    ids["root"] = tree.root
    for (name, parent, kind) in bonds {
      guard let above = ids[parent] else { continue }
      ids[name] = tree.bind(name, under: above, as: kind)
    }
  }

  subscript(name: String) -> NodeID { ids[name] ?? tree.root }

  /// Sends `message`, and calls `act` for each node that receives it.
  mutating func send(
    _ message: NodeMessage = .update(elapsed: .zero),
    _ act: (inout Tree<String>, String) -> Reply = { _, _ in .pass }
  ) -> Passage {
    var heard: [String] = []
    let passage = tree.send(message) { tree, node, _ in
      let name = tree[node] ?? "?"
      heard.append(name)
      return act(&tree, name)
    }
    self.heard = heard
    return passage
  }

  /// Runs `body`, which sends messages through the tree; returns the nodes that have received them, with the messages.
  mutating func tell(_ body: (inout Tree<String>, Tree<String>.Hear) -> Void) -> [String] {
    var heard: [String] = []
    body(&tree) { tree, node, message in
      heard.append("\(tree[node] ?? "?") \(message)")
      return .consume
    }
    return heard
  }
}

@Suite struct TreeTests {
  /// A tree with a (a1 and a2 below it), b, and c (c1 below it) under the root.
  private let family: [(String, String, NodeKind)] = [
    ("a", "root", .container), ("b", "root", .leaf), ("c", "root", .container),
    ("a1", "a", .leaf), ("c1", "c", .leaf), ("a2", "a", .leaf),
  ]
  private let player = PlayerSlot(index: 0)

  @Test func `A message goes from the root down, depth first, in the order of binding`() {
    var grove = Grove(family)
    #expect(grove.send() == .passed)
    #expect(grove.heard == ["root", "a", "a1", "a2", "b", "c", "c1"])
  }

  @Test func `Who consumes a message is the last one to hear it`() {
    var grove = Grove(family)
    #expect(grove.send { _, name in name == "a2" ? .consume : .pass } == .consumed(by: grove["a2"]))
    #expect(grove.heard == ["root", "a", "a1", "a2"])
  }

  @Test func `A disabled node and everything below it hears nothing`() {
    var grove = Grove(family)
    #expect(grove.tree.disable(grove["a"]) == true)
    #expect(!grove.tree.isOn(grove["a1"]))
    _ = grove.send()
    #expect(grove.heard == ["root", "b", "c", "c1"])
    #expect(grove.tree.enable(grove["a"]) == true)
    _ = grove.send()
    #expect(grove.heard.count == 7)
  }

  @Test func `Nothing can be bound to a leaf, or to what is gone`() {
    var grove = Grove(family)
    #expect(grove.tree.bind("x", under: grove["b"]) == nil)
    #expect(grove.tree.unbind(grove["c"]) == true)
    #expect(grove.tree.bind("x", under: grove["c"]) == nil)
    #expect(grove.tree.unbind(grove["c1"]) == false)
    #expect(grove.tree.unbind(grove.tree.root) == false)
  }

  @Test func `The name of a node that is gone is not that of the next one in its place`() {
    var grove = Grove(family)
    let former = grove["b"]
    grove.tree.unbind(former)
    let next = grove.tree.bind("x", under: grove.tree.root)
    #expect(grove.tree[former] == nil)
    #expect(next != former)
    _ = grove.send()
    #expect(grove.heard == ["root", "a", "a1", "a2", "c", "c1", "x"])
  }

  @Test func `What is unbound or disabled by a message that is under way does not hear it any more`() {
    var grove = Grove(family)
    let (a, c) = (grove["a"], grove["c"])
    _ = grove.send { tree, name in
      if name == "a1" { tree.unbind(a) }
      if name == "b" { tree.disable(c) }
      return .pass
    }
    #expect(grove.heard == ["root", "a", "a1", "b"])
    _ = grove.send()
    #expect(grove.heard == ["root", "b"])
  }

  @Test func `What is bound or enabled by a message that is under way hears the next one`() {
    var grove = Grove(family)
    let c = grove["c"]
    grove.tree.disable(c)
    _ = grove.send { tree, name in
      if name == "a" {
        tree.enable(c)
        _ = tree.bind("x", under: tree.root)
      }
      return .pass
    }
    #expect(grove.heard == ["root", "a", "a1", "a2", "b"])
    _ = grove.send()
    #expect(grove.heard == ["root", "a", "a1", "a2", "b", "c", "c1", "x"])
  }

  @Test func `A node that unbinds itself and binds another does not lead the message astray`() {
    var grove = Grove(family)
    let a = grove["a"]
    _ = grove.send { tree, name in
      if name == "a" {
        tree.unbind(a)
        _ = tree.bind("x", under: tree.root)
      }
      return .pass
    }
    #expect(grove.heard == ["root", "a", "b", "c", "c1"])
  }

  @Test func `What is disabled and enabled again by a message hears the rest of it no more`() {
    var grove = Grove(family)
    let a = grove["a"]
    _ = grove.send { tree, name in
      if name == "a1" {
        tree.disable(a)
        tree.enable(a)
      }
      return .pass
    }
    #expect(grove.heard == ["root", "a", "a1", "b", "c", "c1"])
  }

  @Test func `Messages inside of messages are bounded`() {
    var tree = Tree(0)
    var (deepest, refusals) = (0, 0)
    func hear(_ tree: inout Tree<Int>, depth: Int) -> Reply {
      deepest = max(deepest, depth)
      if tree.send(.update(elapsed: .zero), { tree, _, _ in hear(&tree, depth: depth + 1) }) == .refused {
        refusals += 1
      }
      return .pass
    }
    tree.send(.update(elapsed: .zero)) { tree, _, _ in hear(&tree, depth: 1) }
    #expect(deepest == Tree<Int>.nestingLimit)
    #expect(refusals == 1)
  }

  @Test func `A mode hears messages between start and stop, and each of them once`() {
    var grove = Grove([("m", "root", .mode), ("m1", "m", .leaf)])
    let mode = grove["m"]
    _ = grove.send()
    #expect(grove.heard == ["root"])
    let began = grove.tell { tree, hear in
      #expect(tree.start(mode, hear) == true)
      #expect(tree.start(mode, hear) == false)
    }
    #expect(began == ["m started", "m1 started"])
    _ = grove.send()
    #expect(grove.heard == ["root", "m", "m1"])
    let ended = grove.tell { tree, hear in
      #expect(tree.stop(mode, hear) == true)
      #expect(tree.stop(mode, hear) == false)
    }
    #expect(ended == ["m stopped", "m1 stopped"])
    _ = grove.send()
    #expect(grove.heard == ["root"])
  }

  @Test func `Changing the mode stops the one and starts the other`() {
    var grove = Grove([("m", "root", .mode), ("n", "root", .mode), ("n1", "n", .leaf)])
    let (m, n) = (grove["m"], grove["n"])
    _ = grove.tell { tree, hear in tree.start(m, hear) }
    let heard = grove.tell { tree, hear in #expect(tree.change(to: n, hear) == true) }
    #expect(heard == ["m stopped", "n started", "n1 started"])
    #expect(!grove.tree.isRunning(m))
  }

  @Test func `A mode that starts itself anew while it stops is stopped`() {
    var grove = Grove([("m", "root", .mode)])
    let mode = grove["m"]
    _ = grove.tell { tree, hear in tree.start(mode, hear) }
    grove.tree.stop(mode) { tree, node, _ in
      #expect(tree.start(node) { _, _, _ in .pass } == false)
      #expect(tree.stop(node) { _, _, _ in .pass } == false)
      return .pass
    }
    #expect(!grove.tree.isRunning(mode))
  }

  @Test(arguments: ["stop", "disable", "unbind", "disable above"])
  func `What a node holds is released, and its timers are gone, with a`(_ end: String) {
    var grove = Grove([
      ("g", "root", .container), ("m", "g", .mode), ("m1", "m", .leaf), ("o", "root", .leaf),
    ])
    let (mode, leaf, other) = (grove["m"], grove["m1"], grove["o"])
    #expect(grove.tree.hold(Buttons(.a), of: player, by: leaf) == false, "the mode does not run")
    _ = grove.tell { tree, hear in tree.start(mode, hear) }
    #expect(grove.tree.hold([Buttons(.a), Buttons(.b)], of: player, by: leaf) == true)
    #expect(grove.tree.hold(Buttons(.b), of: player, by: other) == true)
    #expect(grove.tree.setTimer(1, at: Instant(nanoseconds: 5), for: leaf) == true)
    let heard = grove.tell { [above = grove["g"]] tree, hear in
      switch end {
      case "stop": tree.stop(mode, hear)
      case "disable": tree.disable(leaf)
      case "unbind": tree.unbind(mode)
      default: tree.disable(above)
      }
      tree.advance(to: Instant(nanoseconds: 9), hear)
    }
    #expect(!heard.contains { $0.contains("timer") })
    let release = grove.tree.nextRelease()
    #expect(release?.slot == player && release?.buttons == Buttons(.a), "somebody else holds B")
    #expect(grove.tree.nextRelease() == nil)
    #expect(grove.tree.held(of: player) == Buttons(.b))
  }

  @Test func `Timers run out in their order, each once, for the node that has set them and those below it`() {
    var grove = Grove(family)
    func at(_ time: Int64) -> Instant { Instant(nanoseconds: time) }
    let (a, b) = (grove["a"], grove["b"])
    grove.tree.setTimer(1, at: at(30), for: a)
    grove.tree.setTimer(2, at: at(20), for: b)
    grove.tree.setTimer(3, at: at(10), for: b)
    grove.tree.setTimer(3, at: at(40), for: b)
    grove.tree.setTimer(4, at: at(5), for: b)
    grove.tree.cancelTimer(4, of: b)
    #expect(grove.tree.nextDeadline == at(20))
    #expect(grove.tell { tree, hear in tree.advance(to: at(19), hear) }.isEmpty)
    let heard = grove.tell { tree, hear in tree.advance(to: at(30), hear) }
    #expect(heard == ["b timer(id: 2)", "a timer(id: 1)"], "a has consumed it")
    #expect(grove.tree.nextDeadline == at(40))
  }

  @Test func `A timer that is set by one which has run out waits for the next time`() {
    var grove = Grove(family)
    let b = grove["b"]
    grove.tree.setTimer(1, at: Instant(nanoseconds: 1), for: b)
    var count = 0
    for expected in 1...3 {
      grove.tree.advance(to: Instant(nanoseconds: 100)) { tree, node, _ in
        count += 1
        tree.setTimer(1, at: Instant(nanoseconds: 1), for: node)
        return .pass
      }
      #expect(count == expected)
    }
  }
}
