import Console
import Model
import Notation
import Wire

extension ShareStatus {
  /// The line that describes the shared pad.
  var line: String {
    let active = steering.each.map { "\($0.number)" }.joined(separator: " and ")
    let steers = active.isEmpty ? "" : ", \(active) \(steering.each.count > 1 ? "steer" : "steers")"
    return "player \(main.number): \(terms.preset.label) with \(helpers.numbers)\(steers)"
  }

  /// The shared pad as a JSON object.
  var json: JSON {
    .object([
      ("player", .integer(UInt64(main.number))), ("preset", .string(terms.preset.label)),
      ("helpers", helpers.json), ("steering", steering.json),
      ("feedback", .string(terms.feedback.label)), ("turn", .integer(UInt64(terms.turn))),
    ])
  }
}

extension PlayerSlots {
  /// The numbers of the players, separated by commas.
  fileprivate var numbers: String { each.map { "\($0.number)" }.joined(separator: ", ") }

  fileprivate var json: JSON { .array(each.map { .integer(UInt64($0.number)) }) }
}

extension ShareOrder.Action {
  /// The line that says what the order has done.
  var outcome: String {
    switch self {
    case .begin(let main, let helpers, let terms):
      let preset = terms.map { ": \($0.preset.label)" } ?? ""
      let joined = helpers == [] ? "" : ", moved by \(helpers.numbers) too"
      return "the pad of player \(main.number) is shared\(joined)\(preset)"
    case .leave(let slot): return "player \(slot.number) has a pad of their own again"
    case .pass(let main): return "the next player has the pad of player \(main.number)"
    case .end(let main): return "player \(main.number) has the pad alone again"
    }
  }
}

extension Failure {
  /// Creates the failure of an order about shared pads; nil if it was carried out.
  init?(_ result: LocalAnswer.Result, of action: ShareOrder.Action, while context: String) {
    let (what, remedy): (String, String)
    switch (result, action) {
    case (.done, _): return nil
    case (.nobody, .begin): (what, remedy) = ("one of the players is not there", "tiltpad monitor --once")
    case (.nobody, _): (what, remedy) = ("the player shares no pad", "tiltpad share")
    case (_, .pass): (what, remedy) = ("the pad's players do not take turns", "tiltpad share turns PLAYER")
    default:
      (what, remedy) = ("one of the players already shares a pad, or nobody would help", "tiltpad share")
    }
    self.init(what, while: context, try: remedy)
  }
}
