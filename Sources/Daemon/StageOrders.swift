import Buzzer
import Model
import Room
import Wire

/// The orders of local programs about the stage, in the words of the room and of the quiz.
extension Room {
  /// Executes an order about modes, or about the team that a player has chosen on a page; others make no sense to the room.
  mutating func obey(_ order: StageOrder, at now: Instant) -> LocalAnswer.Result {
    switch order {
    case .mode(let mode, let player):
      if let player, self.mode(of: player) == nil { return .nobody }
      return setMode(mode, for: player, at: now) ? .done : .notNow
    case .choose(let team, let player):
      guard mode(of: player) != nil else { return .nobody }
      return chooseTeam(team, of: player, at: now) ? .done : .notNow
    default: return .notNow
    }
  }
}

extension Quiz.Order {
  /// Creates the quiz order in `order`; fails when `order` is about something else.
  init?(_ order: StageOrder) {
    switch order {
    case .arm: self = .arm
    case .right: self = .right
    case .wrong: self = .wrong
    case .shared: self = .shared
    case .again: self = .again
    case .midpoint: self = .midpoint
    case .clear: self = .clear
    case .undo: self = .undo
    case .automatic(let isOn): self = .automatic(isOn)
    case .reset: self = .reset
    case .forget: self = .forget
    case .team(let team, let player): self = .team(player, team)
    case .points(let change, let player): self = .points(player, Int32(change))
    case .mode, .choose: return nil
    }
  }
}
