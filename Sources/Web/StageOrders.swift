import Model
import Notation
import Wire

/// What dashboards and pages may order of the stage (docs/web.md).
extension LocalOrder {
  /// Whether rounds follow each other by themselves, by the words for that.
  private static let automatic: [String: UInt8] = ["automatic": 1, "manual": 0]

  /// The order in `said`; nil when it is none about the stage, or makes no sense.
  init?(forStage said: JSON) {
    let number = said["slot"]?.whole(in: 0...PlayerSlot.limit)
    let player = number.flatMap { PlayerSlot(number: $0) }
    switch said["type"]?.string {
    case "mode":
      guard number != nil, let mode = said["mode"]?.string.flatMap(Mode.init(text:)) else { return nil }
      self.init(.mode, argument: mode.rawValue, player: player)
    case "buzzer":
      let word = said["do"]?.string ?? ""
      if let isOn = LocalOrder.automatic[word] {
        self.init(.automatic, argument: isOn)
      } else if let verb = Verb.ofQuiz[word] {
        self.init(verb)
      } else {
        return nil
      }
    case "team":
      guard let player, let team = said["team"]?.whole(in: 0...Int(Team.limit)) else { return nil }
      self.init(.team, argument: UInt8(team), player: player)
    case "points":
      guard let player, let change = said["by"]?.whole(in: -128...127), change != 0 else { return nil }
      self.init(.points, argument: UInt8(bitPattern: Int8(change)), player: player)
    default: return nil
    }
  }

  /// The wish for the team that the page of `slot` has `said`; nil unless there is one and that player gathers in the lobby.
  init?(teamFor slot: PlayerSlot, on stage: StageStatus?, _ said: JSON) {
    guard stage?.players[slot.index].mode == .lobby,
      let team = said["team"]?.whole(in: 0...Int(Team.limit))
    else { return nil }
    // Nobody waits for the answer: the number of none of the dashboards' orders.
    self.init(.choose, argument: UInt8(team), player: slot)
  }
}
