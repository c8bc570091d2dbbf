import Buzzer
import Model
import Testing

/// The records of rounds, and the players whom the host's orders concern.
@Suite struct QuizRecordTests {
  /// The margin of two presses 10 ms apart, each in an interval of 1.001 ms with 125 ns of drift at each end.
  private let margin = Decision.Margin(lead: .milliseconds(10), uncertainty: Interval(nanoseconds: 1_001_250))

  /// Returns a room with three players, in which the second player gives the answer.
  private func answering(_ settings: Quiz.Settings = .init()) -> HostedQuiz {
    let room = HostedQuiz(3, settings: settings)
    room.obey(.points(room.slot(1), 5), at: 0)
    room.obey(.arm, at: 0)
    room.press(2, at: 100)
    room.hear(1, 3, at: 130)
    return room
  }

  @Test func `A record has the presses, the false starts and the silent players of the round`() throws {
    let room = HostedQuiz(3)
    room.press(3, at: 0)
    room.obey(.arm, at: 1_000)
    room.press(2, at: 1_100)
    room.press(1, at: 1_110)
    let end = room.instant(1_150)
    room.quiz.advance(to: end)
    #expect(room.quiz.phase == .armed && room.nextRecord() == nil && room.quiz.margin == nil)
    room.quiz.advance(to: end + Interval(nanoseconds: 1))
    let (silent, first) = (PlayerSlots(room.slot(3)), PlayerSlots(room.slot(2)))
    var expected = RoundRecord(
      number: 1, armed: room.instant(1_000), outcome: .winner(room.slot(2)), settlement: .certain,
      margin: margin, presses: room.quiz.order, falseStarts: silent, unheard: silent)
    #expect(expected.presses.map(\.slot) == [room.slot(2), room.slot(1)])
    #expect(room.nextRecord() == expected && room.nextRecord() == nil)
    #expect([2, 1].map { room.quiz.margin(of: room.slot($0)) } == [margin.lead, margin.lead])
    room.obey(.right, at: 1_200)
    (expected.settlement, expected.winners) = (.right, first)
    #expect(room.nextRecord() == expected)
    room.quiz.remove(room.slot(3), at: room.instant(1_300))
    #expect(room.nextRecord() == nil && room.quiz.falseStarts == silent, "a decided round stays")
    #expect(room.obey(.arm, at: 1_400) && room.quiz.armed == room.instant(1_400))
    #expect(room.nextRecord() == nil && room.quiz.falseStarts == [])
    #expect(room.obey(.clear, at: 1_500) && room.quiz.armed == nil)
  }

  @Test func `Another who leaves takes nothing from the one who answers`() {
    let room = answering(Quiz.Settings(points: 3))
    room.quiz.remove(room.slot(1), at: room.instant(200))
    #expect(room.quiz.phase == .locked && room.quiz.winner == room.slot(2) && !room.quiz.isOpen)
    #expect(room.obey(.right, at: 300) && room.quiz.scores.points(of: room.slot(2)) == 3)
  }

  @Test(arguments: [(0, 0), (2, 5)] as [(Int32, Int32)])
  func `A wrong answer can be undone only if it has cost points`(penalty: Int32, left: Int32) {
    let room = answering(Quiz.Settings(penalty: penalty))
    #expect(room.obey(.wrong, at: 200) && room.quiz.scores.points(of: room.slot(2)) == -penalty)
    #expect(room.obey(.undo, at: 300) && room.quiz.scores.points(of: room.slot(1)) == left)
    #expect(room.quiz.scores.points(of: room.slot(2)) == 0)
  }

  @Test func `Who is away when a question goes on takes no part in it`() {
    let room = answering()
    room.seat(2, at: 150)
    #expect(room.obey(.wrong, at: 200) && room.quiz.contestants == PlayerSlots(room.slot(1)))
    let tie = HostedQuiz(3)
    tie.obey(.arm, at: 0)
    for player in 1...3 { tie.press(player, at: 100) }
    tie.seat(2, at: 150)
    #expect(tie.obey(.again, at: 200) && tie.quiz.contestants == PlayerSlots(rawValue: 0b11))
  }

  @Test func `The middle of one who has left wins nothing`() {
    let room = HostedQuiz(3)
    room.obey(.arm, at: 0)
    for (player, time) in [(1, 100.0), (3, 100.25), (2, 100.5)] { room.press(player, at: time) }
    room.quiz.remove(room.slot(1), at: room.instant(150))
    #expect(room.obey(.midpoint, at: 200) && room.quiz.winner == room.slot(3))
    #expect(room.obey(.right, at: 300) && room.quiz.winners == PlayerSlots(room.slot(3)))
  }

  @Test func `Quizzes that are forgotten leave neither points nor teams, and resets leave the teams`() {
    for order in [QuizOrder.reset, .forget] {
      let room = answering()
      room.obey(.team(room.slot(1), 4), at: 150)
      #expect(room.obey(order, at: 200) && room.quiz.phase == .idle && !room.obey(.undo, at: 300))
      #expect(room.quiz.scores.points(of: room.slot(1)) == 0)
      #expect(room.quiz.scores.team(of: room.slot(1)) == (order == .reset ? 4 : 0))
    }
  }
}
