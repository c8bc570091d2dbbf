import Buzzer
import Model
import QuizRoom
import TestSupport
import Testing

@Suite struct JudgeTests {
  let clock = ClockOffset(lower: -100, upper: 100, roundTrip: 2_000, isSuspect: false)
  let both = PlayerSlots(rawValue: 3)

  func slot(_ index: Int) -> PlayerSlot { PlayerSlot(index: index) }

  /// Returns the host's clock at `time`, in µs.
  func stamp(_ time: Milliseconds) -> UInt32 {
    UInt32(truncatingIfNeeded: QuizRoom.instant(time).nanoseconds / 1_000)
  }

  /// Returns a press in the form that `judge` takes.
  func press(
    _ index: Int, at time: Milliseconds, received: Milliseconds, _ clock: ClockOffset?, for judge: Judge,
    inputDelay: Interval = .zero
  ) -> Press {
    Press(
      of: slot(index), at: stamp(time), clock: clock, received: QuizRoom.instant(received),
      notBefore: judge.notBefore(slot(index)), inputDelay: inputDelay)
  }

  @Test func `Who does not press is waited for until their button was seen up`() throws {
    var room = QuizRoom([Seat(.quiet), Seat(.quiet)], seed: 4)
    let round = room.play([100, nil])
    let played = try #require(round)
    let decision = try #require(played.decision)
    #expect(decision.outcome == .winner(slot(0)) && decision.margin == nil && decision.unheard.isEmpty)
    #expect((101...130).contains(played.decided))
  }

  @Test func `Who is silent is named and not waited for without end`() throws {
    var judge = Judge(both, armed: QuizRoom.armed)
    let isTaken = judge.apply(press(0, at: 19, received: 20, clock, for: judge))
    #expect(isTaken && judge.deadline == QuizRoom.instant(20) + Judge.patience)
    #expect(judge.decide(at: QuizRoom.instant(20)) == nil)
    let decision = try #require(judge.decide(at: judge.deadline))
    #expect(decision.outcome == .winner(slot(0)) && decision.unheard == PlayerSlots(slot(1)))
  }

  @Test func `Only the first press of a player of the round counts`() {
    var judge = Judge(PlayerSlots(slot(0)), armed: QuizRoom.armed)
    #expect(judge.deadline == .distantFuture && judge.decide(at: QuizRoom.instant(1)) == nil)
    let taken = [1, 0, 0].map { judge.apply(press($0, at: 0, received: 1, nil, for: judge)) }
    #expect(taken == [false, true, false])
  }

  @Test(arguments: [nil, ClockOffset(lower: 0, upper: 0, roundTrip: 0, isSuspect: true)])
  func `Of a clock that cannot be read presses count when they come, and so it is not waited for`(
    _ unread: ClockOffset?
  ) throws {
    var judge = Judge(both, armed: QuizRoom.armed)
    _ = judge.apply(press(0, at: 19, received: 20, clock, for: judge))
    judge.noteUp(slot(1), at: 0, unread, received: QuizRoom.instant(19))
    #expect(judge.notBefore(slot(1)) == QuizRoom.instant(19))
    #expect(judge.decide(at: QuizRoom.instant(20)) == nil)
    judge.noteUp(slot(1), at: 0, unread, received: QuizRoom.instant(20.5), inputDelay: .milliseconds(30))
    #expect(judge.notBefore(slot(1)) == QuizRoom.instant(20.5))
    let decision = try #require(judge.decide(at: QuizRoom.instant(20.5)))
    #expect(decision.outcome == .winner(slot(0)) && decision.unheard.isEmpty)
  }

  @Test func `A page's press is judged by its stamp though a later state said that the button was up`() throws
  {
    for (inputDelay, doubts) in [(Interval.milliseconds(30), PressDoubts()), (.zero, .time)] {
      var judge = Judge(both, armed: QuizRoom.armed)
      judge.noteUp(
        slot(0), at: stamp(125), clock, received: QuizRoom.instant(126), inputDelay: inputDelay)
      let press = press(0, at: 100, received: 128, clock, for: judge, inputDelay: inputDelay)
      #expect(press.doubts == doubts)
      let middle = doubts.isEmpty ? 100 : 128.0
      #expect(abs((press.time.middle - QuizRoom.instant(middle)).seconds) < 1e-5)
    }
  }

  @Test func `A state never speaks for later than it came`() {
    var judge = Judge(both, armed: QuizRoom.armed)
    judge.noteUp(slot(0), at: stamp(500), clock, received: QuizRoom.instant(10))
    #expect(judge.notBefore(slot(0)) == QuizRoom.instant(10))
    judge.noteUp(slot(0), at: stamp(5), clock, received: QuizRoom.instant(11))
    #expect(judge.notBefore(slot(0)) == QuizRoom.instant(10))
  }

  @Test func `Too close names all whom it may have been, and by how much`() throws {
    var judge = Judge(PlayerSlots(rawValue: 7), armed: QuizRoom.armed)
    for (index, time) in [(0, 100.0), (1, 100.15), (2, 101)] {
      _ = judge.apply(press(index, at: time, received: 103, clock, for: judge))
    }
    let decision = try #require(judge.decide(at: QuizRoom.instant(103)))
    #expect(decision.outcome == .tooClose(both))
    #expect(decision.presses.map(\.slot) == [slot(0), slot(1), slot(2)])
    let margin = try #require(decision.margin)
    #expect(abs(margin.lead.seconds - 150e-6) < 1e-6 && (200...203).contains(margin.uncertainty.microseconds))
  }
}
