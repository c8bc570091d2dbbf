import Buzzer
import Model
import Testing

/// The effects on a round when players leave the quiz for good.
@Suite struct DepartureTests {
  private func leave(_ room: HostedQuiz, _ players: Int..., at time: Double) {
    for player in players { room.quiz.remove(room.slot(player), at: room.instant(time)) }
  }

  private func points(_ room: HostedQuiz) -> [Int32] {
    [1, 2, 3].map { room.quiz.scores.points(of: room.slot($0)) }
  }

  @Test func `A round without a host goes on with one player, and ends when all have left`() {
    let room = HostedQuiz(2, automatic: true)
    room.quiz.advance(to: room.instant(2_000))
    room.seat(4, at: 3_000)
    leave(room, 1, at: 4_000)
    #expect(room.quiz.phase == .armed && room.quiz.contestants == PlayerSlots(room.slot(2)))
    leave(room, 2, at: 5_000)
    #expect(room.quiz.phase == .idle && room.quiz.nextDeadline == room.instant(7_000))
    room.quiz.advance(to: room.instant(7_000))
    #expect(room.quiz.phase == .armed && room.quiz.contestants == PlayerSlots(rawValue: 0b1100))
  }

  @Test func `Players who are only away stay in the round`() {
    let room = HostedQuiz(2, automatic: true)
    room.quiz.advance(to: room.instant(2_000))
    room.seat(0, at: 3_000)
    #expect(room.quiz.phase == .armed && room.quiz.contestants == PlayerSlots(rawValue: 0b11))
    room.seat(2, at: 4_000)
    room.press(1, at: 4_100)
    room.hear(2, at: 4_120)
    #expect(points(room) == [1, 0, 0])
  }

  @Test func `The answer of a player who has left is nobody's, and the host goes on`() {
    let room = HostedQuiz(3)
    room.obey(.arm, at: 0)
    room.press(2, at: 100)
    room.hear(1, 3, at: 120)
    let record = room.nextRecord()
    leave(room, 2, at: 200)
    room.seat(3, at: 300)
    #expect(room.quiz.phase == .result && room.quiz.winner == nil && room.nextRecord() == nil)
    #expect(!room.obey(.right, at: 400) && points(room) == [0, 0, 0])
    #expect(record?.presses.map(\.slot) == [room.slot(2)] && room.obey(.arm, at: 500))
  }

  @Test func `Of those who were too close, who has left shares nothing, and without any the round is over`() {
    let room = HostedQuiz(3)
    room.obey(.arm, at: 0)
    room.press(2, at: 100.4)
    room.press(1, at: 100)
    room.hear(3, at: 120)
    leave(room, 2, at: 200)
    #expect(room.quiz.isOpen && room.quiz.tied == PlayerSlots(room.slot(1)))
    var other = room.quiz
    #expect(room.obey(.shared, at: 300) && points(room) == [1, 0, 0])
    other.remove(room.slot(1), at: room.instant(300))
    #expect(other.phase == .result && !other.isOpen)
  }

  @Test func `A tie of players who are all away is over, and nobody has won`() {
    let room = HostedQuiz(3)
    room.obey(.arm, at: 0)
    room.press(2, at: 100.4)
    room.press(1, at: 100)
    room.hear(3, at: 120)
    room.quiz.seat(PlayerSlots(room.slot(3)), at: room.instant(200))
    #expect(room.quiz.isOpen && room.obey(.again, at: 300))
    #expect(room.quiz.phase == .result && room.quiz.number == 1 && points(room) == [0, 0, 0])
  }

  @Test func `The press and the silence of a player who has left decide nothing`() {
    let room = HostedQuiz(3)
    room.obey(.arm, at: 0)
    room.press(1, at: 50)
    leave(room, 1, at: 60)
    #expect(room.quiz.phase == .armed && room.quiz.order.isEmpty)
    #expect(room.quiz.nextDeadline == .distantFuture)
    room.press(3, at: 100)
    #expect(room.quiz.phase == .armed)
    leave(room, 2, at: 110)
    #expect(room.quiz.winner == room.slot(3))
  }

  @Test func `The next player of a slot is neither locked out nor out of the question`() {
    let room = HostedQuiz(3)
    room.press(1, at: 0)
    leave(room, 1, at: 10)
    #expect(!room.quiz.isLockedOut(room.slot(1), at: room.instant(11)) && room.quiz.falseStarts == [])
    #expect(room.quiz.nextDeadline == .distantFuture)
    room.seat(3, at: 20)
    room.obey(.arm, at: 1_000)
    room.press(2, at: 1_100)
    room.hear(1, 3, at: 1_120)
    room.obey(.wrong, at: 1_200)
    #expect(room.quiz.isLockedOut(room.slot(2), at: room.instant(1_201)))
    leave(room, 2, at: 1_300)
    #expect(!room.quiz.isLockedOut(room.slot(2), at: room.instant(1_301)))
    #expect(room.quiz.phase == .armed && room.quiz.contestants == PlayerSlots(rawValue: 0b101))
  }
}
