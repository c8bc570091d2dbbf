import Buzzer
import Cryptography
import Model
import Platform
import Played
import Store
import Wire

/// The host's file at the beginning of a soak test: the players' devices, and as many rounds as after a long
/// run.
struct Files {
  /// The public key of the host.
  let host: PublicKey
  /// The keys of the players.
  let players: [KeyPair]

  /// Makes the file in `folder`/state, with `count` paired controllers.
  init(in folder: String, players count: Int) throws {
    let paired = try PairedHost(in: folder, players: count)
    (host, players) = (paired.key, paired.players)
    try Files.keepRounds(in: paired.database)
  }

  /// Fills the file with rounds in which all players have pressed, up to its limit.
  ///
  /// Each further round then replaces the oldest.
  private static func keepRounds(in database: borrowing Database) throws {
    let now = WallClock.milliseconds()
    let quiz = try database.currentQuiz(at: now)
    let seats = (0..<PlayerSlot.limit).map { number in
      QuizPlayer(
        slot: PlayerSlot(index: number), key: [UInt8(number)] + Array(repeating: 0xff, count: 19),
        name: "Player \(number + 1)", points: 1)
    }
    for number in 1...UInt16(Database.roundLimit) {
      try database.keep(round(number, seats), players: seats, in: quiz, armedAt: now)
    }
  }

  private static func round(_ number: UInt16, _ seats: [QuizPlayer]) -> RoundRecord {
    let armed = Instant(nanoseconds: 0)
    let presses = seats.map { seat in
      let time = armed + .milliseconds(300 + 10 * Int64(seat.slot.number))
      return Press(
        of: seat.slot, time: HostTime(from: time, to: time + .milliseconds(1)),
        received: time + .milliseconds(2),
        doubts: [])
    }
    return RoundRecord(
      number: number, armed: armed, outcome: .winner(seats[0].slot), settlement: .certain,
      winners: PlayerSlots(seats[0].slot),
      margin: nil, presses: presses, falseStarts: [], unheard: [])
  }
}
