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
    let again = now + .seconds(1)
    let early = book.note(quiz.scores, names: names, at: again - Interval(nanoseconds: 1))
    #expect(!early && book.note(quiz.scores, names: names, at: again) == true)
  }

  @Test func `Points that change on their way to the file are written again`() {
    var (book, quiz) = evening()
    let now = Instant(nanoseconds: 0)
    _ = quiz.obey(.points(first, 4), at: now)
    _ = book.note(quiz.scores, names: names, at: now)
    let former = book.players
    _ = quiz.obey(.points(first, 1), at: now)
    _ = book.note(quiz.scores, names: names, at: now)
    book.noteKept(former)
    #expect(book.deadline == now + .seconds(1) && book.players.map(\.points) == [5])
    #expect(book.note(quiz.scores, names: names, at: now) == true)
    book.noteKept(book.players)
    #expect(book.deadline == .distantFuture)
  }

  @Test func `A key in the file has the address and the number of the controller, highest byte first`() {
    var book = ScoreLedger()
    let address = Address(high: 0x0102_0304_0506_0708, low: 0x090a_0b0c_0d0e_0f10)
    let score = book.seat(Roster.Key(origin: address, token: 0x1112_1314), called: "Ada", in: first)
    #expect(score?.key == [UInt8](1...20))
  }

  /// Returns the key of the controller with `token`, as the ledger writes it.
  private func bytes(_ token: UInt8) -> [UInt8] {
    [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, token]
  }

  @Test func `A player who returns has the points and the team of before, in whatever slot`() {
    let player = QuizPlayer(slot: first, key: bytes(3), name: "Ada", team: 2, points: -5)
    var book = ScoreLedger(continuing: [player])
    let third = PlayerSlot(index: 2)
    #expect(book.seat(key, called: "Ada", in: third) == player)
    #expect(book.seat(key, called: "Ada", in: third) == nil, "the player is the same")
    let other = Roster.Key(origin: Address(high: 1, low: 2), token: 4)
    #expect(book.seat(other, called: "Bob", in: third) == QuizPlayer(slot: third, key: bytes(4), name: "Bob"))
    #expect(book.seat(nil, called: "", in: third) == QuizPlayer(slot: third, key: [], name: ""))
    #expect(book.seat(nil, called: "", in: third) == nil)
  }

  @Test func `Of 257 players one who is absent is forgotten, first one without points`() {
    let former = (1...255).map { number in
      QuizPlayer(
        slot: first, key: [UInt8](repeating: 0, count: 19) + [UInt8(number)], name: "", team: 1,
        points: number == 77 ? 0 : 1)
    }
    var book = ScoreLedger(continuing: former)
    var quiz = Quiz(settings: .init())
    let now = Instant(nanoseconds: 0)
    func known() -> [Int] {
      former.indices.filter { index in
        var copy = book
        let key = Roster.Key(origin: Address(high: 0, low: 0), token: UInt32(index + 1))
        return copy.seat(key, called: "", in: PlayerSlot(index: 15))?.team == 1
      }
    }
    for index in 0..<3 {
      let slot = PlayerSlot(index: index)
      _ = book.seat(Roster.Key(origin: Address(high: 9, low: 9), token: UInt32(index)), called: "", in: slot)
      _ = quiz.obey(.team(slot, 3), at: now)
      _ = book.note(quiz.scores, names: names, at: now)
      let missing = Set(0..<255).subtracting(known())
      #expect(missing.count == max(0, index) && (index == 0 || missing.contains(76)))
    }
    #expect(book.players.count == 3, "who is present is not forgotten")
  }

  @Test func `A player who has lost points and team needs no entry in the file`() {
    var (book, quiz) = evening()
    let now = Instant(nanoseconds: 0)
    _ = quiz.obey(.team(first, 4), at: now)
    _ = book.note(quiz.scores, names: names, at: now)
    _ = quiz.obey(.team(first, 0), at: now)
    #expect(book.note(quiz.scores, names: names, at: now) == false)
    #expect(book.deadline == .distantFuture, "nothing was written, so nothing has to be")
  }

  @Test func `A new quiz knows nobody's points, and the players stay where they are`() {
    var (book, quiz) = evening()
    let now = Instant(nanoseconds: 0)
    _ = quiz.obey(.points(first, 4), at: now)
    _ = book.note(quiz.scores, names: names, at: now)
    book.begin(isKept: true)
    #expect(book.isKept && book.deadline == .distantFuture && book.players.isEmpty)
    #expect(book.seat(key, called: "Ada", in: first) == nil)
    #expect(book.note(Quiz(settings: .init()).scores, names: names, at: now) == false)
    #expect(book.players.map(\.name) == ["Ada"])
  }
}
