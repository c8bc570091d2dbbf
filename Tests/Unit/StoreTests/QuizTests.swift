import Buzzer
import Model
import Platform
import Testing

@testable import Store

@Suite struct QuizTests {
  let place: Place

  init() throws { place = try Place() }

  @Test func `A quiz goes on until the next one is begun, also for the next program`() throws {
    let first = try place.open().currentQuiz(at: 1_795_000_000_000)
    let database = try place.open()
    #expect(try database.currentQuiz(at: 1_795_000_000_001) == first)
    let second = try database.beginQuiz(at: 1_795_000_000_002)
    #expect(second > first)
    #expect(try database.currentQuiz(at: 1_795_000_000_003) == second)
    #expect(try database.quizzes().map(\.begun) == [1_795_000_000_000, 1_795_000_000_002])
  }

  @Test func `A round is found again as it was kept`() throws {
    let database = try place.open()
    let quiz = try database.currentQuiz(at: 0)
    let rounds = (1...9 as ClosedRange<UInt16>).map { RoundRecord.sample($0) }
    for round in rounds {
      try database.keep(round, players: QuizPlayer.table, in: quiz, armedAt: Int64(round.number))
    }
    let kept = try place.open().rounds(in: quiz)
    #expect(kept.map(\.round) == rounds.map(\.sinceArmed))
    #expect(kept.map(\.armedAt) == (1...9).map { $0 })
    #expect(kept[0].names == ["Ada", "Bob"])
    #expect(try database.scores(in: quiz) == QuizPlayer.table)
    #expect(try database.number("PRAGMA synchronous") == 2)
  }

  @Test func `Quizzes that were forgotten are in no file any more`() throws {
    let database = try place.open()
    for _ in 1...2 {
      let quiz = try database.beginQuiz(at: 0)
      let player = QuizPlayer.sample(3, name: "Ada Lovelace")
      try database.keep(RoundRecord.sample(1), players: [player], in: quiz, armedAt: 0)
    }
    #expect(place.isFound(Array("Ada Lovelace".utf8)))
    let next = try database.forgetQuizzes(at: 7)
    #expect(!place.isFound(Array("Ada Lovelace".utf8)))
    #expect(try database.quizzes() == [Database.StoredQuiz(number: next, begun: 7)])
    #expect(try database.rounds(in: next) == [])
    #expect(try database.scores(in: next) == [])
  }

  @Test func `Instants are kept in whole microseconds that still hold the truth`() throws {
    let database = try place.open()
    let quiz = try database.currentQuiz(at: 0)
    var round = RoundRecord.sample(1)
    round.presses = [
      Press(
        of: PlayerSlot(index: 0),
        time: HostTime(
          from: Instant(nanoseconds: round.armed.nanoseconds - 1),
          to: round.armed + Interval(nanoseconds: 1_001)),
        received: round.armed + Interval(nanoseconds: 1_999), doubts: [])
    ]
    try database.keep(round, players: [], in: quiz, armedAt: 0)
    let kept = try #require(try database.rounds(in: quiz).first)
    let press = try #require(kept.round.presses.first)
    #expect(press.time.earliest.nanoseconds == -1_000 && press.time.latest.nanoseconds == 2_000)
    #expect(press.received.nanoseconds == 2_000 && kept.names == [""])
  }

  @Test func `What was kept of a round gives way to what is kept of it now, and its place does not`() throws {
    let database = try place.open()
    let quiz = try database.currentQuiz(at: 0)
    for number in [3, 4] as [UInt16] {
      try database.keep(.sample(number), players: QuizPlayer.table, in: quiz, armedAt: 1)
    }
    var again = RoundRecord.sample(3)
    (again.settlement, again.presses, again.winners) = (.wrong, [], [])
    var player = QuizPlayer.table[0]
    player.points = -7
    try database.keep(again, players: [player], in: quiz, armedAt: 2)
    #expect(
      try database.rounds(in: quiz).map(\.round) == [again.sinceArmed, RoundRecord.sample(4).sinceArmed])
    #expect(try database.lastRound(in: quiz) == 4)
    #expect(try database.scores(in: quiz).map(\.points) == [1, -7])
    #expect(try database.number("SELECT count(*) FROM press") == 2)
  }

  @Test func `Numbers of rounds go on, also when they have gone round`() throws {
    let database = try place.open()
    let quiz = try database.currentQuiz(at: 0)
    #expect(try database.lastRound(in: quiz) == nil)
    for number in [65_534, 65_535, 1] as [UInt16] {
      try database.keep(.sample(number), players: [], in: quiz, armedAt: 0)
      #expect(try place.open().lastRound(in: quiz) == number)
    }
    #expect(try database.lastRound(in: database.beginQuiz(at: 1)) == nil)
  }

  @Test func `Scores alone are kept too, and each quiz has its own`() throws {
    let database = try place.open()
    let first = try database.currentQuiz(at: 0)
    try database.keep(scores: QuizPlayer.table, in: first)
    let second = try database.beginQuiz(at: 1)
    #expect(try database.scores(in: second).isEmpty)
    var player = QuizPlayer.table[1]
    (player.slot, player.team, player.points) = (PlayerSlot(index: 15), 255, .min)
    try database.keep(scores: [player], in: second)
    #expect(try database.scores(in: second) == [player])
    #expect(try database.scores(in: first) == QuizPlayer.table)
  }

  @Test func `What cannot be kept changes nothing`() throws {
    let database = try place.open()
    let quiz = try database.currentQuiz(at: 0)
    try database.keep(.sample(1), players: QuizPlayer.table, in: quiz, armedAt: 0)
    let before = try database.rounds(in: quiz)
    var short = QuizPlayer.table[0]
    short.key = [1, 2]
    let faults = [
      failure { () throws(StoreError) in
        try database.keep(.sample(2), players: [short], in: quiz, armedAt: 0)
      },
      failure { () throws(StoreError) in
        try database.keep(.sample(2), players: [], in: quiz + 1, armedAt: 0)
      },
      failure { () throws(StoreError) in
        try database.keep(.sample(0), players: [], in: quiz, armedAt: 0)
      },
      failure { () throws(StoreError) in try database.keep(scores: [short], in: quiz) },
    ]
    for fault in faults {
      guard case .failed = fault else {
        Issue.record("\(String(describing: fault))")
        continue
      }
    }
    #expect(try database.rounds(in: quiz) == before)
    #expect(try database.number("PRAGMA synchronous") == 2)
  }

  @Test func `Nonsense in the file is damage and no trap`() throws {
    let database = try place.open()
    let quiz = try database.currentQuiz(at: 0)
    let nonsense = [
      "round SET settlement = 99", "round SET outcome = 1, first = 3", "round SET winners = 65536",
      "round SET unheard = -1", "press SET doubts = 256", "round SET outcome = 1, first = 0",
    ]
    for change in nonsense {
      try database.keep(.sample(1), players: [], in: quiz, armedAt: 0)
      try database.run("UPDATE \(change)")
      #expect(failure { () throws(StoreError) in _ = try database.rounds(in: quiz) } == .damaged, "\(change)")
    }
    try database.keep(.sample(1), players: QuizPlayer.table, in: quiz, armedAt: 0)
    try database.run("UPDATE press SET earliest = \(Int64.min), latest = \(Int64.max)")
    #expect(try database.rounds(in: quiz).count == 1)
    try database.run("UPDATE score SET points = \(Int64.max)")
    #expect(failure { () throws(StoreError) in _ = try database.scores(in: quiz) } == .damaged)
  }
}

/// The limits of the stored quizzes and rounds.
@Suite struct QuizLimitTests {
  let place: Place

  init() throws { place = try Place() }

  @Test func `The oldest quiz goes when the 65th begins, with all that is in it`() throws {
    let database = try place.open()
    for time in 1...66 as ClosedRange<Int64> {
      let quiz = try database.beginQuiz(at: time)
      try database.keep(.sample(1), players: QuizPlayer.table, in: quiz, armedAt: time)
    }
    #expect(try database.quizzes().map(\.begun) == (3...66).map { $0 })
    for (table, count) in [("round", 64), ("press", 128), ("score", 128)] as [(String, Int64)] {
      #expect(try database.number("SELECT count(*) FROM \(table)") == count, "\(table)")
    }
  }

  @Test func `The oldest of 4,096 rounds goes for the next, whichever quiz it is of`() throws {
    let database = try place.open()
    let first = try database.currentQuiz(at: 0)
    try database.keep(.sample(1), players: [], in: first, armedAt: 0)
    let second = try database.beginQuiz(at: 1)
    try database.run(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4095)
      INSERT INTO round SELECT NULL, \(second), i, 0, 0, NULL, 0, 0, NULL, NULL, 0, 0 FROM n
      """)
    #expect(try database.rounds(in: first).count == 1)
    for number in 4_096...4_098 as ClosedRange<UInt16> {
      try database.keep(.sample(number), players: [], in: second, armedAt: 0)
    }
    #expect(try database.rounds(in: first).isEmpty)
    #expect(try database.rounds(in: second).map(\.round.number) == (3...4_098).map { $0 })
  }

  @Test func `Of 257 players of a quiz the one who has not been there for longest is forgotten`() throws {
    let database = try place.open()
    let quiz = try database.currentQuiz(at: 0)
    for number in 0...255 as ClosedRange<UInt8> { try database.keep(scores: [.sample(number)], in: quiz) }
    try database.keep(scores: [.sample(0)], in: quiz)
    var one = QuizPlayer.sample(0)
    one.key[19] = 1
    try database.keep(scores: [one], in: quiz)
    let keys = try database.scores(in: quiz).map(\.key)
    #expect(keys.count == 256 && keys.last == one.key)
    #expect(keys.contains(QuizPlayer.sample(0).key))
    #expect(!keys.contains(QuizPlayer.sample(1).key))
  }
}

extension RoundRecord {
  /// Returns a round in which the first two players have pressed; its other content depends on `number`.
  static func sample(_ number: UInt16) -> RoundRecord {
    let armed = Instant(nanoseconds: 77_000_000_123)
    let presses = [0, 1].map { index in
      let time = armed + .microseconds(Int64(number) * 1_000 + Int64(index) * 500)
      return Press(
        of: PlayerSlot(index: index),
        time: HostTime(from: time + .microseconds(-1_100), to: time + .microseconds(1_100)),
        received: time + .microseconds(2_000), doubts: PressDoubts(rawValue: UInt8(number % 8)))
    }
    let both = PlayerSlots(rawValue: 3)
    let outcomes: [Decision.Ruling?] = [nil, .winner(PlayerSlot(index: 1)), .tooClose(both)]
    let all = Settlement.allCases
    return RoundRecord(
      number: number, armed: armed, outcome: outcomes[Int(number % 3)],
      settlement: all[Int(number) % all.count], winners: number % 2 == 0 ? both : [],
      margin: number % 3 == 0
        ? nil : Decision.Margin(lead: .microseconds(500 - Int64(number)), uncertainty: .microseconds(2_200)),
      presses: presses, falseStarts: PlayerSlots(rawValue: 1 << (number % 16)),
      unheard: PlayerSlots(rawValue: number))
  }

  /// The same round on a clock that shows 0 when the round begins.
  var sinceArmed: RoundRecord {
    var round = self
    let zero = Instant(nanoseconds: 0)
    let moved = { (instant: Instant) in zero + (instant - armed) }
    round.armed = zero
    round.presses = presses.map {
      Press(
        of: $0.slot, time: HostTime(from: moved($0.time.earliest), to: moved($0.time.latest)),
        received: moved($0.received), doubts: $0.doubts)
    }
    return round
  }
}

extension QuizPlayer {
  /// Returns player `number` of many.
  static func sample(_ number: UInt8, name: String = "") -> QuizPlayer {
    QuizPlayer(
      slot: PlayerSlot(index: Int(number % 16)), key: [number] + Array(repeating: 0, count: 19), name: name)
  }

  /// Two players.
  static var table: [QuizPlayer] {
    var players = [sample(0, name: "Ada"), sample(1, name: "Bob")]
    for index in players.indices { (players[index].team, players[index].points) = (2, Int32(index)) }
    return players
  }
}
