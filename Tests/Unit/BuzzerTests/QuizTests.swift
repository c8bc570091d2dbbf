import Buzzer
import Model
import Testing

/// A quiz whose players' clocks are known to half a millisecond; times are in ms of the host's clock.
final class HostedQuiz {
  /// The half-width of the bounds of the clocks, in µs.
  static let halfWidth: Int32 = 500

  var quiz: Quiz
  let start = Instant(nanoseconds: 5_000_000_000)

  init(_ players: Int, automatic: Bool = false, settings: Quiz.Settings = .init()) {
    quiz = Quiz(settings: settings)
    seat(players, at: 0)
    if !automatic { _ = quiz.obey(.automatic(false), at: start) }
  }

  func instant(_ time: Double) -> Instant { start + Interval(nanoseconds: Int64(time * 1e6)) }

  func slot(_ number: Int) -> PlayerSlot { PlayerSlot(index: number - 1) }

  func seat(_ players: Int, at time: Double) {
    quiz.seat(PlayerSlots(rawValue: UInt16(1 << players - 1)), at: instant(time))
  }

  private var clock: ClockOffset {
    ClockOffset(lower: -HostedQuiz.halfWidth, upper: HostedQuiz.halfWidth, roundTrip: 1_000, isSuspect: false)
  }

  private func stamp(_ time: Double) -> UInt32 {
    UInt32(truncatingIfNeeded: instant(time).nanoseconds / 1_000)
  }

  /// Reports a press of `player` at `time`, received at `received` or by default 2 ms later.
  func press(_ player: Int, at time: Double, received: Double? = nil) {
    quiz.apply(
      PressClaim(slot(player), at: stamp(time), clock: clock), received: instant(received ?? time + 2))
  }

  /// Reports that the buttons of `players` were up at `time`, in states that arrive 2 ms later.
  func hear(_ players: Int..., at time: Double) {
    for player in players {
      quiz.noteUp(slot(player), at: stamp(time), clock, inputDelay: .zero, received: instant(time + 2))
    }
  }

  @discardableResult
  func obey(_ order: QuizOrder, at time: Double) -> Bool { quiz.obey(order, at: instant(time)) }

  func nextRecord() -> RoundRecord? { quiz.nextRecord() }
}

@Suite struct QuizTests {
  @Test
  func `The host arms, the first wins when nobody else can have, and gets the point for a right answer`() {
    let room = HostedQuiz(3)
    #expect(room.obey(.arm, at: 0))
    #expect(room.quiz.phase == .armed && room.quiz.number == 1)
    room.press(2, at: 100)
    #expect(room.quiz.phase == .armed)
    room.hear(1, 3, at: 120)
    #expect(room.quiz.phase == .locked && room.quiz.winner == room.slot(2))
    #expect(room.quiz.scores.points(of: room.slot(2)) == 0)
    #expect(room.obey(.right, at: 1_000))
    #expect(room.quiz.phase == .result && room.quiz.scores.points(of: room.slot(2)) == 1)
    room.quiz.advance(to: room.instant(1_050))
    #expect(room.quiz.phase == .result && !room.obey(.right, at: 1_100))
  }

  @Test(arguments: [1, 2] as [Int32])
  func `After a wrong answer the others go on, and the one who gave it hears nothing`(penalty: Int32) {
    let room = HostedQuiz(3, settings: Quiz.Settings(penalty: penalty))
    room.obey(.arm, at: 0)
    room.press(1, at: 50)
    room.hear(2, 3, at: 80)
    #expect(room.obey(.wrong, at: 500))
    #expect(room.quiz.phase == .armed && room.quiz.number == 2)
    #expect(room.quiz.isLockedOut(room.slot(1), at: room.instant(501)))
    #expect(room.quiz.scores.points(of: room.slot(1)) == -penalty)
    room.press(1, at: 510)
    #expect(room.quiz.order.isEmpty)
    room.press(3, at: 600)
    room.hear(2, at: 620)
    #expect(room.quiz.winner == room.slot(3))
    #expect(room.obey(.wrong, at: 700))
    room.press(2, at: 800)
    #expect(room.quiz.winner == room.slot(2))
    #expect(room.obey(.wrong, at: 900))
    #expect(room.quiz.phase == .result && room.quiz.winner == nil)
  }

  @Test func `Too close to call: the host shares, repeats, or takes the middle`() {
    for order in [QuizOrder.shared, .again, .midpoint] {
      let room = HostedQuiz(3)
      room.obey(.arm, at: 0)
      room.press(2, at: 100.4)
      room.press(1, at: 100)
      room.hear(3, at: 120)
      #expect(room.quiz.phase == .locked && room.quiz.winner == nil && room.quiz.isOpen)
      #expect(room.quiz.tied == [PlayerSlots(room.slot(1)), PlayerSlots(room.slot(2))])
      #expect(!room.obey(.right, at: 400))
      #expect(room.obey(order, at: 500))
      let points = [1, 2, 3].map { room.quiz.scores.points(of: room.slot($0)) }
      switch order {
      case .shared: #expect(room.quiz.phase == .result && points == [1, 1, 0])
      case .again: #expect(room.quiz.phase == .armed && room.quiz.contestants == PlayerSlots(rawValue: 0b11))
      default: #expect(room.quiz.winner == room.slot(1) && room.quiz.settlement == .midpoint)
      }
    }
  }

  @Test func `A press before the round locks out for half a second, and one in time after that counts`() {
    let room = HostedQuiz(2)
    room.press(1, at: 0)
    #expect(room.quiz.isLockedOut(room.slot(1), at: room.instant(400)))
    room.obey(.arm, at: 200)
    room.press(1, at: 300)
    #expect(room.quiz.order.isEmpty)
    room.press(1, at: 550)
    room.hear(2, at: 570)
    #expect(room.quiz.winner == room.slot(1))
    #expect(room.quiz.falseStarts == PlayerSlots(room.slot(1)))
  }

  @Test func `A press from before the round that comes after its beginning is a false start`() {
    let room = HostedQuiz(2)
    room.obey(.arm, at: 100)
    room.press(1, at: 95, received: 110)
    #expect(room.quiz.order.isEmpty && room.quiz.isLockedOut(room.slot(1), at: room.instant(111)))
    #expect(room.quiz.falseStarts == PlayerSlots(room.slot(1)))
  }

  @Test func `A press that was under way when its round ended is no false start`() {
    let room = HostedQuiz(3)
    room.obey(.arm, at: 0)
    room.press(1, at: 50)
    room.hear(2, 3, at: 60)
    room.obey(.wrong, at: 80)
    room.press(2, at: 78, received: 81)
    #expect(!room.quiz.isLockedOut(room.slot(2), at: room.instant(82)) && room.quiz.order.isEmpty)
    room.obey(.clear, at: 100)
    room.press(1, at: 50, received: 101)
    room.press(3, at: 98, received: 101)
    #expect(room.quiz.falseStarts == [])
    room.press(3, at: 102)
    #expect(room.quiz.falseStarts == PlayerSlots(room.slot(3)))
  }

  @Test func `Two players without a host have rounds that follow each other, and the winner a point`() throws
  {
    let room = HostedQuiz(1, automatic: true)
    room.quiz.advance(to: room.instant(60_000))
    #expect(room.quiz.phase == .idle && room.quiz.nextDeadline == .distantFuture)
    room.seat(2, at: 60_000)
    #expect(room.quiz.nextDeadline == room.instant(62_000))
    room.quiz.advance(to: room.instant(62_000))
    #expect(room.quiz.phase == .armed)
    room.press(2, at: 62_300)
    room.hear(1, at: 62_320)
    #expect(room.quiz.phase == .result && room.quiz.scores.points(of: room.slot(2)) == 1)
    let record = try #require(room.nextRecord())
    #expect(record.settlement == .certain && record.winners == PlayerSlots(room.slot(2)))
    let end = room.instant(62_322) + Quiz.Settings().resultTime
    room.quiz.advance(to: end)
    #expect(room.quiz.phase == .idle)
    room.quiz.advance(to: end + Quiz.Settings().pause)
    #expect(room.quiz.phase == .armed && room.quiz.number == 2)
  }

  @Test func `Rounds that follow each other wait while only one is there`() {
    let room = HostedQuiz(2, automatic: true)
    room.seat(1, at: 100)
    room.quiz.advance(to: room.instant(10_000))
    #expect(room.quiz.phase == .idle && room.quiz.nextDeadline == .distantFuture)
  }

  @Test func `The later ones are told by how much, and the round is kept again with them`() throws {
    let room = HostedQuiz(3)
    room.obey(.arm, at: 0)
    room.press(1, at: 100)
    room.hear(2, 3, at: 130)
    let first = try #require(room.nextRecord())
    #expect(first.presses.count == 1 && first.margin == nil && room.nextRecord() == nil)
    room.press(3, at: 220)
    #expect(room.quiz.winner == room.slot(1))
    let lead = try #require(room.quiz.margin(of: room.slot(1)))
    #expect(abs(lead.microseconds - 120_000) < 2_000)
    #expect(room.quiz.margin(of: room.slot(3)) == lead && room.quiz.margin(of: room.slot(2)) == nil)
    let second = try #require(room.nextRecord())
    #expect(second.presses.map(\.slot) == [room.slot(1), room.slot(3)])
  }

  @Test func `Points and teams: changed by hand, and taken back`() {
    let room = HostedQuiz(3)
    #expect(room.obey(.team(room.slot(1), 2), at: 0) && room.obey(.team(room.slot(3), 2), at: 0))
    #expect(!room.obey(.team(room.slot(1), 9), at: 0))
    room.obey(.points(room.slot(1), 5), at: 0)
    room.obey(.points(room.slot(3), -7), at: 0)
    #expect([1, 3].map { room.quiz.scores.points(of: room.slot($0)) } == [5, -7])
    #expect([1, 2, 3].map { room.quiz.scores.team(of: room.slot($0)) } == [2, 0, 2])
    #expect(room.obey(.undo, at: 1) && room.quiz.scores.points(of: room.slot(3)) == 0)
    #expect(room.obey(.undo, at: 1) && room.quiz.scores.points(of: room.slot(1)) == 0)
    #expect(!room.obey(.undo, at: 1))
    room.obey(.points(room.slot(1), 5), at: 2)
    #expect(room.obey(.reset, at: 3) && room.quiz.scores.points(of: room.slot(1)) == 0)
    #expect(room.quiz.scores.team(of: room.slot(1)) == 2)
  }

  @Test func `Another player in a slot has the points and team of before, and nothing of that is taken back`()
  {
    let room = HostedQuiz(2)
    room.obey(.points(room.slot(1), 5), at: 0)
    let revision = room.quiz.revision
    room.quiz.replace(room.slot(1), points: 3, team: 2)
    #expect(room.quiz.scores.points(of: room.slot(1)) == 3 && room.quiz.scores.team(of: room.slot(1)) == 2)
    #expect(room.quiz.revision > revision && !room.obey(.undo, at: 1))
  }

  @Test func `Each order that is obeyed raises the revision, by which others see a change`() {
    let room = HostedQuiz(2)
    var revisions = [room.quiz.revision]
    let orders: [QuizOrder] = [.arm, .clear, .automatic(false), .team(room.slot(1), 2), .reset, .forget]
    for order in orders {
      #expect(room.obey(order, at: 0))
      revisions.append(room.quiz.revision)
    }
    #expect(zip(revisions, revisions.dropFirst()).allSatisfy { $0 < $1 }, "\(revisions)")
  }

  @Test func `The winner who leaves keeps the points, and a round of which all are gone ends by the host`() {
    let room = HostedQuiz(2)
    room.obey(.arm, at: 0)
    room.press(2, at: 100)
    room.hear(1, at: 130)
    room.seat(1, at: 200)
    #expect(room.obey(.right, at: 300) && room.quiz.scores.points(of: room.slot(2)) == 1)
    room.seat(0, at: 400)
    #expect(!room.obey(.arm, at: 500))
    #expect(room.obey(.clear, at: 600) && room.quiz.phase == .idle)
  }

  @Test func `A player who falls silent holds the verdict up for 150 ms at most, and is named`() {
    let room = HostedQuiz(3)
    room.obey(.arm, at: 0)
    room.hear(1, 2, 3, at: 90)
    room.press(1, at: 100)
    room.hear(2, at: 120)
    #expect(room.quiz.phase == .armed)
    let deadline = room.quiz.nextDeadline
    #expect(deadline <= room.instant(102) + .milliseconds(150))
    room.quiz.advance(to: deadline)
    #expect(room.quiz.winner == room.slot(1) && room.quiz.decision?.unheard == PlayerSlots(room.slot(3)))
  }

  @Test func `An open round has no record, and one that was not asked for waits when the next begins`() throws
  {
    let room = HostedQuiz(2)
    #expect(!room.obey(.clear, at: 0))
    room.obey(.arm, at: 0)
    #expect(room.nextRecord() == nil)
    room.press(1, at: 50)
    #expect(room.nextRecord() == nil)
    room.hear(2, at: 80)
    #expect(room.obey(.right, at: 500) && room.obey(.arm, at: 600))
    let record = try #require(room.nextRecord())
    #expect(record.number == 1 && record.settlement == .right && record.presses.count == 1)
    #expect(room.nextRecord() == nil)
    #expect(room.obey(.clear, at: 700))
  }

  @Test func `Nobody has a lead before the decision`() {
    let room = HostedQuiz(3)
    room.obey(.arm, at: 0)
    room.press(1, at: 100)
    room.press(2, at: 110)
    #expect(room.quiz.phase == .armed && room.quiz.order.count == 2 && room.quiz.margin == nil)
    room.hear(3, at: 130)
    #expect(room.quiz.winner == room.slot(1) && room.quiz.margin != nil)
  }
}
