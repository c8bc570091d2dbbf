public import Model

/// A player of a quiz in the form that is stored, with team and points.
public struct QuizPlayer: Hashable, Sendable {
  /// The maximum number of players with stored scores; beyond it, the least recently written score is deleted.
  public static let limit = 256

  /// The player's slot, or the last one that the player had.
  public var slot: PlayerSlot
  /// The identifier of the player's controller, 20 bytes.
  public var key: [UInt8]
  /// The player's name.
  public var name: String
  /// The player's team; 0 for no team.
  public var team: UInt8
  /// The player's points.
  public var points: Int32

  /// Creates a player from its properties.
  public init(slot: PlayerSlot, key: [UInt8], name: String, team: UInt8 = 0, points: Int32 = 0) {
    (self.slot, self.key, self.name, self.team, self.points) = (slot, key, name, team, points)
  }
}

/// The quiz that an earlier run of the host left in the store.
public struct KeptQuiz: Sendable {
  /// The scores of its players.
  public var scores: [QuizPlayer]
  /// The number of its last round; 0 if there is none.
  public var lastRound: UInt16
  /// True if the quiz continues to be stored; false if the store has failed to resume it.
  public var isKept: Bool

  /// Creates a quiz; without scores it is a new one.
  public init(scores: [QuizPlayer] = [], lastRound: UInt16 = 0, isKept: Bool = true) {
    (self.scores, self.lastRound, self.isKept) = (scores, lastRound, isKept)
  }
}
