import Foundation
import Model
import Modes
import Testing

/// A scenario of Tests/Vectors/tree.txt, where the format is explained.
struct Scenario: Sendable, CustomTestStringConvertible {
  /// The name, which is a sentence.
  var name: String
  /// The deeds, each with the expected log.
  var lines: [(deed: String, log: String)] = []

  var testDescription: String { name }

  /// Returns all scenarios of the file but the first.
  ///
  /// Each of them begins with the deeds of the first one.
  static func all() throws -> [Scenario] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: tests.appending(path: "Vectors/tree.txt"), encoding: .utf8)
    var scenarios: [Scenario] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      guard line.hasPrefix("  ") else {
        scenarios.append(Scenario(name: String(line), lines: scenarios.first?.lines ?? []))
        continue
      }
      let parts = line.dropFirst(2).components(separatedBy: " -> ")
      scenarios[scenarios.count - 1].lines.append((parts[0], parts.count > 1 ? parts[1] : "done"))
    }
    return Array(scenarios.dropFirst())
  }
}

/// A tree of named nodes that do the deeds of a scenario.
private final class Actors {
  private var tree = Tree("root")
  private var ids: [String: NodeID]
  /// The deeds with which nodes react to messages, by `NODE hears MESSAGE`.
  private var reactions: [String: [String]] = [:]
  private var log: [String] = []

  init() {
    ids = ["root": tree.root]
  }

  /// Performs `deed`; returns the log of everything that follows.
  func play(_ deed: String) throws -> String {
    log = []
    log.append(try perform(deed, on: &tree))
    while let release = tree.nextRelease() {
      let letters = Self.buttons.filter { release.buttons[$0.value] }.keys.sorted()
      log.append("player \(release.slot.index + 1) releases \(String(letters))")
    }
    return log.joined(separator: "; ")
  }

  private func hear(_ tree: inout Tree<String>, _ node: NodeID, _ message: NodeMessage) -> Reply {
    let name = tree[node] ?? "nobody"
    let word = Self.word(message)
    if let last = log.last, last.hasPrefix("\(word): ") {
      log[log.count - 1] = "\(last) \(name)"
    } else {
      log.append("\(word): \(name)")
    }
    let deeds = reactions["\(name) hears \(word)"] ?? []
    for deed in deeds where deed != "consume" {
      let answer = (try? perform(deed, on: &tree)) ?? "not a deed"
      log.append("\(deed) = \(answer)")
    }
    return deeds.contains("consume") ? .consume : .pass
  }
}

/// The deeds, which are parsed word by word.
extension Actors {
  private static let buttons: [Character: Button] = ["A": .a, "B": .b, "X": .x, "Y": .y]
  private static let player = PlayerSlot(index: 0)

  private static func word(_ message: NodeMessage) -> String {
    switch message {
    case .timer(let id): "timer \(id)"
    case .joined: "joined"
    case .left: "left"
    case .started: "started"
    case .stopped: "stopped"
    default: "another message"
    }
  }

  /// Performs `deed` and returns the answer; throws if the top of the file does not explain the deed.
  private func perform(_ deed: String, on tree: inout Tree<String>) throws -> String {
    let ask: Tree<String>.Hear = { [self] in hear(&$0, $1, $2) }
    let words = deed.components(separatedBy: " ")
    let node = ids[words[1]]
    switch words[0] {
    case "bind":
      let kinds = ["container": NodeKind.container, "mode": .mode]
      let kind = words.count == 6 ? try #require(kinds[words[5]]) : .leaf
      let id = tree.bind(words[1], under: try #require(ids[words[3]]), as: kind)
      if let id { ids[words[1]] = id }
      return Self.answer(id != nil)
    case "unbind": return Self.answer(tree.unbind(try #require(node)))
    case "enable": return Self.answer(tree.enable(try #require(node)))
    case "disable": return Self.answer(tree.disable(try #require(node)))
    case "start": return Self.answer(tree.start(try #require(node), ask))
    case "stop": return Self.answer(tree.stop(try #require(node), ask))
    case "change": return Self.answer(tree.change(to: try #require(node), ask))
    case "send":
      let messages = ["joined": NodeMessage.joined(Self.player), "left": .left(Self.player)]
      let top = try #require(ids[words.count == 4 ? words[3] : "root"])
      return answer(tree.send(try #require(messages[words[1]]), from: top, ask))
    case "advance":
      tree.advance(to: try Self.instant(words[2]), ask)
      return Self.answer(true)
    case "when":
      let parts = words.dropFirst().joined(separator: " ").components(separatedBy: ": ")
      reactions[parts[0]] = parts[1].components(separatedBy: ", ")
      return Self.answer(true)
    default: return Self.answer(try keep(words, on: &tree))
    }
  }

  /// Performs a deed that is about a timer or about buttons.
  private func keep(_ words: [String], on tree: inout Tree<String>) throws -> Bool {
    switch words[0] {
    case "timer":
      let node = try #require(ids[words[3]])
      return tree.setTimer(try #require(UInt16(words[1])), at: try Self.instant(words[5]), for: node)
    case "cancel":
      tree.cancelTimer(try #require(UInt16(words[1])), of: try #require(ids[words[3]]))
      return true
    default:
      let buttons = try words[1].reduce(into: Buttons()) { $0[try #require(Self.buttons[$1])] = true }
      let slot = PlayerSlot(index: try #require(Int(words[3])) - 1)
      let node = try #require(ids[words[5]])
      if words[0] == "hold" { return tree.hold(buttons, of: slot, by: node) }
      try #require(words[0] == "free")
      tree.letGo(buttons, of: slot, by: node)
      return true
    }
  }

  private static func instant(_ milliseconds: String) throws -> Instant {
    Instant(nanoseconds: try #require(Int64(milliseconds)) * 1_000_000)
  }

  private static func answer(_ isDone: Bool) -> String { isDone ? "done" : "no" }

  private func answer(_ passage: Passage) -> String {
    switch passage {
    case .passed: "passed"
    case .refused: "refused"
    case .consumed(let node): "consumed by \(ids.first { $0.value == node }?.key ?? "nobody")"
    }
  }
}

@Suite struct VectorTests {
  @Test(arguments: try Scenario.all())
  func `Each scenario has the log that the file gives`(_ scenario: Scenario) throws {
    let actors = Actors()
    for (deed, log) in scenario.lines { #expect(try actors.play(deed) == log, "\(deed)") }
  }

  @Test func `The file has a few dozen scenarios, each with its own name`() throws {
    let names = try Scenario.all().map(\.name)
    #expect(names.count > 50)
    #expect(Set(names).count == names.count)
  }
}
