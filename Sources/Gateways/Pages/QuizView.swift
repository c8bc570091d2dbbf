public import Model
import Notation
public import Wire

/// The state of a quiz for pages: the points of all players and teams (docs/web.md, "Texts").
public struct QuizView: Hashable, Sendable {
  /// The name, team and points of a player.
  struct Score: Hashable, Sendable {
    var slot: PlayerSlot
    var name: String
    /// The player's team, 1 to 8; 0 for no team.
    var team: UInt8
    var points: Int32
  }

  /// The maximum size of the text about the quiz, in bytes.
  public static let textLimit = 1_024

  /// The players on the stage, in the order of their slots.
  private(set) var scores: [Score] = []

  /// Creates an empty state without a quiz.
  init() {}

  /// Creates the state of the quiz on `stage`; empty unless a player is in the lobby or the quiz, or has points.
  public init(on stage: StageStatus?, names: (PlayerSlot) -> String) {
    guard let players = stage?.players,
      players.contains(where: { $0.points != 0 || $0.mode == .lobby || $0.mode == .buzzer })
    else { return }
    scores = players.enumerated().compactMap { index, player in
      guard player.mode != nil else { return nil }
      let slot = PlayerSlot(index: index)
      return Score(slot: slot, name: names(slot), team: player.team, points: player.points)
    }
  }

  /// The points of each team that has players.
  var teams: [(team: UInt8, points: Int64)] {
    Set(scores.map(\.team)).subtracting([0]).sorted().map { team in
      (team, scores.filter { $0.team == team }.reduce(0) { $0 + Int64($1.points) })
    }
  }

  /// The text in JSON, with as much of each name as fits.
  ///
  /// If the text is too long even without names, it omits the teams, whose points follow from the rest.
  public var text: String {
    for length in stride(from: DeviceName.size, through: 0, by: -1) {
      let text = text(namesOf: length, teams: teams)
      if text.utf8.count <= QuizView.textLimit { return text }
    }
    return text(namesOf: 0, teams: [])
  }

  private func text(namesOf length: Int, teams: [(team: UInt8, points: Int64)]) -> String {
    JSON.object([
      ("type", .string("quiz")), ("scores", .array(scores.map { $0.json(nameOf: length) })),
      (
        "teams",
        .array(teams.map { .object([("team", .integer(UInt64($0.team))), ("points", .signed($0.points))]) })
      ),
    ]).text
  }
}

extension QuizView.Score {
  fileprivate func json(nameOf length: Int) -> JSON {
    .object([
      ("player", .integer(UInt64(slot.number))), ("name", .string(name.shortened(to: length))),
      ("team", .integer(UInt64(team))), ("points", .signed(Int64(points))),
    ])
  }
}

extension String {
  /// Returns the longest prefix of whole characters with at most `length` bytes.
  fileprivate func shortened(to length: Int) -> String {
    var short = Substring(self)
    while short.utf8.count > length { short.removeLast() }
    return String(short)
  }
}
