import Bridge
import Buzzer
import Model
import Session
import Store

/// What the players of the quiz have, by who they are: another seat costs nobody points, and neither does a crash.
struct QuizBook: Sendable {
  /// The number of the quiz in the file; nil when nothing is kept.
  private(set) var quiz: Int64?
  /// Who sits where.
  private var seated = [[UInt8]?](repeating: nil, count: PlayerSlot.limit)
  /// Everybody who has anything, as last known.
  private var known: [[UInt8]: Database.QuizPlayer] = [:]
  /// What the file says of those who are there.
  private var kept: [Database.QuizPlayer] = []

  /// A quiz of which nothing is kept.
  init() {}

  /// The quiz of that number, which goes on with `scores`.
  init(quiz: Int64, scores: [Database.QuizPlayer]) {
    self.quiz = quiz
    known = Dictionary(scores.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
  }

  /// Another quiz begins, of number `quiz`.
  mutating func begin(_ quiz: Int64?) {
    self.quiz = quiz
    (known, kept) = ([:], [])
  }

  /// Notes who sits in `slot`, who is called `name`; what they have, if it is somebody else than before.
  mutating func seat(_ key: Roster.Key?, called name: String, in slot: PlayerSlot) -> Database.QuizPlayer? {
    let bytes = key?.bytes
    guard bytes != seated[slot.index] else { return nil }
    seated[slot.index] = bytes
    let nobody = Database.QuizPlayer(slot: slot, key: bytes ?? [], name: name)
    return bytes.flatMap { known[$0] } ?? nobody
  }

  /// What everybody has who is there, with the names of `names` by slot.
  mutating func players(_ scores: Scores, names: [String]) -> [Database.QuizPlayer] {
    var players: [Database.QuizPlayer] = []
    for slot in PlayerSlots.all.each {
      guard let key = seated[slot.index] else { continue }
      let player = Database.QuizPlayer(
        slot: slot, key: key, name: names[slot.index], team: scores.team(of: slot),
        points: scores.points(of: slot))
      known[key] = player.hasNothing ? nil : player
      players.append(player)
    }
    return players
  }

  /// Whether the file does not say yet what `players` have; those with nothing need no file.
  mutating func isNews(_ players: [Database.QuizPlayer]) -> Bool {
    guard players != kept, kept != [] || players.contains(where: { !$0.hasNothing })
    else { return false }
    kept = players
    return true
  }
}

extension Database.QuizPlayer {
  /// Whether there is nothing to remember.
  fileprivate var hasNothing: Bool { points == 0 && team == 0 }
}

extension Roster.Key {
  /// What tells the controller from all others, in 20 bytes.
  fileprivate var bytes: [UInt8] {
    func bytes(_ value: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
      stride(from: value.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    return bytes(origin.high) + bytes(origin.low) + bytes(token)
  }
}
