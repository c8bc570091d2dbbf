import Bridge
import Buzzer
import Model
import Session
import Store

/// What the players of the quiz have, by who they are: another seat costs nobody points, and neither does a crash.
///
/// Points are to be kept at once. Teams, which players choose as they like, wait for up to ``patience`` together.
struct QuizBook: Sendable {
  /// How long what is no matter of points waits to be kept.
  static let patience = Interval.seconds(1)

  /// The number of the quiz in the file; nil when nothing is kept.
  private(set) var quiz: Int64?
  /// When what waits is to be kept.
  private(set) var deadline = Instant.distantFuture
  /// When points that could not be written are tried again.
  private var retry = Instant(nanoseconds: .min)
  /// Who sits where.
  private var seated = [[UInt8]?](repeating: nil, count: PlayerSlot.limit)
  /// What everybody has who is there.
  private var present: [Database.QuizPlayer] = []
  /// Everybody who has anything, as last known.
  private var known: [[UInt8]: Database.QuizPlayer] = [:]
  /// What the file says.
  private var kept: [[UInt8]: Database.QuizPlayer] = [:]
  /// What the file does not say yet.
  private var late: [[UInt8]: Database.QuizPlayer] = [:]

  /// A quiz of which nothing is kept.
  init() {}

  /// The quiz of that number, which goes on with `scores`.
  init(quiz: Int64, scores: [Database.QuizPlayer]) {
    self.quiz = quiz
    known = Dictionary(scores.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    kept = known
  }

  /// Another quiz begins, of number `quiz`.
  mutating func begin(_ quiz: Int64?) {
    let seated = seated
    self = QuizBook()
    (self.quiz, self.seated) = (quiz, seated)
  }

  /// Notes who sits in `slot`, who is called `name`; what they have, if it is somebody else than before.
  mutating func seat(_ key: Roster.Key?, called name: String, in slot: PlayerSlot) -> Database.QuizPlayer? {
    let bytes = key?.bytes
    guard bytes != seated[slot.index] else { return nil }
    seated[slot.index] = bytes
    let nobody = Database.QuizPlayer(slot: slot, key: bytes ?? [], name: name)
    return bytes.flatMap { known[$0] } ?? nobody
  }

  /// Notes at `now` what everybody has who is there, with the names of `names` by slot; whether points are to be kept.
  mutating func note(_ scores: Scores, names: [String], at now: Instant) -> Bool {
    present = PlayerSlots.all.each.compactMap { slot in
      seated[slot.index].map { key in
        Database.QuizPlayer(
          slot: slot, key: key, name: names[slot.index], team: scores.team(of: slot),
          points: scores.points(of: slot))
      }
    }
    for player in present { note(player) }
    if quiz == nil { late = [:] }
    deadline = late.isEmpty ? .distantFuture : min(deadline, now + QuizBook.patience)
    return retry <= now && late.contains { $0.value.points != kept[$0.key]?.points ?? 0 }
  }

  /// Those with nothing need no file.
  private mutating func note(_ player: Database.QuizPlayer) {
    let former = kept[player.key]
    known[player.key] = player.hasNothing ? nil : player
    late[player.key] = player == former || (former == nil && player.hasNothing) ? nil : player
    if known.count > Database.scoreLimit { forgetOne() }
  }

  /// Forgets somebody who is not there, rather one without points: the file keeps no more either.
  private mutating func forgetOne() {
    let absent = known.values.filter { !seated.contains($0.key) && late[$0.key] == nil }
    guard let one = absent.first(where: { $0.points == 0 }) ?? absent.first else { return }
    (known[one.key], kept[one.key]) = (nil, nil)
  }

  /// What is to be kept now: what everybody has who is there, and what waits of those who have left.
  var players: [Database.QuizPlayer] { present + late.values.filter { !seated.contains($0.key) } }

  /// Notes that the file says what `players` have.
  mutating func noteKept(_ players: [Database.QuizPlayer]) {
    for player in players {
      kept[player.key] = player
      if late[player.key] == player { late[player.key] = nil }
    }
    if late.isEmpty { deadline = .distantFuture }
  }

  /// Notes that the file could not be written at `now`: that is tried again later.
  mutating func postpone(at now: Instant) {
    retry = now + QuizBook.patience
    deadline = retry
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
