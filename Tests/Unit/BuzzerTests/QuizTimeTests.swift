import Buzzer
import Model
import Testing

extension HostedQuiz {
  /// Reports a press of `player` whose clock is unknown, so that the press counts at the time of its arrival.
  fileprivate func arrive(_ player: Int, at received: Double, late: Int64 = 0) {
    let received = instant(received) + Interval(nanoseconds: late)
    quiz.apply(PressClaim(slot(player), at: 0, clock: nil), received: received)
  }
}

/// The times of a quiz, to the nanosecond, and the counter of its changes.
@Suite struct QuizTimeTests {
  private let nanosecond = Interval(nanoseconds: 1)

  /// Returns the numbers of the players in `slots`.
  private func numbers(_ slots: PlayerSlots) -> [UInt8] { slots.each.map(\.number) }

  @Test func `A false start locks out for 500 ms to the nanosecond, each player alone`() {
    let room = HostedQuiz(2)
    room.arrive(1, at: 100)
    room.arrive(2, at: 200)
    let end = room.instant(600)
    #expect(room.quiz.isLockedOut(room.slot(1), at: end - nanosecond))
    #expect(!room.quiz.isLockedOut(room.slot(1), at: end) && room.quiz.isLockedOut(room.slot(2), at: end))
    var other = room.quiz
    other.remove(room.slot(1), at: room.instant(300))
    #expect(other.nextDeadline == room.instant(700))
    room.quiz.advance(to: end - nanosecond)
    #expect(room.quiz.nextDeadline == end)
    room.quiz.advance(to: end)
    #expect(room.quiz.nextDeadline == room.instant(700))
    room.quiz.advance(to: room.instant(700))
    #expect(room.quiz.nextDeadline == .distantFuture)
  }

  @Test func `A press counts from the beginning of its round and from the end of its lock-out`() {
    let room = HostedQuiz(3)
    room.arrive(1, at: 100)
    room.obey(.arm, at: 200)
    room.arrive(2, at: 200, late: -1)
    #expect(numbers(room.quiz.falseStarts) == [1, 2] && room.quiz.order.isEmpty)
    room.arrive(3, at: 200)
    #expect(room.quiz.order.map(\.slot) == [room.slot(3)])
    room.arrive(1, at: 600, late: -1)
    #expect(room.quiz.order.count == 1)
    room.arrive(1, at: 600)
    #expect(room.quiz.order.map(\.slot) == [room.slot(3), room.slot(1)])
    #expect(numbers(room.quiz.falseStarts) == [1, 2])
  }

  @Test
  func
    `A press is a false start if it is not from before the end of a round, though the quiz was reset since`()
  {
    let room = HostedQuiz(2)
    room.obey(.arm, at: 0)
    room.obey(.clear, at: 100)
    room.arrive(1, at: 100, late: -1)
    room.arrive(3, at: 110)
    #expect(room.quiz.falseStarts == [], "it was meant for the round, or comes from nobody")
    room.arrive(2, at: 100)
    #expect(numbers(room.quiz.falseStarts) == [2])
    room.obey(.reset, at: 200)
    #expect(room.quiz.falseStarts == [])
    room.arrive(1, at: 150)
    #expect(numbers(room.quiz.falseStarts) == [1])
  }

  @Test func `A press from before a round that is decided is no false start`() {
    let room = HostedQuiz(2)
    room.obey(.arm, at: 100)
    room.press(1, at: 110)
    room.hear(2, at: 130)
    #expect(room.quiz.phase == .locked && room.quiz.nextDeadline == .distantFuture)
    room.press(2, at: 95, received: 140)
    #expect(room.quiz.falseStarts == [] && room.quiz.order.count == 1)
  }

  @Test func `Rounds without a host step at their times, which a new player does not postpone`() {
    let room = HostedQuiz(2, automatic: true)
    room.seat(3, at: 1_000)
    #expect(room.quiz.nextDeadline == room.instant(2_000))
    room.quiz.advance(to: room.instant(2_000) - nanosecond)
    #expect(room.quiz.phase == .idle)
    room.quiz.advance(to: room.instant(2_000))
    #expect(room.quiz.phase == .armed && room.quiz.nextDeadline == .distantFuture)
    room.press(1, at: 2_100)
    #expect(room.quiz.nextDeadline == room.instant(2_252), "150 ms after the arrival")
    room.hear(2, 3, at: 2_120)
    room.seat(1, at: 3_000)
    #expect(room.quiz.phase == .result && room.quiz.nextDeadline == room.instant(6_122))
    room.quiz.advance(to: room.instant(6_122) - nanosecond)
    #expect(room.quiz.phase == .result)
    room.quiz.advance(to: room.instant(6_122))
    #expect(room.quiz.phase == .idle && room.quiz.nextDeadline == .distantFuture, "one player is too few")
    room.seat(2, at: 7_500)
    #expect(room.quiz.nextDeadline == room.instant(9_500))
  }

  @Test func `A host who arms leads the quiz until rounds are automatic again`() {
    let room = HostedQuiz(2, automatic: true)
    room.obey(.arm, at: 1_500)
    #expect(!room.quiz.isAutomatic && room.quiz.nextDeadline == .distantFuture)
    room.quiz.advance(to: room.instant(2_000))
    #expect(room.quiz.phase == .armed && room.quiz.number == 1)
    room.obey(.automatic(true), at: 2_100)
    #expect(room.quiz.isAutomatic && room.quiz.nextDeadline == .distantFuture)
    room.obey(.clear, at: 2_200)
    #expect(room.quiz.phase == .idle && room.quiz.nextDeadline == room.instant(4_200))
    room.obey(.automatic(false), at: 2_300)
    #expect(room.quiz.nextDeadline == .distantFuture)
    room.obey(.automatic(true), at: 2_400)
    #expect(room.quiz.nextDeadline == room.instant(4_400))
    room.quiz.advance(to: room.instant(4_400))
    room.obey(.reset, at: 5_000)
    #expect(room.quiz.phase == .idle && room.quiz.nextDeadline == room.instant(7_000))
  }

  @Test func `Presses that are too close end an automatic round without points`() {
    let room = HostedQuiz(2, automatic: true)
    room.quiz.advance(to: room.instant(2_000))
    room.press(1, at: 2_100)
    room.press(2, at: 2_100)
    #expect(room.quiz.phase == .result && room.quiz.settlement == .tooClose && room.quiz.winners == [])
    #expect([1, 2].map { room.quiz.scores.points(of: room.slot($0)) } == [0, 0])
    #expect(room.quiz.nextDeadline == room.instant(6_102))
  }

  @Test func `A change raises the revision, and the same again does not`() {
    let room = HostedQuiz(1, automatic: true)
    // The lock-out begins at the latest time of the press at 6,200 ms, which is 6,200.501 ms and 125 ns of
    // drift.
    let unlock = room.instant(6_700) + Interval(nanoseconds: 501_125)
    let steps: [(name: String, step: (HostedQuiz) -> Void)] = [
      ("seat", { $0.seat(2, at: 0) }),
      ("beginning", { $0.quiz.advance(to: $0.instant(2_000)) }),
      ("press", { $0.press(1, at: 2_100) }),
      ("decision", { $0.hear(2, at: 2_120) }),
      ("end", { $0.quiz.advance(to: $0.instant(6_122)) }),
      ("false start", { $0.press(1, at: 6_200) }),
      ("unlocking", { $0.quiz.advance(to: unlock) }),
      ("departure", { $0.seat(1, at: 6_800) }),
    ]
    for (name, step) in steps {
      let before = room.quiz.revision
      step(room)
      let after = room.quiz.revision
      step(room)
      #expect(before < after && room.quiz.revision == after, "\(name)")
    }
    let before = room.quiz.revision
    room.quiz.remove(room.slot(2), at: room.instant(6_900))
    #expect(before < room.quiz.revision, "who is away leaves")
  }

  @Test(arguments: [(0, 1), (65_534, 65_535), (65_535, 1)] as [(UInt16, UInt16)])
  func `Rounds are numbered from the one after the last, and never 0`(_ last: UInt16, _ next: UInt16) {
    var quiz = Quiz(after: last)
    quiz.seat(PlayerSlots(rawValue: 1), at: Instant(nanoseconds: 0))
    let isArmed = quiz.obey(.arm, at: Instant(nanoseconds: 0))
    #expect(isArmed && quiz.number == next)
  }
}
