import Bridge
import Buzzer
import Model

/// The ledger of the quiz players' scores by controller.
///
/// No player loses points through a change of slot or a crash. Points are written to the file immediately. Teams,
/// which players choose freely, are written together after up to ``patience``.
struct ScoreLedger: Sendable {
  /// The time for which changes other than points wait to be written.
  static let patience = Interval.seconds(1)

  /// True if the quiz is stored in the file.
  private(set) var isKept = false
  /// The time at which the waiting changes have to be written.
  private(set) var deadline = Instant.distantFuture
  /// The earliest time at which points that could not be written are tried again.
  private var retry = Instant(nanoseconds: .min)
  /// The key of the controller in each slot.
  private var seated = [[UInt8]?](repeating: nil, count: PlayerSlot.limit)
  /// The scores of the present players.
  private var present: [QuizPlayer] = []
  /// The last known score of each player who has one, by key.
  private var known: [[UInt8]: QuizPlayer] = [:]
  /// The scores that are in the file or being written to it, by key.
  private var kept: [[UInt8]: QuizPlayer] = [:]
  /// The scores that are neither in the file nor being written to it, by key.
  private var late: [[UInt8]: QuizPlayer] = [:]
  /// The keys of the scores whose last write failed, so that the file may contain older values.
  private var unsure: Set<[UInt8]> = []

  /// Creates the ledger of a quiz that is not stored.
  init() {}

  /// Creates the ledger of a stored quiz, which continues with `scores`.
  init(continuing scores: [QuizPlayer]) {
    isKept = true
    known = Dictionary(scores.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    kept = known
  }

  /// Starts the ledger of a new quiz, which is stored if `isKept`; players stay in their slots.
  mutating func begin(isKept: Bool) {
    let seated = seated
    self = ScoreLedger()
    (self.isKept, self.seated) = (isKept, seated)
  }

  /// Records the controller in `slot` and its player's `name`.
  ///
  /// Returns the score of the slot's new player, or no points if the slot has become free. The result is nil
  /// if the slot still has the same controller, or still none.
  mutating func seat(_ key: Roster.Key?, called name: String, in slot: PlayerSlot) -> QuizPlayer? {
    let bytes = key?.bytes
    guard bytes != seated[slot.index] else { return nil }
    seated[slot.index] = bytes
    let nobody = QuizPlayer(slot: slot, key: bytes ?? [], name: name)
    return bytes.flatMap { known[$0] } ?? nobody
  }

  /// Records at `now` the scores of the present players, with `names` by slot.
  ///
  /// Returns whether points have to be written now.
  mutating func note(_ scores: Scores, names: [String], at now: Instant) -> Bool {
    present = PlayerSlots.all.each.compactMap { slot in
      seated[slot.index].map { key in
        QuizPlayer(
          slot: slot, key: key, name: names[slot.index], team: scores.team(of: slot),
          points: scores.points(of: slot))
      }
    }
    for player in present { note(player) }
    if !isKept { late = [:] }
    deadline = late.isEmpty ? .distantFuture : min(deadline, now + ScoreLedger.patience)
    return retry <= now && late.contains { $0.value.points != kept[$0.key]?.points ?? 0 }
  }

  /// Records the score of a player; a player with neither points nor a team needs no entry in the file.
  private mutating func note(_ player: QuizPlayer) {
    let former = kept[player.key]
    known[player.key] = player.hasNothing ? nil : player
    let isInFile = player == former || (former == nil && player.hasNothing)
    late[player.key] = isInFile && !unsure.contains(player.key) ? nil : player
    if known.count > QuizPlayer.limit { forgetOne() }
  }

  /// Drops the score of one absent player, preferably one without points.
  ///
  /// Like the file, the ledger has at most ``QuizPlayer/limit`` scores.
  private mutating func forgetOne() {
    let absent = known.values.filter { !seated.contains($0.key) && late[$0.key] == nil }
    guard let one = absent.first(where: { $0.points == 0 }) ?? absent.first else { return }
    (known[one.key], kept[one.key]) = (nil, nil)
  }

  /// The scores to write: those of the present players, and those of absent players that are not in the file yet.
  var players: [QuizPlayer] { present + late.values.filter { !seated.contains($0.key) } }

  /// Records that the scores of `players` are in the file or being written; ``noteLost(_:at:)`` revokes this.
  mutating func noteKept(_ players: [QuizPlayer]) {
    for player in players {
      kept[player.key] = player
      unsure.remove(player.key)
      if late[player.key] == player { late[player.key] = nil }
    }
    if late.isEmpty { deadline = .distantFuture }
  }

  /// Records that the scores of `players` did not reach the file, and schedules another attempt with the newest scores.
  mutating func noteLost(_ players: [QuizPlayer], at now: Instant) {
    for player in players {
      guard let newest = kept[player.key] else { continue }
      unsure.insert(player.key)
      if late[player.key] == nil { late[player.key] = newest }
    }
    postpone(at: now)
  }

  /// Records that the file could not be written at `now`, and schedules another attempt if the quiz is stored at all.
  mutating func postpone(at now: Instant) {
    guard isKept else { return }
    retry = now + ScoreLedger.patience
    deadline = retry
  }
}

extension QuizPlayer {
  /// True if the player has neither points nor a team.
  fileprivate var hasNothing: Bool { points == 0 && team == 0 }
}

extension Roster.Key {
  /// The identity of the controller in 20 bytes: its origin and number.
  fileprivate var bytes: [UInt8] {
    func bytes(_ value: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
      stride(from: value.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    return bytes(origin.high) + bytes(origin.low) + bytes(token)
  }
}
