import Impairment
import Model
import Modes

/// An operation on a tree whose nodes are named by the order in which they were bound.
enum Deed {
  case bind(under: Int, NodeKind)
  case unbind(Int)
  case enable(Int)
  case disable(Int)
  case start(Int)
  case stop(Int)
  case change(to: Int)
  case hold(Buttons, PlayerSlot, by: Int)
  case letGo(Buttons, PlayerSlot, by: Int)
  case setTimer(UInt16, at: Instant, Int)
  case cancelTimer(UInt16, Int)
  case send(NodeMessage, from: Int)
  case advance(to: Instant)

  /// Returns a random deed; `count` is that of the ``Record``.
  ///
  /// Up to a count of 80, nodes are bound more often than unbound; from then on, none is bound.
  static func random(_ dice: inout Random, count: Int) -> Deed {
    let node = Int.random(in: 0..<count, using: &dice)
    let slot = PlayerSlot(index: Int.random(in: 0..<3, using: &dice))
    let buttons = Buttons(rawValue: UInt32.random(in: 0..<8, using: &dice))
    let id = UInt16.random(in: 0..<3, using: &dice)
    let time = Instant(nanoseconds: Int64.random(in: 0..<100, using: &dice))
    switch Int.random(in: 0..<24, using: &dice) {
    case 0..<5 where count < 80:
      return .bind(under: node, [.leaf, .container, .mode][Int.random(in: 0..<3, using: &dice)])
    case 5: return Bool.random(using: &dice) ? .unbind(node) : .enable(node)
    case 6: return .enable(node)
    case 7: return .disable(node)
    case 8, 9, 10: return .start(node)
    case 11, 12: return .stop(node)
    case 13: return .change(to: node)
    case 14, 15: return .hold(buttons, slot, by: node)
    case 16: return .letGo(buttons, slot, by: node)
    case 17, 18: return .setTimer(id, at: time, node)
    case 19: return Bool.random(using: &dice) ? .cancelTimer(id, node) : .advance(to: time)
    case 20: return .send(.left(slot), from: node)
    default: return .send(.update(elapsed: Interval(nanoseconds: Int64(id))), from: 0)
    }
  }
}

/// A record of the messages that the nodes of a tree receive, and of the nodes' deeds.
///
/// The same messages in the same order lead to the same deeds.
final class Record {
  private let seed: UInt64
  /// The messages that nodes have received, and the answers to deeds.
  private(set) var lines: [String] = []
  /// The number of nodes that were to be bound so far, including the root.
  var count = 1
  private var heard = 0

  init(seed: UInt64) {
    self.seed = seed
  }

  /// Records that node `name` receives `message`; returns the deeds that follow, and whether the node consumes it.
  func hear(_ name: Int, _ message: NodeMessage) -> (deeds: [Deed], reply: Reply) {
    lines.append("\(name) hears \(message)")
    heard += 1
    var dice = Random(seed: seed &+ UInt64(heard) &* 0x2545_f491_4f6c_dd1d)
    var deeds: [Deed] = []
    while dice.unit() < (deeds.isEmpty ? 0.08 : 0.4) { deeds.append(Deed.random(&dice, count: count)) }
    return (deeds, dice.unit() < 0.02 ? .consume : .pass)
  }

  /// Records the answer to a deed.
  func note(_ deed: Deed, _ answer: some Any) {
    lines.append("\(deed): \(answer)")
  }
}
