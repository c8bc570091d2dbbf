import Buzzer
import Cryptography
import Glibc
import Testing

@testable import Store

/// The upkeep that keeps the file small.
@Suite struct UpkeepTests {
  private static let day: Int64 = 86_400_000
  private static let year = 365 * UpkeepTests.day
  /// The age up to which the tests keep rounds: 100 days.
  private static let age = 100 * UpkeepTests.day
  /// A noon from which the tests count days.
  private static let noon = 20_000 * UpkeepTests.day + UpkeepTests.day / 2

  let place: Place

  init() throws { place = try Place() }

  /// Stores a round on each of `days` after the noon, in this order, and returns the quiz.
  @discardableResult
  private func play(
    _ days: [Int64], _ database: borrowing Database,
    players: [QuizPlayer] = QuizPlayer.table
  ) throws -> Int64 {
    let quiz = try database.beginQuiz(at: UpkeepTests.noon + (days.first ?? 0) * UpkeepTests.day)
    for (number, day) in days.enumerated() {
      try database.keep(
        .sample(UInt16(number + 1)), players: players, in: quiz,
        armedAt: UpkeepTests.noon + day * UpkeepTests.day)
    }
    return quiz
  }

  /// Tidies on `day` after the noon.
  private func tidy(_ database: borrowing Database, on day: Int64) throws {
    try database.tidy(keeping: UpkeepTests.age, at: UpkeepTests.noon + day * UpkeepTests.day)
  }

  /// Returns the days of the stored rounds.
  private func days(_ database: borrowing Database) throws -> [Int64] {
    try database.quizzes().flatMap { try database.rounds(in: $0.number) }
      .map { ($0.armedAt - UpkeepTests.noon) / UpkeepTests.day }
  }

  @Test func `Rounds go when they are too old, and with the last one their quiz, but not the present one`()
    throws
  {
    let database = try place.open()
    try play([0, 1], database)
    let second = try play([2, 50], database)
    let present = try play([110, 111, 112], database)
    try tidy(database, on: 112)
    #expect(try days(database) == [50, 110, 111, 112])
    #expect(try database.quizzes().map(\.number) == [second, present])
    try play([160, 161, 162], database)
    try tidy(database, on: 162)
    #expect(try days(database) == [110, 111, 112, 160, 161, 162])
  }

  @Test func `A limit of for ever keeps everything`() throws {
    let database = try place.open()
    try play([0, 1000, 2000, 3000], database)
    try database.tidy(keeping: nil, at: UpkeepTests.noon + 9000 * UpkeepTests.day)
    #expect(try days(database) == [0, 1000, 2000, 3000])
  }

  @Test func `A clock that is years ahead deletes nothing, also if two days are played with it`() throws {
    let database = try place.open()
    let quiz = try play([0, 1, 2, 365, 366], database)
    for day in [365, 3650] as [Int64] { try tidy(database, on: day) }
    #expect(try days(database) == [0, 1, 2, 365, 366])
    #expect(try database.scores(in: quiz) == QuizPlayer.table)
  }

  @Test func `A clock that was years ahead on many days deletes nothing as soon as it is right again`() throws
  {
    let database = try place.open()
    try play([0, 1, 2, 365, 366, 367, 368, 3], database)
    try tidy(database, on: 3)
    #expect(try days(database).count == 8)
  }

  @Test func `What a clock that was behind has dated is no older than what precedes it`() throws {
    let database = try place.open()
    try play([0, 1, 2, -20_000, -20_000, -365, 3], database)
    try tidy(database, on: 3)
    #expect(try days(database).count == 7)
    try tidy(database, on: -365)
    #expect(try days(database).count == 7)
  }

  @Test func `An empty quiz goes by its age, and scores of the present quiz stay for ever`() throws {
    let database = try place.open()
    let first = try database.beginQuiz(at: UpkeepTests.noon)
    try database.keep(scores: QuizPlayer.table, in: first)
    let second = try play([1, 200, 201, 202], database)
    try tidy(database, on: 202)
    #expect(try database.quizzes().map(\.number) == [second])
    #expect(try days(database) == [200, 201, 202])
    #expect(try database.scores(in: second) == QuizPlayer.table)
  }

  @Test
  func
    `Beyond the size the oldest rounds go, then the oldest quizzes, and never the present one or a device`()
    throws
  {
    let database = try place.open()
    try database.add(.sample(1))
    let player = QuizPlayer.sample(0, name: String(repeating: "Ada", count: 200))
    for day in 0..<4 as Range<Int64> {
      try play([Int64](repeating: day, count: 300), database, players: [player])
    }
    let present = try #require(try database.quizzes().last).number
    let full = try database.number("PRAGMA page_count") * 4096
    try database.tidy(keeping: nil, at: 0, limit: full / 2)
    let left = try days(database)
    #expect(left.count < 1000 && left.count > 300 && left == left.sorted() && left.last == 3)
    #expect(try database.number("PRAGMA page_count") * 4096 <= full / 2)
    try database.tidy(keeping: nil, at: 0, limit: 1)
    #expect(try database.quizzes().map(\.number) == [present])
    #expect(try database.rounds(in: present).isEmpty)
    #expect(try database.scores(in: present) == [player])
    #expect(try database.devices().count == 1)
  }
}

/// The space that the upkeep releases.
@Suite struct SpaceTests {
  let place: Place

  init() throws { place = try Place() }

  private func fill(_ database: borrowing Database, named name: String = "Ada") throws {
    let quiz = try database.beginQuiz(at: 1)
    for number in 1...1_000 as ClosedRange<UInt16> {
      try database.keep(
        .sample(number), players: [.sample(0, name: String(repeating: name, count: 100))], in: quiz,
        armedAt: Int64(number))
    }
  }

  @Test func `A file that has become empty is small again, and so is its log`() throws {
    let database = try place.open()
    let small = try #require(place.bytes()).count
    try fill(database)
    try database.tidy(keeping: nil, at: 1)
    let full = try #require(place.bytes()).count
    #expect(full > 200_000 && place.bytes("\(Database.name)-wal") == [])
    _ = try database.forgetQuizzes(at: 2)
    #expect(try #require(place.bytes()).count == full)
    try database.tidy(keeping: nil, at: 2)
    #expect(try #require(place.bytes()).count <= small)
    #expect(place.bytes("\(Database.name)-wal") == [])
    #expect(try place.crashed().open().quizzes().map(\.begun) == [2])
  }

  @Test func `A few free pages stay for what comes next`() throws {
    let database = try place.open()
    try fill(database)
    try database.run("DELETE FROM round WHERE number > 900")
    let free = try database.number("PRAGMA freelist_count")
    try database.tidy(keeping: nil, at: 1)
    #expect(try free > 0 && database.number("PRAGMA freelist_count") == free)
  }

  @Test func `What was deleted for its age, and a secret that was revoked, is in no file any more`() throws {
    let database = try place.open()
    var device = Device.sample(1)
    device.preShared = Secret { for index in 0..<32 { $0[index] = UInt8(0xa0 + index % 16) } }
    let pattern = (0..<32).map { UInt8(0xa0 + $0 % 16) }
    try database.add(device)
    try database.add(.sample(2))
    try fill(database, named: "Lovelace")
    let quiz = try database.beginQuiz(at: 1)
    let day: Int64 = 86_400_000
    for (number, time) in [1_000, 1_001, 1_002].enumerated() {
      try database.keep(.sample(UInt16(number + 1)), players: [], in: quiz, armedAt: Int64(time) * day)
    }
    try database.revoke(device.key)
    try database.tidy(keeping: 100 * day, at: 1_002 * day)
    #expect(!place.isFound(Array("Lovelace".utf8)) && !place.isFound(pattern))
    #expect(try database.devices().map(\.key) == [Device.sample(2).key])
    #expect(try place.open().devices().map(\.told) == [Device.sample(2).told])
  }

  @Test func `Another program that reads makes the upkeep fail or wait, and costs nothing`() throws {
    let database = try place.open()
    try fill(database)
    let reader = try place.open()
    try reader.run("BEGIN")
    #expect(try reader.number("SELECT count(*) FROM round") == 1_000)
    try database.run("DELETE FROM round WHERE number > 10")
    _ = failure { () throws(StoreError) in try database.tidy(keeping: nil, at: 1) }
    #expect(try reader.number("SELECT count(*) FROM round") == 1_000)
    try reader.run("COMMIT")
    try database.tidy(keeping: nil, at: 1)
    #expect(try reader.number("SELECT count(*) FROM round") == 10)
    #expect(try #require(place.bytes()).count < 100_000 && place.bytes("\(Database.name)-wal") == [])
  }
}
