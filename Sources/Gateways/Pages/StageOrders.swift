public import Model
public import Notation
public import Wire

/// The orders about the stage that dashboards and pages may give (docs/web.md).
extension LocalOrder {
  /// The arguments of ``QuizOrder/automatic(_:)`` by the words that dashboards use.
  private static let automatic: [String: Bool] = ["automatic": true, "manual": false]

  /// Decodes the order in `said`; returns nil if it is invalid or not about the stage.
  init?(forStage said: JSON) {
    let number = said["slot"]?.whole(in: 0...PlayerSlot.limit)
    let player = number.flatMap { PlayerSlot(number: $0) }
    switch said["type"]?.string {
    case "mode":
      guard number != nil, let mode = said["mode"]?.string.flatMap(Mode.init(text:)) else { return nil }
      self.init(StageOrder.mode(mode, player))
    case "buzzer":
      let word = said["do"]?.string ?? ""
      if let isOn = LocalOrder.automatic[word] {
        self.init(QuizOrder.automatic(isOn))
      } else if let order = QuizOrder.byWord[word] {
        self.init(order)
      } else {
        return nil
      }
    case "team":
      guard let player, let team = said["team"]?.whole(in: 0...Int(Team.limit)) else { return nil }
      self.init(QuizOrder.team(player, UInt8(team)))
    case "points":
      guard let player, let change = said["by"]?.whole(in: -128...127), change != 0 else { return nil }
      self.init(QuizOrder.points(player, Int8(change)))
    default: return nil
    }
  }

  /// Decodes a page's request to put the player at `slot` in a team.
  ///
  /// Returns nil if there is no such request, or if that player is not in the lobby.
  public init?(teamFor slot: PlayerSlot, on stage: StageStatus?, _ said: JSON) {
    guard stage?.players[slot.index].mode == .lobby,
      let team = said["team"]?.whole(in: 0...Int(Team.limit))
    else { return nil }
    // No one waits for the answer: number 0 belongs to no order of a dashboard.
    self.init(StageOrder.choose(UInt8(team), slot))
  }
}
