import Buzzer
import Model
import Room
import Wire

/// The orders of local programs about the stage, in the words of the room and of the quiz.
extension Room {
  /// Executes an order about modes, or about the team that a player has chosen on a page; others make no sense to the room.
  mutating func obey(_ order: LocalOrder, at now: Instant) -> LocalAnswer.Result {
    switch order.verb {
    case .mode:
      guard let mode = Mode(rawValue: order.argument) else { return .notNow }
      if let player = order.player, self.mode(of: player) == nil { return .nobody }
      return setMode(mode, for: order.player, at: now) ? .done : .notNow
    case .choose:
      guard let player = order.player, mode(of: player) != nil else { return .nobody }
      return chooseTeam(order.argument, of: player, at: now) ? .done : .notNow
    default: return .notNow
    }
  }
}

extension Quiz.Order {
  /// Creates the quiz order in `order`; fails when `order` is about something else.
  init?(_ order: LocalOrder) {
    switch order.verb {
    case .arm: self = .arm
    case .right: self = .right
    case .wrong: self = .wrong
    case .shared: self = .shared
    case .again: self = .again
    case .midpoint: self = .midpoint
    case .clear: self = .clear
    case .undo: self = .undo
    case .automatic: self = .automatic(order.argument != 0)
    case .reset: self = .reset
    case .forget: self = .forget
    case .team:
      guard let player = order.player else { return nil }
      self = .team(player, order.argument)
    case .points:
      guard let player = order.player else { return nil }
      self = .points(player, Int32(Int8(bitPattern: order.argument)))
    default: return nil
    }
  }
}
