import Buzzer
import Foundation
import Glibc
import Impairment
import Synchronization
import Testing

@testable import Store

/// The rounds that remain when a program is killed while it stores them.
@Suite struct QuizCrashTests {
  let place: Place

  init() throws { place = try Place() }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `A program that is killed while it writes loses no round that was kept`(_ seed: UInt64) async throws {
    _ = try place.open()
    let path = place.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, seed = seed as UInt64] in
      try QuizCrashTests.keepRounds(at: path, seed)
    }
    let finished = try #require(place.bytes("\(Database.name).noted")).count
    let database = try place.open(ifMissing: .fails)
    let quiz = try database.currentQuiz(at: 1)
    let last = Int(try #require(try database.lastRound(in: quiz)))
    #expect(finished >= 1 && (finished...finished + 1).contains(last), "\(finished) of \(last)")
    let kept = try database.rounds(in: quiz).map(\.round)
    #expect(kept == (1...UInt16(last)).map { RoundRecord.sample($0).sinceArmed })
    // The scores are exactly those after the last round.
    #expect(try database.scores(in: quiz).map(\.points) == [Int32(last)])
  }

  /// The number of rounds that this program has stored.
  private static let kept = Atomic<Int>(0)

  /// Stores rounds until the program is killed; adds a byte to a file for each stored round.
  private static func keepRounds(at path: String, _ seed: UInt64) throws {
    var dice = Random(seed: seed)
    killSoon(behind: Int(1 + dice.next() % 40), spins: dice.next() % 1_000_000)
    let notes = unsafe open("\(path).noted", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let database = try Database(at: path, ifMissing: .fails)
    let quiz = try database.currentQuiz(at: 0)
    // A quiz has room for more rounds than these.
    for number in 1...1_000 as ClosedRange<UInt16> {
      var player = QuizPlayer.table[0]
      player.points = Int32(number)
      try database.keep(.sample(number), players: [player], in: quiz, armedAt: 0)
      #expect(unsafe write(notes, "x", 1) == 1)
      kept.store(Int(number), ordering: .relaxed)
    }
    while true { pause() }
  }

  /// Kills the program `spins` turns of a loop after `rounds` rounds, but at most 20 rounds later.
  private static func killSoon(behind rounds: Int, spins: UInt64) {
    Thread.detachNewThread {
      while kept.load(ordering: .relaxed) < rounds {}
      var spent: UInt64 = 0
      while spent < spins, kept.load(ordering: .relaxed) < rounds + 20 { spent += 1 }
      kill(getpid(), SIGKILL)
    }
  }

  @Test func `Whatever has been kept is there when the program is killed behind it`() throws {
    let database = try place.open()
    let quiz = try database.currentQuiz(at: 0)
    for number in 1...20 as ClosedRange<UInt16> {
      try database.keep(.sample(number), players: QuizPlayer.table, in: quiz, armedAt: 0)
      let crashed = try place.crashed().open()
      #expect(try crashed.rounds(in: quiz) == database.rounds(in: quiz), "round \(number)")
      #expect(try crashed.scores(in: quiz) == QuizPlayer.table, "round \(number)")
    }
  }
}
