import Model
import Notation
import Wire

/// How a quiz stands, for pages to show: everybody's points, and those of the teams (docs/web.md, "Texts").
struct Quiz: Hashable, Sendable {
  /// A player's points.
  struct Score: Hashable, Sendable {
    var slot: PlayerSlot
    var name: String
    /// The player's team, 1 to 8; 0: none.
    var team: UInt8
    var points: Int32
  }

  /// The most bytes that a text of the host's to a page may have.
  static let textLimit = 1_024

  /// The players who are there, in the order of their slots.
  private(set) var scores: [Score] = []

  /// No quiz.
  init() {}

  /// The quiz on `stage`; none unless somebody is in it or gathers, or has points.
  init(on stage: StageStatus?, names: (PlayerSlot) -> String) {
    guard let players = stage?.players,
      players.contains(where: { $0.points != 0 || $0.mode == .lobby || $0.mode == .buzzer })
    else { return }
    scores = players.enumerated().compactMap { index, player in
      guard player.mode != nil else { return nil }
      let slot = PlayerSlot(index: index)
      return Score(slot: slot, name: names(slot), team: player.team, points: player.points)
    }
  }

  /// The points of each team that somebody belongs to.
  var teams: [(team: UInt8, points: Int64)] {
    Set(scores.map(\.team)).subtracting([0]).sorted().map { team in
      (team, scores.filter { $0.team == team }.reduce(0) { $0 + Int64($1.points) })
    }
  }

  /// The text in JSON, with as much of the names as fits; should even the numbers be too long, the teams are left out, which follow
  /// from the rest.
  var text: String {
    for length in stride(from: DeviceName.size, through: 0, by: -1) {
      let text = text(namesOf: length, teams: teams)
      if text.utf8.count <= Quiz.textLimit { return text }
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

extension Quiz.Score {
  fileprivate func json(nameOf length: Int) -> JSON {
    .object([
      ("player", .integer(UInt64(slot.number))), ("name", .string(name.shortened(to: length))),
      ("team", .integer(UInt64(team))), ("points", .signed(Int64(points))),
    ])
  }
}

extension String {
  /// The first characters of it, whole ones, that are no more than `length` bytes.
  fileprivate func shortened(to length: Int) -> String {
    var short = Substring(self)
    while short.utf8.count > length { short.removeLast() }
    return String(short)
  }
}
