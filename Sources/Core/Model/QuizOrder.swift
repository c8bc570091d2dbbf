/// An order from the host of a quiz.
public enum QuizOrder: Hashable, Sendable {
  /// Starts a round with all present players.
  case arm
  /// The first player has answered correctly and gets the points.
  case right
  /// The first player has answered incorrectly; the players who have not answered continue.
  case wrong
  /// Gives the points to all players who may have been first, after presses too close to call.
  case shared
  /// Starts another round with the players who may have been first, after presses too close to call.
  case again
  /// Declares the winner after presses too close to call: the player whose range of times has the earliest
  /// middle.
  case midpoint
  /// Ends the round without a result.
  case clear
  /// Takes back the last change of the points.
  case undo
  /// Switches automatic rounds on or off.
  case automatic(Bool)
  /// Restarts the quiz with no points.
  case reset
  /// Restarts the quiz with no points and no teams; the host also deletes the stored quizzes.
  case forget
  /// Puts a player into a team, 1 to 8, or into no team, 0.
  case team(PlayerSlot, UInt8)
  /// Changes a player's points by −128 to 127.
  case points(PlayerSlot, Int8)

  /// The orders without an argument, by the names that commands and pages use.
  ///
  /// ``forget`` is left out, because pages may not give it.
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
