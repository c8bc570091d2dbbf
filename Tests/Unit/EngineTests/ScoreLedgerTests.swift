import Bridge
import Buzzer
import Model
import Testing

@testable import Engine

/// The times at which the players' teams and points are stored.
@Suite struct QuizBookTests {
  private let first = PlayerSlot(index: 0)
  private let key = Roster.Key(origin: Address(high: 1, low: 2), token: 3)
  private let names = ["Ada"] + [String](repeating: "", count: PlayerSlot.limit - 1)

  /// Returns a quiz with one player, and its ledger.
  private func evening() -> (ScoreLedger, Quiz) {
    var book = ScoreLedger(continuing: [])
    _ = book.seat(key, called: "Ada", in: first)
    return (book, Quiz(settings: .init()))
  }

  @Test func `Teams are kept once a second, however often they change, and points at once`() {
    var (book, quiz) = evening()
    var (now, writes) = (Instant(nanoseconds: 0), 0)
    for step in 0..<1_000 {
      now = now + .milliseconds(10)
      _ = quiz.obey(.team(first, UInt8(1 + step % 8)), at: now)
      let names = ["Ada \(step)"] + names.dropFirst()
      #expect(book.note(quiz.scores, names: names, at: now) == false, "a team can wait, and a name")
      guard book.deadline <= now else { continue }
      writes += 1
      book.noteKept(book.players)
    }
    #expect(writes == 9)
    _ = quiz.obey(.points(first, 3), at: now)
    #expect(book.note(quiz.scores, names: names, at: now) == true)
    #expect(book.players.map(\.points) == [3])
    book.noteKept(book.players)
    #expect(book.note(quiz.scores, names: names, at: now) == false)
    #expect(book.deadline == .distantFuture)
  }

  @Test func `The team of a player who has left is kept with the others`() {
    var (book, quiz) = evening()
    let now = Instant(nanoseconds: 0)
    _ = quiz.obey(.team(first, 4), at: now)
    _ = book.note(quiz.scores, names: names, at: now)
    _ = book.seat(nil, called: "", in: first)
    _ = book.note(quiz.scores, names: names, at: now)
    #expect(book.players.map(\.team) == [4] && book.deadline == now + ScoreLedger.patience)
  }

  @Test func `Points that were lost on the way to the file are written again, the newest of them`() {
    var (book, quiz) = evening()
    let now = Instant(nanoseconds: 0)
    _ = quiz.obey(.points(first, 4), at: now)
    #expect(book.note(quiz.scores, names: names, at: now) == true)
    let lost = book.players
    book.noteKept(lost)
    #expect(book.deadline == .distantFuture, "they are on the way")
    _ = quiz.obey(.points(first, -4), at: now)
    #expect(book.note(quiz.scores, names: names, at: now) == true)
    book.noteLost(lost, at: now)
    #expect(book.note(quiz.scores, names: names, at: now) == false, "not with every packet")
    #expect(book.deadline == now + .seconds(1) && book.players.map(\.points) == [0])
    book.noteKept(book.players)
    #expect(book.note(quiz.scores, names: names, at: now + .seconds(2)) == false)
    #expect(book.deadline == .distantFuture)
  }

  @Test func `Points that were taken back on the way to the file are not written for a player who has left`()
  {
    var (book, quiz) = evening()
    let now = Instant(nanoseconds: 0)
    _ = quiz.obey(.points(first, 4), at: now)
    _ = book.note(quiz.scores, names: names, at: now)
    let lost = book.players
    book.noteKept(lost)
    _ = quiz.obey(.points(first, -4), at: now)
    _ = book.note(quiz.scores, names: names, at: now)
    book.noteKept(book.players)
    _ = book.seat(nil, called: "", in: first)
    _ = book.note(quiz.scores, names: names, at: now)
    book.noteLost(lost, at: now)
    #expect(book.players.map(\.points) == [0])
  }

  @Test func `Of a quiz that is not kept, nothing is ever due`() {
    var (book, quiz) = evening()
    let now = Instant(nanoseconds: 0)
    _ = quiz.obey(.points(first, 1), at: now)
    _ = book.note(quiz.scores, names: names, at: now)
    let lost = book.players
    book.noteKept(lost)
    book.begin(isKept: false)
    book.noteLost(lost, at: now)
    #expect(book.deadline == .distantFuture)
    book.postpone(at: now)
    #expect(book.deadline == .distantFuture)
  }

  @Test func `Points that could not be written are tried again a second later`() {
    var (book, quiz) = evening()
    let now = Instant(nanoseconds: 0)
    _ = quiz.obey(.points(first, 1), at: now)
    #expect(book.note(quiz.scores, names: names, at: now) == true)
    book.postpone(at: now)
    #expect(book.note(quiz.scores, names: names, at: now) == false, "not with every packet")
    #expect(book.deadline == now + .seconds(1) && book.players.map(\.points) == [1])
  }
}
