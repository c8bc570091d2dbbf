import Buzzer
import Model
import Room
import Testing
import Wire

@testable import Engine

/// The report by which programs that watch the quiz receive its state.
@Suite struct StageReportTests {
  private let start = Instant(nanoseconds: 1_000_000_000_000)
  private let clock = ClockOffset(lower: -500, upper: 500, roundTrip: 1_000, isSuspect: false)

  private func slot(_ number: Int) -> PlayerSlot { PlayerSlot(index: number - 1) }

  private func slots(_ numbers: Int...) -> PlayerSlots { PlayerSlots(numbers.map { PlayerSlots(slot($0)) }) }

  /// Returns the time `milliseconds` after the start.
  private func time(_ milliseconds: Int64) -> Instant { start + .milliseconds(milliseconds) }

  /// Returns a room with a quiz of three players that a person leads.
  private func quizRoom() -> Room {
    var room = Room(settings: Room.Settings(mode: .buzzer))
    for number in 1...3 { room.join(slot(number), at: start) }
    room.notePresence(room.players, proven: room.players, at: start)
    room.obey(.automatic(false), at: start)
    return room
  }

  /// Makes player `number` press at `milliseconds`; the packet with the press arrives 2 ms later.
  private func press(_ number: Int, at milliseconds: Int64, in room: inout Room) {
    let stamp = UInt32(truncatingIfNeeded: time(milliseconds).nanoseconds / 1_000)
    var frames = ControllerFrames()
    frames.state = ControllerState(sampleTime: stamp, nextEdge: 0)
    frames.buzz = Buzz(round: room.quiz.number, edge: 0, pressTime: stamp)
    room.hear(
      AcceptedPacket(
        of: slot(number), frames, isNewest: true, awaitedEdge: 0, nextEdge: 0, clock: clock, isPage: false,
        hasReservedPress: false), at: time(milliseconds + 2))
  }

  /// Returns the status of the press at `microseconds` after the beginning of its round.
  ///
  /// The clock is known to 0.5 ms, a clock reading has a resolution of 1 µs, and 125 ns are for drift.
  private func reported(_ microseconds: Int32) -> StageStatus.Press {
    StageStatus.Press(
      earliest: microseconds - 501, latest: microseconds + 501, received: microseconds + 2_000, doubts: [])
  }

  @Test func `A round that was cleared leaves no word of how it was settled`() {
    var room = quizRoom()
    room.obey(.arm, at: start)
    press(1, at: 100, in: &room)
    press(2, at: 100, in: &room)
    room.advance(to: time(252))
    room.obey(.shared, at: time(300))
    #expect(StageStatus(room).flags == .shared)
    room.obey(.clear, at: time(400))
    #expect(StageStatus(room).flags == [])
  }

  @Test func `Watchers are told everything about a round, and nothing of it when it was cleared`() {
    var room = quizRoom()
    room.obey(.team(slot(1), 2), at: start)
    room.obey(.points(slot(2), 5), at: start)
    press(3, at: 0, in: &room)
    room.obey(.arm, at: time(1_000))
    press(1, at: 1_100, in: &room)
    press(2, at: 1_110, in: &room)
    room.advance(to: time(1_252))
    var idle = StageStatus(mode: .buzzer)
    for index in 0..<3 { idle.players[index].mode = .buzzer }
    (idle.round, idle.players[0].team, idle.players[1].points) = (1, 2, 5)
    var stage = idle
    (stage.phase, stage.winner, stage.contestants) = (.locked, 1, slots(1, 2, 3))
    (stage.falseStarts, stage.unheard) = (slots(3), slots(3))
    (stage.lead, stage.uncertainty) = (10_000, 1_001)
    (stage.players[0].press, stage.players[1].press) = (reported(100_000), reported(110_000))
    #expect(StageStatus(room) == stage)
    room.obey(.right, at: time(1_300))
    (stage.phase, stage.winners, stage.players[0].points) = (.result, slots(1), 1)
    #expect(StageStatus(room) == stage)
    room.obey(.automatic(true), at: time(1_400))
    room.obey(.clear, at: time(1_500))
    (idle.flags, idle.players[0].points) = (.automatic, 1)
    #expect(StageStatus(room) == idle)
  }

  @Test func `Watchers are told whether the host has to choose, and what was chosen`() {
    var room = quizRoom()
    room.obey(.arm, at: time(1_000))
    for (number, time) in [(1, 1_100), (2, 1_101), (3, 1_110)] as [(Int, Int64)] {
      press(number, at: time, in: &room)
    }
    var stage = StageStatus(room)
    #expect(stage.flags == .tie && stage.phase == .locked && stage.winner == Round.tooClose)
    #expect(stage.tied == slots(1, 2) && stage.winners == [] && stage.unheard == [])
    #expect(stage.lead == 1_000 && stage.uncertainty == 1_001)
    var shared = room
    shared.obey(.shared, at: time(1_200))
    stage = StageStatus(shared)
    #expect(stage.flags == .shared && stage.phase == .result && stage.winners == slots(1, 2))
    room.obey(.midpoint, at: time(1_200))
    stage = StageStatus(room)
    #expect(stage.flags == .midpoint && stage.phase == .locked && stage.winner == 1 && stage.lead == 1_000)
    room.obey(.wrong, at: time(1_300))
    stage = StageStatus(room)
    #expect(stage.flags == [] && stage.phase == .armed && stage.round == 2 && stage.winner == 0)
    #expect(stage.out == slots(1) && stage.contestants == slots(2, 3) && stage.tied == [])
    #expect(stage.lead == nil && stage.uncertainty == 0 && stage.players[0].press == nil)
  }
}
