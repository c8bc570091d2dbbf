/// An order of the host of a quiz.
public enum QuizOrder: Hashable, Sendable {
  /// The start of a round with all present players.
  case arm
  /// A right answer of the first player, who gets the points.
  case right
  /// A wrong answer of the first player; the players who have not answered continue.
  case wrong
  /// The award of the points to all players who may have been first, after a result that was too close.
  case shared
  /// Another round of the players who may have been first, after a result that was too close.
  case again
  /// The choice of the earlier middle, whose player answers, after a result that was too close.
  case midpoint
  /// The end of the round without a result.
  case clear
  /// The reversal of the last change of the points.
  case undo
  /// The switch of automatic rounds, on or off.
  case automatic(Bool)
  /// A restart of the quiz without points.
  case reset
  /// A restart of the quiz without points and teams.
  case forget
  /// The choice of a player's team, 1 to 8, or 0 for none.
  case team(PlayerSlot, UInt8)
  /// A change of a player's points, -128 to 127.
  case points(PlayerSlot, Int8)

  /// The orders that need neither a number nor a player, by the names that commands and pages use.
  public static let byWord: [String: QuizOrder] = [
    "arm": .arm, "right": .right, "wrong": .wrong, "shared": .shared, "again": .again,
    "midpoint": .midpoint, "clear": .clear, "undo": .undo, "reset": .reset,
  ]

  /// The player whom the order concerns; nil for an order about the whole quiz.
  public var player: PlayerSlot? {
    switch self {
    case .team(let slot, _), .points(let slot, _): slot
    default: nil
    }
  }
}
