import Model
import Notation
import Wire

/// What dashboards and pages may order of the stage (docs/web.md).
extension LocalOrder {
  /// What modes are called, in the order of their numbers.
  private static let modes = ["attract", "lobby", "play", "buzzer", "tank"]
  /// What a quiz is led with: the verb, and its argument.
  private static let quiz: [String: (LocalOrder.Verb, UInt8)] = [
    "arm": (.arm, 0), "right": (.right, 0), "wrong": (.wrong, 0), "shared": (.shared, 0),
    "again": (.again, 0),
    "midpoint": (.midpoint, 0), "clear": (.clear, 0), "undo": (.undo, 0), "automatic": (.automatic, 1),
    "manual": (.automatic, 0), "reset": (.reset, 0),
  ]

  /// The order in `said`; nil when it is none about the stage, or makes no sense.
  init?(forStage said: JSON) {
    let number = said["slot"]?.whole(in: 0...PlayerSlot.limit)
    let player = number.flatMap { PlayerSlot(number: $0) }
    switch said["type"]?.string {
    case "mode":
      guard number != nil, let mode = LocalOrder.modes.firstIndex(of: said["mode"]?.string ?? "") else {
        return nil
      }
      self.init(.mode, argument: UInt8(mode), player: player)
    case "buzzer":
      guard let (verb, argument) = LocalOrder.quiz[said["do"]?.string ?? ""] else { return nil }
      self.init(verb, argument: argument)
    case "team":
      guard let player, let team = said["team"]?.whole(in: 0...Int(StageStatus.teamLimit)) else { return nil }
      self.init(.team, argument: UInt8(team), player: player)
    case "points":
      guard let player, let change = said["by"]?.whole(in: -128...127), change != 0 else { return nil }
      self.init(.points, argument: UInt8(bitPattern: Int8(change)), player: player)
    default: return nil
    }
  }

  /// The order for the team that the page of `slot` has `said`; nil unless there is one and that player gathers in the lobby.
  init?(teamFor slot: PlayerSlot, on stage: StageStatus?, _ said: JSON) {
    guard stage?.players[slot.index].mode == .lobby,
      let team = said["team"]?.whole(in: 0...Int(StageStatus.teamLimit))
    else { return nil }
    // Nobody waits for the answer: the number of none of the dashboards' orders.
    self.init(.team, argument: UInt8(team), player: slot)
  }
}
